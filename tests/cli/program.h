// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace headroom::cli {

/// How a run of the program ended.
struct Finished {
  int status = 0;  ///< of the shell: 124 after two minutes, 128 + n for signal n
  std::string out;
  std::string err;
};

/// Runs a shell command, in which $headroom is the program. Streams are captured; none is a
/// terminal.
Finished shell(const std::string& command);

/// Runs the program with these words.
Finished headroom(const std::vector<std::string>& words);

/// A text as one word of a shell command.
std::string quoted(const std::string& word);

/// A new folder in the place for temporary files, removed with all that it holds at the end.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  /// Writes a file and returns its path.
  std::string file(const std::string& name, const std::string& content) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace headroom::cli
