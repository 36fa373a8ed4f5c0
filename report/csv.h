// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plan/question/answer.h"

namespace headroom::report {

/// The answers as CSV (RFC 4180 quoting, lines end in \n): one number a line, SI base units, a
/// number that is not finite is an empty field. Predictions have the columns
/// part,name,quantity,unit,mean,lo,hi; a what-if puts the alternative before them; a ledger has one
/// line a measured number. Numbers are printed so that they read back exactly.
std::string csv(const plan::Prediction& prediction);
std::string csv(const plan::WhatIf& what_if);
std::string csv(const plan::Ledger& ledger);

}  // namespace headroom::report
