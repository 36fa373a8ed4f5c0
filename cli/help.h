// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace headroom::cli {

/// What headroom is for, its commands and where to read on.
std::string overview(const std::vector<Command>& commands);

/// How one command is called: synopsis, details with examples, options, exit status.
std::string help_of(const Usage& usage);

}  // namespace headroom::cli
