// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plan/question/ask.h"

namespace headroom::cli {

/// A line on standard error that says how far a question is. Shown on a terminal only; erased when
/// the bar goes.
class ProgressBar {
 public:
  explicit ProgressBar(bool is_quiet);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// What moves the bar, empty where it is not shown. Must not outlive the bar.
  plan::Progress progress();

 private:
  void show(double share, const std::string& what);

  bool is_shown_;
  std::string line_;  ///< as it stands on the terminal
};

}  // namespace headroom::cli
