// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"
#include "report/terminal/text.h"

namespace headroom::cli {
namespace {

std::string run(const Arguments& arguments) {
  ProgressBar bar(arguments.is_quiet);
  const plan::Prediction prediction =
      plan::predict(arguments.positionals.front(), plan_options(arguments, bar));
  return formatted(arguments, prediction, [](const auto& answer, const report::Style& style) {
    return report::text(answer, style);
  });
}

constexpr const char* details =
    "SCENARIO is a YAML file that describes hosts, disks, arrays, brokers and the load; the "
    "folder\n"
    "scenarios/ has some to start from. What it does not state is assumed, with a range, and the "
    "answer\n"
    "lists the assumptions that it leans on most.\n"
    "\n"
    "Two readings of utilisation are kept apart. Utilisation is the mean share of spindles, "
    "channels or\n"
    "cores at work; busy is the share of time with at least one request in flight, the %util of "
    "iostat.\n"
    "\n"
    "Examples:\n"
    "  headroom predict scenarios/kafka-sas-raid10.yaml\n"
    "  headroom predict scenarios/ebs-2008-raid0x2.yaml --format json\n";

}  // namespace

Command predict_command() {
  return {{"predict",
           "SCENARIO",
           1,
           1,
           "Throughput, latency, utilisation and the bottleneck of a scenario as it stands.",
           details,
           {}},
          run};
}

}  // namespace headroom::cli
