// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Where a value was written: a file, or an option of the command line. Lines and columns (in
/// bytes) count from 1; 0 means unknown.
struct Origin {
  std::string file;
  int line = 0;
  int column = 0;
};

/// One thing that is wrong with the input: what was found, what to write instead, and the line it
/// stands in ("" if there is none to show).
struct Diagnostic {
  Origin origin;
  std::string message;
  std::string hint;
  std::string source_line;
};

/// The user's fault: bad usage or bad input. Thrown where it is found, caught in main (exit status
/// 2). what() is the text to print, a block for each diagnostic and safe for a terminal whatever
/// the input held:
///
///     raid.yaml:14:17: array.chunk_size: "64 K" has no known unit
///       14 |     chunk_size: 64 K
///          |                 ^ write 64 KiB (65536 bytes) or 64 kB (64000 bytes)
class InputError : public std::runtime_error {
 public:
  explicit InputError(Diagnostic diagnostic);
  /// Requires: at least one diagnostic.
  explicit InputError(std::vector<Diagnostic> diagnostics);

  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

/// The world's fault: a tool is missing, a permission, a disk that is full (exit status 3). what()
/// is the text to print: what failed, then the hint (what to do) on a line of its own.
class EnvironmentError : public std::runtime_error {
 public:
  EnvironmentError(const std::string& what, std::string hint);

  const std::string& hint() const { return hint_; }

 private:
  std::string hint_;
};

/// Our own fault: when `condition` fails, prints the sentence to standard error and aborts, in
/// release builds too. Never reachable from a user's input.
inline void check(bool condition, const char* sentence) {
  if (condition) return;
  std::fprintf(stderr, "headroom: internal error: %s\n", sentence);
  std::abort();
}

/// `text` made safe for a terminal: control characters, direction marks and bytes that are not
/// UTF-8 become \xNN, tabs become blanks, and what exceeds `limit` characters is cut and marked by
/// "...".
std::string printable(std::string_view text, std::size_t limit = 400);

}  // namespace headroom
