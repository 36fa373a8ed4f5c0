// SPDX-License-Identifier: Apache-2.0
#include "cli/help.h"

#include <fmt/format.h>

namespace headroom::cli {
namespace {

constexpr const char* exit_status =
    "Exit status: 0 done, 1 a check failed, 2 bad usage or input, 3 the environment failed.\n";

std::string lines_of(const std::vector<Option>& options) {
  std::string text;
  for (const Option& option : options) {
    const std::string blank = option.argument.empty() ? "" : " ";
    text +=
        fmt::format("  {:<20} {}\n", "--" + option.name + blank + option.argument, option.meaning);
  }
  return text;
}

}  // namespace

std::string overview(const std::vector<Command>& commands) {
  std::string text =
      "headroom answers \"what happens to throughput and utilisation if I change the hardware?\" "
      "for\n"
      "storage and brokers.\n\n"
      "usage: headroom COMMAND [ARGUMENT]... [OPTION]...\n\n";
  for (const Command& command : commands) {
    text += fmt::format("  {:<10} {}\n", command.usage.name, command.usage.summary);
  }
  text +=
      "\nheadroom COMMAND --help says more about one command, with examples.\n"
      "headroom --version prints the version.\n\n";
  return text + exit_status;
}

std::string help_of(const Usage& usage) {
  std::string text = fmt::format("usage: {}\n\n{}\n", usage_line(usage), usage.summary);
  text += "\n" + usage.details + "\nOptions:\n";
  text += lines_of(usage.own_options) + lines_of(common_options()) + "\n";
  return text + exit_status;
}

}  // namespace headroom::cli
