// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/error.h"
#include "base/nearest.h"
#include "cli/command.h"
#include "report/terminal/text.h"

namespace headroom::cli {
namespace {

/// The part of the ledger that belongs to one family. Throws InputError if there is none of that
/// name.
plan::Ledger only_family(plan::Ledger ledger, const std::string& name) {
  const auto found =
      std::find_if(ledger.families.begin(), ledger.families.end(),
                   [&](const plan::FamilyErrors& family) { return family.name == name; });
  if (found == ledger.families.end()) {
    std::vector<std::string> names;
    std::string all;
    for (const auto& family : ledger.families) {
      names.push_back(family.name);
      all += (all.empty() ? "" : ", ") + family.name;
    }
    const std::string near = nearest(name, names);
    throw InputError(Diagnostic{{"--family", 0, 0},
                                "there is no family \"" + name + "\"",
                                near.empty() ? "there are " + all : "did you mean " + near + "?",
                                ""});
  }
  ledger.overall = *found;
  ledger.overall.name = "all";
  ledger.families = {*found};
  std::erase_if(ledger.rows, [&](const plan::LedgerRow& row) { return row.family != name; });
  return ledger;
}

std::string run(const Arguments& arguments) {
  ProgressBar bar(arguments.is_quiet);
  const plan::Options options = plan_options(arguments, bar);
  const std::string cases =
      arguments.has("cases") ? arguments.own.at("cases") : options.data.path + "/cases";
  plan::Ledger ledger = plan::accuracy(cases, options);
  if (arguments.has("family")) ledger = only_family(std::move(ledger), arguments.own.at("family"));
  return formatted(arguments, ledger, [&](const auto& answer, const report::Style& style) {
    return report::text(answer, style, arguments.has("rows"));
  });
}

constexpr const char* details =
    "Predicts published measurements and prints how wrong that was: by family the median and the "
    "90th\n"
    "percentile of the error and the share inside the stated interval, then each case. "
    "Measurements that\n"
    "a fit was given are shown apart, as anchors, and are not counted.\n"
    "\n"
    "Examples:\n"
    "  headroom accuracy\n"
    "  headroom accuracy --family seed_ebs_md_raid_2008 --rows\n";

}  // namespace

Command accuracy_command() {
  return {{"accuracy",
           "",
           0,
           0,
           "Predictions beside published measurements: errors and coverage.",
           details,
           {{"family", "NAME", "this family alone"},
            {"rows", "", "every single number (JSON and CSV always have them)"},
            {"cases", "FOLDER", "other cases than those that come with headroom"}}},
          run};
}

}  // namespace headroom::cli
