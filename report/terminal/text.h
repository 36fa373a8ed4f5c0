// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plan/question/answer.h"
#include "report/terminal/layout.h"

namespace headroom::report {

/// One prediction for a reader: throughput with its interval, latency, a bar for each resource, a
/// plain sentence, how far the system goes, what the numbers lean on, and warnings. The same
/// prediction gives the same bytes: the time that the computation took is not shown.
std::string text(const plan::Prediction& prediction, const Style& style);

/// Alternatives beside the baseline: a table, one verdict each, and the utilisation of every
/// resource in every alternative, by which the verdicts can be checked.
std::string text(const plan::WhatIf& what_if, const Style& style);

/// How right earlier predictions were: by family, then by case and quantity. Numbers that the fits
/// saw are shown apart and not counted. `has_rows`: every single number too.
std::string text(const plan::Ledger& ledger, const Style& style, bool has_rows);

}  // namespace headroom::report
