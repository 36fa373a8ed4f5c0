// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plan/scenario/scenario.h"

namespace headroom::plan {

/// One published number that a scenario predicts.
struct MeasuredPoint {
  std::string case_id;
  std::string scenario;           ///< path
  std::string source_quantity;    ///< in the words of the source: "write_bandwidth"
  std::string quantity;           ///< ours: "throughput"
  std::string at;                 ///< operating point as printed: "block_KiB=128"
  std::vector<Setting> settings;  ///< the operating point as settings of the scenario
  std::string use;                ///< calibrate or validate
  double value = 0;               ///< SI
};

/// A file of data/cases/ that says, under `ledger`, which scenarios predict its numbers:
///
///     ledger:
///       scenarios: {single: ebs-2008-single.yaml}     # case: file in scenarios/
///       quantities: {write_bandwidth: throughput}     # theirs: ours; others are left out
///       settings: {iodepth: queue_depth, block_KiB: io_size KiB}   # operating point: key and
///       unit; others change nothing
///       where: {randwrite_iops: read_share=0}         # settings that a quantity of theirs implies
///
/// Of two names that set the same key the values multiply (iodepth and numjobs).
struct CaseFile {
  std::string family;
  std::vector<MeasuredPoint> points;
};

/// Reads one file; one without `ledger` gives no points. Throws InputError.
CaseFile read_cases(const std::string& path, const std::string& scenario_folder);

}  // namespace headroom::plan
