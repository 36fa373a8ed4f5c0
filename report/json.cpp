// SPDX-License-Identifier: Apache-2.0
#include "report/json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/numbers.h"

namespace headroom::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int schema = 1;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json object(const Estimate& estimate) {
  return {
      {"mean", number(estimate.mean)}, {"lo", number(estimate.lo)}, {"hi", number(estimate.hi)}};
}

/// An estimate that is all 0 was not asked for.
Json object_or_null(const Estimate& estimate) {
  return estimate.mean == 0 && estimate.hi == 0 ? Json(nullptr) : object(estimate);
}

template <class Values, class Convert>
Json array(const Values& values, const Convert& convert) {
  Json result = Json::array();
  for (const auto& value : values) result.push_back(convert(value));
  return result;
}

Json throughput(const plan::Prediction& prediction) {
  Json result = {{"unit", si_symbol(throughput_unit(prediction))}};
  result.update(object(prediction.throughput));
  return result;
}

Json resource(const sim::ResourceUse& use) {
  return {{"name", use.name},
          {"kind", std::string(sim::to_string(use.kind))},
          {"utilisation", object(use.utilisation)},
          {"busy", object(use.busy)},
          {"demand_s", number(use.demand_s)},
          {"queue_mean", number(use.queue_mean)}};
}

Json assumption(const plan::Assumption& assumption) {
  return {{"name", assumption.name},     {"value", assumption.value},
          {"range", assumption.range},   {"provenance", assumption.provenance},
          {"source", assumption.source}, {"elasticity", number(assumption.elasticity)}};
}

Json limit(const plan::RateLimit& limit) {
  return {{"reading", limit.reading},
          {"at_most", number(limit.at_most)},
          {"rate", object(limit.rate)},
          {"resource", limit.resource}};
}

Json anchor(const plan::AnchorCheck& anchor) {
  return {{"quantity", anchor.quantity},
          {"setting", anchor.setting},
          {"unit", si_symbol({anchor.dimension, anchor.noun})},
          {"measured", number(anchor.measured)},
          {"predicted", number(anchor.predicted)},
          {"rel_error", number(anchor.predicted / anchor.measured - 1)}};
}

Json spindles(const std::optional<plan::SpindleReading>& reading) {
  if (!reading) return nullptr;
  return {{"busy", number(reading->busy)},
          {"utilisation", object(reading->utilisation)},
          {"to_saturation", object(reading->to_saturation)}};
}

Json object(const plan::Prediction& prediction) {
  return {{"schema", schema},
          {"scenario", prediction.scenario},
          {"title", prediction.title},
          {"seed", prediction.seed},
          {"confidence", number(prediction.confidence)},
          {"throughput", throughput(prediction)},
          {"latency_s",
           {{"p50", number(prediction.latency_p50_s)},
            {"p95", number(prediction.latency_p95_s)},
            {"p99", number(prediction.latency_p99_s)},
            {"max", number(prediction.latency_max_s)}}},
          {"resources", array(prediction.resources, resource)},
          {"bottleneck", prediction.bottleneck},
          {"written_per_s", number(prediction.written_per_s)},
          {"read_per_s", number(prediction.read_per_s)},
          {"limits", array(prediction.limits, limit)},
          {"spindles", spindles(prediction.spindles)},
          {"anchors", array(prediction.anchors, anchor)},
          {"simulated_s", number(prediction.simulated_s)},
          {"events", prediction.events},
          {"wall_s", number(prediction.wall_s)},
          {"assumptions", array(prediction.assumptions, assumption)},
          {"warnings", prediction.warnings}};
}

Json alternative(const plan::Alternative& alternative) {
  Json set = Json::object();
  for (const auto& [path, value] : alternative.set) set[path] = value;
  return {{"text", alternative.text},
          {"set", set},
          {"result", object(alternative.result)},
          {"ratio", object(alternative.ratio)},
          {"busy_ratio", object_or_null(alternative.busy_ratio)},
          {"verdict", alternative.verdict}};
}

Json family(const plan::FamilyErrors& family) {
  return {{"name", family.name},
          {"n", family.n},
          {"median_abs_rel_error", number(family.median_abs_rel_error)},
          {"p90_abs_rel_error", number(family.p90_abs_rel_error)},
          {"coverage", number(family.coverage)}};
}

Json row(const plan::LedgerRow& row) {
  return {{"family", row.family},
          {"case", row.case_id},
          {"quantity", row.quantity},
          {"at", row.at},
          {"use", row.use},
          {"unit", si_symbol({row.dimension, row.noun})},
          {"measured", number(row.measured)},
          {"predicted", number(row.predicted)},
          {"lo", number(row.lo)},
          {"hi", number(row.hi)},
          {"rel_error", number(row.rel_error)}};
}

std::string document(const Json& value) {
  constexpr int indent = 2;
  return value.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string json(const plan::Prediction& prediction) { return document(object(prediction)); }

std::string json(const plan::WhatIf& what_if) {
  return document({{"schema", schema},
                   {"baseline", object(what_if.baseline)},
                   {"alternatives", array(what_if.alternatives, alternative)}});
}

std::string json(const plan::Ledger& ledger) {
  return document({{"schema", schema},
                   {"families", array(ledger.families, family)},
                   {"overall", family(ledger.overall)},
                   {"rows", array(ledger.rows, row)}});
}

}  // namespace headroom::report
