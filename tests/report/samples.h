// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/question/answer.h"

namespace headroom::report {

/// Answers with every part filled in, of made-up numbers that are easy to follow.
plan::Prediction sample_prediction();
plan::WhatIf sample_what_if();
plan::Ledger sample_ledger();

/// How often `part` occurs in `text`.
std::size_t occurrences(const std::string& text, const std::string& part);

}  // namespace headroom::report
