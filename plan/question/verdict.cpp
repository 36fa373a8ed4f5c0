// SPDX-License-Identifier: Apache-2.0
#include "plan/question/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "plan/scenario/build.h"

namespace headroom::plan {

namespace {

/// Intervals that reach within this of a whole factor agree with it.
constexpr double nearly = 0.03;

bool is_messages(const Document& document) { return document.word("workload.kind") == "messages"; }

std::string factor(double ratio) {
  return ratio < 99.5 ? fmt::format("{:.2g}x", ratio) : fmt::format("{:.0f}x", ratio);
}

std::string percent(double share) { return fmt::format("{:.0f} %", share * 100); }

std::string interval(const Estimate& ratio) {
  return fmt::format("{} ({:.2g}..{:.2g})", factor(ratio.mean), ratio.lo, ratio.hi);
}

double share_at(const Prediction& prediction, const std::string& resource) {
  for (const sim::ResourceUse& use : prediction.resources) {
    if (use.name == resource) return use.utilisation.mean;
  }
  return 0;
}

/// What a purchase is hoped to give: as many times more as there is of it. RAID 10 to RAID 0 halves
/// the copies.
double hoped(const Document& before, const Document& after) {
  const double brokers = after.number("system.brokers") / before.number("system.brokers");
  const models::Storage old_storage = build_system(before).storage,
                        new_storage = build_system(after).storage;
  const double spindles =
      models::data_disks(new_storage.array) / models::data_disks(old_storage.array);
  return brokers * spindles;
}

/// Counts are plural: 6 brokers give, RAID 0 gives.
std::string verb(const Alternative& alternative) {
  if (alternative.set.size() != 1) return "gives";
  const std::string& path = alternative.set.front().first;
  return path == "system.array.disks" || path == "system.brokers" ? "give" : "gives";
}

std::string subject(const Alternative& alternative, const Document& after) {
  if (alternative.set.size() != 1) return alternative.text;
  const auto& [path, value] = alternative.set.front();
  if (path == "system.array.disks")
    return value + (is_messages(after) ? " disks per broker" : " disks");
  if (path == "system.brokers") return value + " brokers";
  if (path == "system.array.raid")
    return after.word("system.array.raid") == "none" || value == "jbod" ? value : "RAID " + value;
  if (path == "system.disk") return "the disk " + value;
  return alternative.text;
}

/// "its disks are at 85 %, nic_out follows at 40 %".
std::string next_in_line(const Prediction& prediction) {
  std::vector<sim::ResourceUse> order = prediction.resources;
  std::sort(order.begin(), order.end(),
            [](const auto& a, const auto& b) { return a.utilisation.mean > b.utilisation.mean; });
  if (order.size() < 2) return "";
  return fmt::format("; next in line is {} at {}", order[1].name,
                     percent(order[1].utilisation.mean));
}

std::string moved_bottleneck(const Prediction& baseline, const Prediction& result) {
  return fmt::format("the bottleneck moves from {} to {}, which reaches {} while {} is left at {}",
                     baseline.bottleneck, result.bottleneck,
                     percent(share_at(result, result.bottleneck)), baseline.bottleneck,
                     percent(share_at(result, baseline.bottleneck)));
}

/// Why the spindles' work per message changes as it does, from its three parts.
std::string spindle_reason(const Document& before, const Document& after) {
  const models::System old_system = build_system(before), new_system = build_system(after);
  const models::DiskWork was = models::disk_work(old_system), is = models::disk_work(new_system);
  const double reads = (was.reading + was.positioning) / was.total();
  if (is.members_per_read > was.members_per_read * 1.01) {
    return fmt::format(
        "a read of {} now moves the heads of {:.0f} members instead of {:.0f}, so the {} of the "
        "spindles' work that is positioning does not shrink",
        format_quantity(before.number("system.page_cache.read_run"), Dimension::bytes),
        is.members_per_read, was.members_per_read, percent(was.positioning / was.total()));
  }
  if (is.writing / is.total() < was.writing / was.total() * 0.99) {
    return fmt::format(
        "only the {} of the spindles' work that is writing copies shrinks; the {} that is reading "
        "stays",
        percent(1 - reads), percent(reads));
  }
  return "the spindles' work for each message stays what it is";
}

std::string placement_reason(const Document& before, const Document& after) {
  const auto spread = [](const Document& document) {
    const auto& workload = std::get<models::MessageWorkload>(build_system(document).workload);
    return models::imbalance(workload.partitions, workload.replication,
                             static_cast<int>(std::lround(document.number("system.brokers"))));
  };
  const models::Imbalance was = spread(before), is = spread(after);
  if (is.replicas <= was.replicas * 1.002 && is.leaders <= was.leaders * 1.002)
    return "brokers share nothing and each takes an equal part of the partitions";
  return fmt::format(
      "brokers share nothing, but partitions are whole: the fullest broker leads {:.0f} % and "
      "holds {:.0f} % more than an "
      "even share (before: {:.0f} % and {:.0f} %)",
      (is.leaders - 1) * 100, (is.replicas - 1) * 100, (was.leaders - 1) * 100,
      (was.replicas - 1) * 100);
}

std::string reason(const Prediction& baseline, const Alternative& alternative,
                   const Document& before, const Document& after) {
  const Prediction& result = alternative.result;
  if (result.bottleneck != baseline.bottleneck) return moved_bottleneck(baseline, result);
  if (!is_messages(before)) {
    const double cost = share_at(result, result.bottleneck) / result.throughput.mean /
                        (share_at(baseline, baseline.bottleneck) / baseline.throughput.mean);
    return fmt::format("{} is the bottleneck in both, and a byte costs it {} of what it did",
                       result.bottleneck, factor(cost));
  }
  if (before.number("system.brokers") != after.number("system.brokers"))
    return placement_reason(before, after);
  if (result.bottleneck == "array" || result.bottleneck == "disk")
    return spindle_reason(before, after);
  return fmt::format("{} stays the bottleneck", result.bottleneck);
}

std::string busy_remark(const Alternative& alternative, const Document& before) {
  if (alternative.busy_ratio.mean <= 0) return "";
  const bool tells_apart =
      std::fabs(alternative.busy_ratio.mean / alternative.ratio.mean - 1) > 0.1;
  if (!tells_apart) return "";
  return fmt::format(
      " Held to {} of iostat's %util instead, it is {}: %util counts whether any spindle works, "
      "not how many.",
      percent(before.number("goal.busy")), interval(alternative.busy_ratio));
}

/// What the owner needs, if he said so.
std::string goal_remark(const Alternative& alternative, const Document& after) {
  if (!after.has("goal.rate") || !is_messages(after)) return "";
  const double goal = after.number("goal.rate");
  const Estimate& carried = alternative.result.throughput;
  const std::string wanted = format_quantity(goal, Dimension::per_second, "msg");
  if (carried.lo >= goal) return fmt::format(" It carries the {} wanted.", wanted);
  if (carried.hi < goal) return fmt::format(" It does not carry the {} wanted.", wanted);
  return fmt::format(" The {} wanted lie within what it may carry: measure before you rely on it.",
                     wanted);
}

}  // namespace

std::string verdict_of(const Prediction& baseline, const Alternative& alternative,
                       const Document& before, const Document& after) {
  const Estimate& ratio = alternative.ratio;
  const double expected = hoped(before, after);
  std::string against;
  if (std::fabs(expected - 1) > nearly &&
      (expected < ratio.lo * (1 - nearly) || expected > ratio.hi * (1 + nearly))) {
    against = fmt::format(", not {},", factor(expected));
  }
  const std::string why = reason(baseline, alternative, before, after);
  return fmt::format(
      "{} {} {}{} because {}{}.{}", subject(alternative, after), verb(alternative), interval(ratio),
      against, why,
      alternative.result.bottleneck == baseline.bottleneck ? "" : next_in_line(alternative.result),
      busy_remark(alternative, before) + goal_remark(alternative, after));
}

}  // namespace headroom::plan
