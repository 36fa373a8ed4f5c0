// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "cli/command.h"
#include "report/terminal/text.h"

namespace headroom::cli {
namespace {

std::string run(const Arguments& arguments) {
  ProgressBar bar(arguments.is_quiet);
  const auto& words = arguments.positionals;
  const plan::WhatIf answer =
      plan::what_if(words.front(), {words.begin() + 1, words.end()}, plan_options(arguments, bar));
  return formatted(arguments, answer, [](const auto& what_if, const report::Style& style) {
    return report::text(what_if, style);
  });
}

constexpr const char* details =
    "Each ALT is key=value[,key=value...], where a key is a path of the scenario or a unique "
    "ending of\n"
    "one: disks=32 sets system.array.disks. Values are written as in the file: 4KiB, 300MB/s, "
    "20ms. All\n"
    "alternatives are simulated with the same random numbers as the baseline, so that their ratios "
    "are\n"
    "tighter than the numbers that they are made of.\n"
    "\n"
    "Examples:\n"
    "  headroom whatif scenarios/kafka-sas-raid10.yaml disks=32 brokers=6 raid=0\n"
    "  headroom whatif scenarios/kafka-sas-raid10.yaml disks=32,raid=0 --format csv\n";

}  // namespace

Command whatif_command() {
  return {{"whatif",
           "SCENARIO ALT...",
           2,
           std::numeric_limits<std::size_t>::max(),
           "Alternatives beside a scenario: ratio, new bottleneck, and an answer in a sentence.",
           details,
           {}},
          run};
}

}  // namespace headroom::cli
