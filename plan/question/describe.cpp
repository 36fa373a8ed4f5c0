// SPDX-License-Identifier: Apache-2.0
#include "plan/question/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plan/scenario/build.h"
#include "sim/output/replicate.h"

namespace headroom::plan {

namespace {

template <class Get>
std::vector<double> each(const std::vector<Point>& points, Get get) {
  std::vector<double> values;
  for (const Point& point : points) values.push_back(get(point));
  return values;
}

const sim::ResourceUse* find_use(const sim::Outcome& outcome, const std::string& name) {
  const auto found =
      std::find_if(outcome.resources.begin(), outcome.resources.end(),
                   [&](const sim::ResourceUse& use) { return bare_name(use.name) == name; });
  return found == outcome.resources.end() ? nullptr : &*found;
}

/// One resource over the draws.
sim::ResourceUse use_over(const std::vector<Point>& points, const sim::ResourceUse& model,
                          double confidence) {
  const std::string name = bare_name(model.name);
  const auto get = [&](auto member) {
    return each(points, [&](const Point& point) {
      const sim::ResourceUse* use = find_use(point.outcome, name);
      return use != nullptr ? member(*use) : 0.0;
    });
  };
  sim::ResourceUse use;
  use.name = name;
  use.kind = model.kind;
  use.utilisation =
      over_draws(get([](const sim::ResourceUse& u) { return u.utilisation.mean; }), confidence);
  use.busy = over_draws(get([](const sim::ResourceUse& u) { return u.busy.mean; }), confidence);
  use.demand_s =
      over_draws(get([](const sim::ResourceUse& u) { return u.demand_s; }), confidence).mean;
  use.queue_mean =
      over_draws(get([](const sim::ResourceUse& u) { return u.queue_mean; }), confidence).mean;
  return use;
}

/// The answer of one document, for elasticities.
double answer_of(const Document& document, Randomness randomness) {
  if (document.word("workload.kind") != "messages")
    return simulate(document, randomness.seed, randomness.replication).throughput.mean;
  return find_rate_by_utilisation(document, randomness).rate;
}

/// The end of the range that lies farther away, but at least a tenth and at most twice as far: near
/// enough for a slope, far enough to stand out of the grain of a simulation.
double moved(const Value& value) {
  const double up = value.high > value.number ? std::log(value.high / value.number) : 0;
  const double down =
      value.low > 0 && value.low < value.number ? std::log(value.number / value.low) : 0;
  const double step = std::clamp(std::max(up, down), std::log(1.1), std::log(2.0));
  return value.number * std::exp(up >= down ? step : -step);
}

double elasticity_of(const std::string& path, const Scenario& scenario, const Ensemble& ensemble,
                     const Options& options, double base) {
  const Document& nominal = ensemble.nominal.values;
  const bool is_fitted =
      std::find(scenario.fit.begin(), scenario.fit.end(), path) != scenario.fit.end();
  const double number = nominal.number(path);
  const double other = moved(nominal.at(path));
  Document document = nominal;
  document.set_number(path, other);
  if (number <= 0 || document.number(path) == number) return 0;
  if (!is_fitted)
    document = fit_anchors({scenario, options.data, document, options.seed, 0,
                            ensemble.nominal.jacobian, nullptr})
                   .values;
  const double answer = answer_of(document, {options.seed, 0});
  return std::log(answer / base) / std::log(document.number(path) / number);
}

Assumption assumption_of(const std::string& path, const Document& document) {
  const Key& key = schema()[*find_key(path)];
  const Value& value = document.at(path);
  Assumption assumption{path,         format_value(key, value),
                        "",           std::string(to_string(value.provenance)),
                        value.source, 0};
  if (value.is_uncertain()) {
    assumption.range = fmt::format("{} .. {}", format_quantity(value.low, *key.dimension, key.noun),
                                   format_quantity(value.high, *key.dimension, key.noun));
  }
  return assumption;
}

/// How far the answer moves over the parameter's range: what to sort by.
double weight(const Assumption& assumption, const Document& document) {
  const Value& value = document.at(assumption.name);
  const double ratio = value.low > 0 ? std::log(value.high / value.low) : 0;
  return std::fabs(assumption.elasticity) * ratio;
}

/// An owner who knows how large his device is may learn that his array is not what he thinks it is.
void warn_of_size(const Document& document, std::vector<std::string>& warnings) {
  if (!document.has("system.array.device_size")) return;
  const models::Storage storage = build_system(document).storage;
  const Bytes stated(document.number("system.array.device_size"));
  const Bytes expected = models::usable_capacity(storage.array, storage.disk.capacity);
  const Bytes raw = storage.disk.capacity * static_cast<double>(storage.array.disks);
  if (std::fabs(stated / expected - 1) < 0.1) return;
  const bool is_raw = std::fabs(stated / raw - 1) < 0.1;
  warnings.push_back(
      fmt::format("the device is stated to have {}, but its {} disks of {} give {} at this RAID "
                  "level{}; the answer depends on which it is",
                  format_quantity(stated / Bytes(1), Dimension::bytes), storage.array.disks,
                  format_quantity(storage.disk.capacity / Bytes(1), Dimension::bytes),
                  format_quantity(expected / Bytes(1), Dimension::bytes),
                  is_raw ? ": as it stands it looks like RAID 0" : ""));
}

/// Saved credits make a run look better than the days after it.
void warn_of_credits(const Document& document, std::vector<std::string>& warnings) {
  const models::Storage storage = build_system(document).storage;
  const auto warn = [&](const std::string& whose, const std::vector<models::Bucket>& buckets) {
    for (const models::Bucket& bucket : buckets) {
      if (bucket.initial_fill <= 0 || bucket.burst_rate <= bucket.rate) continue;
      const Seconds lasts = models::burst_duration(bucket, bucket.initial_fill, bucket.burst_rate);
      warnings.push_back(
          fmt::format("{} starts on saved credit: at full load it lasts {}, then {:.0f} % of the "
                      "burst rate is left; this run shows the burst",
                      whose, format_quantity(lasts / Seconds(1), Dimension::seconds),
                      100 * bucket.rate / bucket.burst_rate));
    }
  };
  warn("the volume", models::all_buckets(storage.disk));
  warn("the link to the volumes", storage.link_buckets);
}

}  // namespace

Prediction describe(const Scenario& scenario, const std::vector<Point>& points,
                    const Options& options) {
  Prediction prediction;
  prediction.scenario = scenario.file;
  prediction.title = scenario.title;
  prediction.seed = options.seed;
  prediction.confidence = options.confidence;
  prediction.is_messages = scenario.values.word("workload.kind") == "messages";
  const auto throughputs = each(points, [](const Point& p) { return p.outcome.throughput.mean; });
  // Messages are offered at a rate; what a closed workload reaches is the model's to say, with the
  // model's own error.
  prediction.throughput = for_measurement(
      throughputs, prediction.is_messages ? 0 : structural_error("throughput"), options.confidence);
  prediction.written_per_s =
      over_draws(each(points, [](const Point& p) { return p.outcome.written_per_s; }),
                 options.confidence)
          .mean;
  prediction.read_per_s =
      over_draws(each(points, [](const Point& p) { return p.outcome.read_per_s; }),
                 options.confidence)
          .mean;
  Histogram latency;
  for (const Point& point : points) {
    latency.merge(point.outcome.latency);
    prediction.events += point.outcome.events;
    prediction.simulated_s += point.outcome.simulated_s;
  }
  prediction.latency_p50_s = latency.quantile(0.50);
  prediction.latency_p95_s = latency.quantile(0.95);
  prediction.latency_p99_s = latency.quantile(0.99);
  prediction.latency_max_s = latency.max();
  for (const sim::ResourceUse& use : points.front().outcome.resources)
    prediction.resources.push_back(use_over(points, use, options.confidence));
  const auto busiest = std::max_element(
      prediction.resources.begin(), prediction.resources.end(),
      [](const auto& a, const auto& b) { return a.utilisation.mean < b.utilisation.mean; });
  if (busiest != prediction.resources.end()) prediction.bottleneck = busiest->name;
  return prediction;
}

RateLimit limit_over(const std::vector<Point>& points, Reading reading, double at_most,
                     double confidence) {
  RateLimit limit;
  limit.reading = reading == Reading::busy ? "busy" : "utilisation";
  limit.at_most = at_most;
  limit.rate = for_measurement(each(points, [](const Point& p) { return p.rate; }),
                               structural_error("throughput"), confidence);
  std::vector<std::string> names;
  for (const Point& point : points) names.push_back(highest_load(point.outcome, reading).resource);
  const auto votes = [&](const std::string& name) {
    return std::count(names.begin(), names.end(), name);
  };
  limit.resource = *std::max_element(names.begin(), names.end(), [&](const auto& a, const auto& b) {
    return votes(a) < votes(b);
  });
  return limit;
}

std::optional<SpindleReading> read_spindles(const Scenario& scenario,
                                            const std::vector<Point>& points, double confidence) {
  const auto busy =
      std::find_if(scenario.measured.begin(), scenario.measured.end(),
                   [](const Anchor& a) { return a.quantity == "busy" && a.set.empty(); });
  if (busy == scenario.measured.end() || scenario.values.number("system.array.disks") < 2)
    return std::nullopt;
  SpindleReading reading;
  reading.busy = busy->values.front();
  const auto shares = each(points, [](const Point& p) {
    return highest_load(p.outcome, Reading::busy).value > 0
               ? find_use(p.outcome, "array")->utilisation.mean
               : 0;
  });
  std::vector<double> factors;
  for (const double share : shares) factors.push_back(share > 0 ? 1 / share : 0);
  reading.utilisation = over_draws(shares, confidence);
  reading.to_saturation = over_draws(factors, confidence);
  return reading;
}

std::vector<Assumption> weigh_assumptions(const Scenario& scenario, const Ensemble& ensemble,
                                          const Options& options) {
  std::vector<std::string> paths = unknowns(scenario, ensemble.nominal.values);
  std::erase(paths, "system.array.member_spread");
  for (const std::string& path : scenario.fit) paths.push_back(path);
  const double base = answer_of(ensemble.nominal.values, {options.seed, 0});
  const auto elasticities =
      sim::replicate(static_cast<int>(paths.size()), thread_count(options), [&](int i) {
        return elasticity_of(paths[static_cast<std::size_t>(i)], scenario, ensemble, options, base);
      });
  std::vector<Assumption> assumptions;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    assumptions.push_back(assumption_of(paths[i], ensemble.nominal.values));
    assumptions.back().elasticity = elasticities[i];
  }
  if (scenario.values.at("system.array.member_spread").is_uncertain())
    assumptions.push_back(assumption_of("system.array.member_spread", scenario.values));
  std::stable_sort(assumptions.begin(), assumptions.end(),
                   [&](const Assumption& a, const Assumption& b) {
                     return weight(a, ensemble.nominal.values) > weight(b, ensemble.nominal.values);
                   });
  return assumptions;
}

std::vector<std::string> warnings_of(const Scenario& scenario, const Ensemble& ensemble,
                                     const Prediction& prediction) {
  std::vector<std::string> warnings;
  if (!ensemble.nominal.is_usable) warnings.push_back(ensemble.nominal.reason);
  if (ensemble.rejected > 0) {
    warnings.push_back(fmt::format(
        "{} of {} draws of the unknowns cannot meet what was measured and were left out",
        ensemble.rejected, ensemble.rejected + static_cast<int>(ensemble.draws.size())));
  }
  if (prediction.is_messages &&
      prediction.throughput.mean < 0.98 * scenario.values.number("workload.rate")) {
    warnings.emplace_back(
        "the system does not keep up with the offered rate: backlog and latency grow for as long "
        "as it lasts");
  }
  warn_of_size(ensemble.nominal.values, warnings);
  warn_of_credits(ensemble.nominal.values, warnings);
  return warnings;
}

}  // namespace headroom::plan
