// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/error.h"

namespace headroom::cli {
namespace {

bool is_folder(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

/// $HEADROOM_DATA, else the data of the tree that this program was built from, else the installed
/// ones.
std::string data_folder() {
  const char* const wanted = std::getenv("HEADROOM_DATA");
  if (wanted != nullptr && *wanted != '\0') {
    if (is_folder(wanted)) return wanted;
    throw EnvironmentError("HEADROOM_DATA names no folder: " + printable(wanted),
                           "set it to the folder that holds catalogue/ and cases/, or unset it");
  }
  for (const char* const path : {HEADROOM_SOURCE_DATA, "/usr/share/headroom"}) {
    if (is_folder(path)) return path;
  }
  throw EnvironmentError("the data folder with catalogue/ and cases/ is not there",
                         "set HEADROOM_DATA to it");
}

}  // namespace

plan::Options plan_options(const Arguments& arguments, ProgressBar& bar) {
  plan::Options options = arguments.plan;
  options.data.path = data_folder();
  options.progress = bar.progress();
  return options;
}

}  // namespace headroom::cli
