// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plan/question/answer.h"
#include "plan/scenario/document.h"

namespace headroom::plan {

/// The sentence that answers an alternative: what it gives, against what was hoped for, and why.
/// Every number in it can be found in the tables of the two predictions or follows from the two
/// documents by the closed forms of models/.
std::string verdict_of(const Prediction& baseline, const Alternative& alternative,
                       const Document& before, const Document& after);

}  // namespace headroom::plan
