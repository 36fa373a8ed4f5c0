// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plan/question/answer.h"

namespace headroom::report {

/// The answers as JSON, one document with a line end behind it. The keys are a contract: "schema":
/// 1 stays as long as no key is renamed, removed or given another meaning; new keys may come. All
/// numbers are in SI base units (seconds, bytes, per second, fractions of 1); what is not finite is
/// null. Bytes of the input that are not UTF-8 become U+FFFD.
std::string json(const plan::Prediction& prediction);
std::string json(const plan::WhatIf& what_if);
std::string json(const plan::Ledger& ledger);

}  // namespace headroom::report
