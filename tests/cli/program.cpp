// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.h"

#include <stdlib.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace headroom::cli {
namespace {

std::string content_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream content;
  content << stream.rdbuf();
  return content.str();
}

}  // namespace

std::string quoted(const std::string& word) {
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

Finished shell(const std::string& command) {
  const Scratch scratch;
  const std::string script =
      scratch.file("script", "unset HEADROOM_DATA NO_COLOR\nheadroom=" + quoted(HEADROOM_PROGRAM) +
                                 "\n" + command + "\n");
  const std::string out = scratch.path("out");
  const std::string err = scratch.path("err");
  const std::string line =
      "timeout 120 sh " + quoted(script) + " </dev/null >" + quoted(out) + " 2>" + quoted(err);
  const int ended = std::system(line.c_str());
  return {WIFEXITED(ended) ? WEXITSTATUS(ended) : 255, content_of(out), content_of(err)};
}

Finished headroom(const std::vector<std::string>& words) {
  std::string command = "exec \"$headroom\"";
  for (const std::string& word : words) command += " " + quoted(word);
  return shell(command);
}

Scratch::Scratch() {
  std::string pattern = (std::filesystem::temp_directory_path() / "headroom-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr)
    throw std::runtime_error("no temporary folder: " + pattern);
  folder_ = pattern;
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string Scratch::file(const std::string& name, const std::string& content) const {
  const std::string where = path(name);
  std::ofstream(where, std::ios::binary) << content;
  return where;
}

}  // namespace headroom::cli
