// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/terminal/layout.h"

namespace headroom::cli {

/// Opens /dev/null in the place of standard streams that are closed, so that no file takes their
/// number, and turns the signal of a broken pipe into an error of write. Call first.
void prepare_standard_streams();

/// Whether the stream of that number is a terminal that understands control sequences.
bool is_terminal(int stream);

/// Colour only on a terminal and without NO_COLOR (no-color.org).
report::Style output_style();

/// Writes all of the text to standard output. A reader that has gone away is no error; throws
/// EnvironmentError for others, such as a full disk.
void write_output(const std::string& text);

}  // namespace headroom::cli
