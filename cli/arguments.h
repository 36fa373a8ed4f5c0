// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "plan/question/ask.h"

namespace headroom::cli {

/// An option as the command line and the help know it.
struct Option {
  std::string name;      ///< without the dashes
  std::string argument;  ///< word for its value in the help; "" = it takes none
  std::string meaning;
};

/// What a command takes, and what its help says.
struct Usage {
  std::string name;
  std::string positionals;  ///< "SCENARIO ALT..."
  std::size_t fewest = 0;   ///< positional arguments
  std::size_t most = 0;
  std::string summary;  ///< one line
  std::string details;  ///< paragraphs and examples
  std::vector<Option> own_options;
};

enum class Format { text, json, csv };

/// A command line that was read and found in order.
struct Arguments {
  bool wants_help = false;
  Format format = Format::text;
  bool is_quiet = false;
  plan::Options plan;  ///< seed, confidence, jobs and draws; the rest is left as it is
  std::vector<std::string> positionals;
  std::map<std::string, std::string>
      own;  ///< own options that were given, "" for those without a value

  bool has(const std::string& own_option) const { return own.count(own_option) > 0; }
};

/// Options that every command has.
const std::vector<Option>& common_options();

/// "headroom predict SCENARIO [OPTION]..."
std::string usage_line(const Usage& usage);

/// Reads what stands behind the name of the command. Throws InputError for unknown options (with
/// the nearest), missing, superfluous or bad values. When help is asked for, only the names of the
/// options are checked.
Arguments read_arguments(const Usage& usage, const std::vector<std::string>& words);

}  // namespace headroom::cli
