// SPDX-License-Identifier: Apache-2.0
#include "tests/report/samples.h"

namespace headroom::report {

plan::Prediction sample_prediction() {
  plan::Prediction answer;
  answer.scenario = "scenarios/cluster.yaml";
  answer.title = "Three brokers of 16 disks";
  answer.seed = 7;
  answer.is_messages = true;
  answer.throughput = {550e3, 548e3, 552e3};
  answer.latency_p50_s = 0.08;
  answer.latency_p95_s = 0.2;
  answer.latency_p99_s = 0.32;
  answer.latency_max_s = 0.9;
  using sim::ResourceKind;
  answer.resources = {
      {"broker/cpu", ResourceKind::cpu, {0.09, 0.07, 0.12}, {0.09, 0.07, 0.12}, 1e-6, 0.1},
      {"broker/array", ResourceKind::array, {0.34, 0.21, 0.52}, {0.85, 0.8, 0.9}, 2e-5, 5.44}};
  answer.bottleneck = "broker/array";
  answer.written_per_s = 495e6;
  answer.read_per_s = 380e6;
  answer.simulated_s = 60;
  answer.events = 1234567;
  answer.wall_s = 0.5;
  answer.assumptions = {{"system.page_cache.read_run", "512 KiB", "128 KiB..2 MiB", "assumed",
                         "between read-ahead and fetch", 0.42},
                        {"workload.producers", "10", "3..50", "assumed", "not stated", 0}};
  answer.warnings = {"The batch does not fill before it lingers out."};
  answer.limits = {{"utilisation", 0.85, {1.4e6, 1.02e6, 2.1e6}, "broker/array"},
                   {"busy", 0.85, {550e3, 540e3, 580e3}, "broker/array"}};
  answer.anchors = {{"written", "", 495e6, 519.75e6, Dimension::bytes_per_second, ""},
                    {"busy", "disks=8", 0.8, 0.76, Dimension::fraction, ""}};
  answer.spindles = plan::SpindleReading{0.85, {0.34, 0.21, 0.52}, {2.9, 1.9, 4.8}};
  return answer;
}

plan::WhatIf sample_what_if() {
  plan::WhatIf answer;
  answer.baseline = sample_prediction();
  plan::Alternative more_disks;
  more_disks.text = "disks=32,raid=0";
  more_disks.set = {{"system.array.disks", "32"}, {"system.array.raid", "0"}};
  more_disks.result = sample_prediction();
  more_disks.result.throughput = {1.1e6, 1.05e6, 1.15e6};
  more_disks.result.resources[0].utilisation = {0.85, 0.8, 0.88};
  more_disks.result.resources[0].busy = {0.85, 0.8, 0.88};
  more_disks.result.bottleneck = "broker/cpu";
  more_disks.ratio = {2, 1.9, 2.1};
  more_disks.busy_ratio = {1.6, 1.4, 1.8};
  more_disks.verdict = "Twice the disks carry twice as much.";
  plan::Alternative more_brokers = more_disks;
  more_brokers.text = "brokers=6";
  more_brokers.set = {{"system.brokers", "6"}};
  more_brokers.busy_ratio = {};
  more_brokers.verdict = "Six brokers carry twice as much too.";
  answer.alternatives = {more_disks, more_brokers};
  return answer;
}

plan::Ledger sample_ledger() {
  const auto flow = Dimension::bytes_per_second;
  plan::Ledger ledger;
  ledger.families = {{"arrays", 2, 0.1, 0.2, 0.5}, {"disks", 1, 0.04, 0.04, 1}};
  ledger.overall = {"all", 3, 0.08, 0.2, 2.0 / 3};
  ledger.rows = {
      {"arrays", "raid5", "write", "block=1", "validate", flow, "", 60e6, 66e6, 61e6, 71e6, 0.1},
      {"arrays", "raid5", "write", "block=2", "validate", flow, "", 40e6, 44e6, 38e6, 50e6, 0.1},
      {"arrays", "single", "write", "", "calibrate", flow, "", 60e6, 60e6, 59e6, 61e6, 0},
      {"disks", "hdd", "iops", "depth=32", "validate", Dimension::per_second, "IOPS", 150, 156, 140,
       190, 0.04}};
  return ledger;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace headroom::report
