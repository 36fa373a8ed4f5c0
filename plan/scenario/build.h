// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "models/system.h"
#include "plan/scenario/document.h"

namespace headroom::plan {

/// The system that a document describes. Throws InputError where its values contradict each other
/// or a rule of the models: RAID 10 with one disk, replication above brokers, a volume beyond its
/// type's limits.
models::System build_system(const Document& document);

/// Whether the key plays a part in this system: the seek of an SSD or the replication of a dd run
/// do not.
bool is_relevant(std::string_view path, const Document& document);

}  // namespace headroom::plan
