// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/cli/program.h"

namespace headroom::cli {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("a full disk below standard output is exit status 3") {
  if (!std::filesystem::exists("/dev/full")) return;
  const Finished run = shell("exec \"$headroom\" --help >/dev/full");
  CHECK(run.status == 3);
  CHECK_THAT(run.err, Contains("standard output cannot be written"));
}

TEST_CASE("a closed standard output is no fault and no file takes its place") {
  const Finished run = shell("exec \"$headroom\" --help >&-");
  CHECK(run.status == 0);
  CHECK(run.err.empty());
}

TEST_CASE("a closed standard error does not change the exit status") {
  CHECK(shell("exec \"$headroom\" nonsense 2>&-").status == 2);
}

TEST_CASE("a reader that goes away ends the program quietly") {
  // The reader is gone before the program begins, for it waits until the pipe has lost its other
  // end.
  const Finished run = shell(
      "mkfifo \"$0.pipe\"; (exec 3<\"$0.pipe\") & exec 4>\"$0.pipe\"; wait; \"$headroom\" --help "
      ">&4; echo \"status $?\"");
  CHECK(run.out == "status 0\n");
  CHECK(run.err.empty());
}

TEST_CASE("a data folder that is not there is the environment's fault") {
  const Finished run = shell(
      "HEADROOM_DATA=/nowhere/at/all exec \"$headroom\" predict scenarios/kafka-sas-raid10.yaml");
  CHECK(run.status == 3);
  CHECK_THAT(run.err, Contains("HEADROOM_DATA names no folder: /nowhere/at/all"));
}

}  // namespace
}  // namespace headroom::cli
