// SPDX-License-Identifier: Apache-2.0
#include "cli/progress_bar.h"

#include <unistd.h>

#include <cstdio>

#include "base/error.h"
#include "cli/terminal.h"
#include "report/numbers.h"
#include "report/terminal/bar.h"

namespace headroom::cli {

ProgressBar::ProgressBar(bool is_quiet) : is_shown_(!is_quiet && is_terminal(STDERR_FILENO)) {}

ProgressBar::~ProgressBar() {
  if (!line_.empty()) std::fputs("\r\033[K", stderr);
}

plan::Progress ProgressBar::progress() {
  if (!is_shown_) return {};
  return {[this](double share, const std::string& what) { show(share, what); }};
}

void ProgressBar::show(double share, const std::string& what) {
  constexpr std::size_t longest = 40;  // with the bar, it fits a line of 80 columns
  const std::string line =
      report::bar(share) + " " + report::percent(share) + " " + printable(what, longest);
  if (line == line_) return;
  line_ = line;
  std::fputs(("\r\033[K" + line).c_str(), stderr);
}

}  // namespace headroom::cli
