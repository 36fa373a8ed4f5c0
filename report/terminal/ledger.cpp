// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>

#include "report/numbers.h"
#include "report/terminal/text.h"

namespace headroom::report {
namespace {

bool is_validation(const plan::LedgerRow& row) { return row.use == "validate"; }

std::string families(const plan::Ledger& ledger, const Style& style) {
  Table table({{"family", Align::left, 40},
               {"numbers", Align::right},
               {"median |error|", Align::right},
               {"90th percentile", Align::right},
               {"inside interval", Align::right}});
  const auto add = [&](const plan::FamilyErrors& family, const std::string& name) {
    const bool is_scored = family.n > 0;
    table.add({name, fmt::format("{}", family.n),
               is_scored ? percent(family.median_abs_rel_error) : "",
               is_scored ? percent(family.p90_abs_rel_error) : "",
               is_scored ? percent(family.coverage) : ""});
  };
  for (const plan::FamilyErrors& family : ledger.families) add(family, family.name);
  add(ledger.overall, "all");
  return table.text(style);
}

/// The rows of one case and quantity that serve the same use.
struct Group {
  const plan::LedgerRow* first;
  std::size_t n = 0;
  double measured = 0, predicted = 0;  // sums
  std::size_t inside = 0;
};

bool belongs(const plan::LedgerRow& row, const plan::LedgerRow& first) {
  return row.family == first.family && row.case_id == first.case_id &&
         row.quantity == first.quantity && row.dimension == first.dimension &&
         row.noun == first.noun && is_validation(row) == is_validation(first);
}

/// Groups in the order in which they first come.
std::vector<Group> groups_of(const plan::Ledger& ledger) {
  std::vector<Group> groups;
  for (const plan::LedgerRow& row : ledger.rows) {
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const Group& one) { return belongs(row, *one.first); });
    if (group == groups.end()) group = groups.insert(groups.end(), Group{&row});
    ++group->n;
    group->measured += row.measured;
    group->predicted += row.predicted;
    if (row.lo <= row.measured && row.measured <= row.hi) ++group->inside;
  }
  return groups;
}

/// The cases of one family, measured for validation or given to the fit.
std::string groups_table(const std::vector<Group>& groups, const std::string& family,
                         bool is_validated, const Style& style) {
  Table table({{is_validated ? family : family + ", anchors", Align::left, 40, 20},
               {"quantity", Align::left, 30},
               {"n", Align::right},
               {"measured", Align::right},
               {"predicted", Align::right},
               {"error", Align::right},
               {is_validated ? "inside" : "", Align::right}});
  for (const Group& group : groups) {
    if (group.first->family != family || is_validation(*group.first) != is_validated) continue;
    const auto n = static_cast<double>(group.n);
    const Unit unit = {group.first->dimension, group.first->noun};
    table.add({group.first->case_id, group.first->quantity, fmt::format("{}", group.n),
               quantity(group.measured / n, unit), quantity(group.predicted / n, unit),
               signed_percent(group.predicted / group.measured - 1),
               is_validated ? percent(static_cast<double>(group.inside) / n) : ""});
  }
  return table.is_empty() ? "" : "\n" + table.text(style);
}

/// Tables of all families, in the order in which they first come.
std::string groups_tables(const std::vector<Group>& groups, bool is_validated, const Style& style) {
  std::string result;
  std::set<std::string> seen;
  for (const Group& group : groups) {
    const std::string& family = group.first->family;
    if (seen.insert(family).second) result += groups_table(groups, family, is_validated, style);
  }
  return result;
}

std::string rows_table(const plan::Ledger& ledger, const Style& style) {
  Table table({{"case", Align::left, 26},
               {"quantity", Align::left, 18},
               {"at", Align::left, 18},
               {"measured", Align::right},
               {"predicted", Align::left},
               {"error", Align::right}});
  for (const plan::LedgerRow& row : ledger.rows) {
    const Unit unit = {row.dimension, row.noun};
    const bool is_outside = row.measured < row.lo || row.measured > row.hi;
    const std::string note = !is_validation(row) ? " (anchor)" : (is_outside ? " outside" : "");
    table.add({row.case_id, row.quantity, row.at, quantity(row.measured, unit),
               quantity(Estimate{row.predicted, row.lo, row.hi}, unit),
               signed_percent(row.rel_error) + note});
  }
  return table.is_empty() ? "" : "\n" + table.text(style);
}

}  // namespace

std::string text(const plan::Ledger& ledger, const Style& style, bool has_rows) {
  const std::vector<Group> groups = groups_of(ledger);
  std::string result = "Predictions beside published measurements that no fit has seen\n\n";
  result += families(ledger, style);
  result += groups_tables(groups, true, style);
  result += groups_tables(groups, false, style);
  if (has_rows) result += rows_table(ledger, style);
  result +=
      "\nMeasured and predicted are means of n numbers, and error is that of the means. Inside is "
      "the share\n"
      "within the stated interval. Anchors are what the fit was given; they are not counted "
      "above.\n";
  return result;
}

}  // namespace headroom::report
