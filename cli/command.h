// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/arguments.h"
#include "cli/progress_bar.h"
#include "cli/terminal.h"
#include "report/csv.h"
#include "report/json.h"

namespace headroom::cli {

/// A subcommand: what it takes, and what makes its answer. `run` returns the text for standard
/// output; it throws InputError and EnvironmentError.
struct Command {
  Usage usage;
  std::string (*run)(const Arguments& arguments);
};

Command predict_command();
Command whatif_command();
Command accuracy_command();

/// What plan needs to know: the arguments' options, the folder of the data that come with headroom,
/// and a bar that lives as long as the question. Throws EnvironmentError if there is no such
/// folder.
plan::Options plan_options(const Arguments& arguments, ProgressBar& bar);

/// The answer in the format that was asked for; `text` makes the one for readers.
template <class Answer, class Text>
std::string formatted(const Arguments& arguments, const Answer& answer, const Text& text) {
  switch (arguments.format) {
    case Format::json:
      return report::json(answer);
    case Format::csv:
      return report::csv(answer);
    case Format::text:
      break;
  }
  return text(answer, output_style());
}

}  // namespace headroom::cli
