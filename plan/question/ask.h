// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "plan/question/answer.h"
#include "plan/scenario/scenario.h"

namespace headroom::plan {

/// Told now and then how far a question is; may be empty. Called by one thread at a time.
struct Progress {
  std::function<void(double share, const std::string& what)> report;
};

struct Options {
  std::uint64_t seed = 1;
  double confidence = 0.9;  ///< of all intervals
  int jobs = 0;             ///< threads; 0 = all cores. The answer is the same on any number.
  int draws = 0;  ///< of the parameters that are not known; 0 = as many as the question bears: 24
                  ///< of brokers, 96 of disks
  Progress progress;
  DataFolder data;
};

/// What the scenario does as it stands. Throws InputError.
Prediction predict(const std::string& scenario_file, const Options& options);

/// Alternatives, each "key=value[,key=value...]", beside the scenario. All see the same draws and
/// random numbers, so that the ratios are tighter than their parts. Throws InputError.
WhatIf what_if(const std::string& scenario_file, const std::vector<std::string>& alternatives,
               const Options& options);

/// All published cases of a folder that name a scenario, measured beside predicted. Throws
/// InputError.
Ledger accuracy(const std::string& cases_folder, const Options& options);

}  // namespace headroom::plan
