// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/cli/program.h"

namespace headroom::cli {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

const std::string scenario = "scenarios/kafka-sas-raid10.yaml";

void check_refused(const std::vector<std::string>& words, const std::string& message) {
  const Finished run = headroom(words);
  CAPTURE(words);
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK(run.err == message);
}

TEST_CASE("the version is one line") {
  const Finished run = headroom({"--version"});
  CHECK(run.status == 0);
  CHECK_THAT(run.out, Catch::Matchers::Matches("headroom [0-9]+\\.[0-9]+\\.[0-9]+\n"));
  CHECK(run.err.empty());
}

TEST_CASE("the overview names every command") {
  const Finished run = headroom({"--help"});
  CHECK(run.status == 0);
  CHECK_THAT(run.out, Contains("  predict ") && Contains("  whatif ") && Contains("  accuracy "));
  CHECK(headroom({"-h"}).out == run.out);
}

TEST_CASE("the help of each command has its usage, an example and every option") {
  const std::string command = GENERATE("predict", "whatif", "accuracy");
  CAPTURE(command);
  const Finished run = headroom({command, "--help"});
  CHECK(run.status == 0);
  CHECK(run.err.empty());
  CHECK_THAT(run.out, StartsWith("usage: headroom " + command) &&
                          Contains("Examples:\n  headroom " + command));
  CHECK_THAT(run.out, Contains("--format FORMAT") && Contains("--seed N") &&
                          Contains("--confidence SHARE") && Contains("--draws N") &&
                          Contains("--jobs N") && Contains("--quiet"));
  CHECK(headroom({command, "-h"}).out == run.out);
}

TEST_CASE("the help of accuracy has the options that it alone has") {
  CHECK_THAT(headroom({"accuracy", "--help"}).out,
             Contains("--family NAME") && Contains("--rows ") && Contains("--cases FOLDER"));
}

TEST_CASE("no command at all is refused") {
  check_refused({}, "headroom: a command is missing\n  try headroom --help\n");
}

TEST_CASE("an unknown command is refused with the nearest one") {
  check_refused(
      {"predcit", scenario},
      "headroom: there is no command \"predcit\"\n  did you mean predict? try headroom --help\n");
  check_refused({"xyzzy"}, "headroom: there is no command \"xyzzy\"\n  try headroom --help\n");
  check_refused(
      {"--verson"},
      "headroom: there is no option \"--verson\"\n  did you mean --version? try headroom --help\n");
}

TEST_CASE("an unknown option is refused with the nearest one") {
  check_refused({"predict", scenario, "--formt", "json"},
                "headroom predict: there is no option --formt\n"
                "  did you mean --format? try headroom predict --help\n");
  check_refused({"predict", scenario, "-x"},
                "headroom predict: there is no option -x\n  try headroom predict --help\n");
}

TEST_CASE("options are not guessed from their beginning, nor taken from other commands") {
  CHECK(headroom({"predict", scenario, "--conf", "0.9"}).status == 2);
  CHECK(headroom({"predict", scenario, "--rows"}).status == 2);
}

TEST_CASE("missing and superfluous arguments are refused with the usage") {
  check_refused(
      {"predict"},
      "headroom predict: an argument is missing\n  usage: headroom predict SCENARIO [OPTION]...\n");
  check_refused({"whatif", scenario},
                "headroom whatif: an argument is missing\n  usage: headroom whatif SCENARIO ALT... "
                "[OPTION]...\n");
  check_refused({"predict", scenario, "more"},
                "headroom predict: \"more\" is one argument too many\n  usage: headroom predict "
                "SCENARIO [OPTION]...\n");
  check_refused({"accuracy", "more"},
                "headroom accuracy: \"more\" is one argument too many\n  usage: headroom accuracy "
                "[OPTION]...\n");
}

TEST_CASE("an option without its value, with a value it does not take, or given twice is refused") {
  CHECK_THAT(headroom({"predict", scenario, "--seed"}).err, Contains("--seed"));
  CHECK(headroom({"predict", scenario, "--seed"}).status == 2);
  CHECK(headroom({"predict", scenario, "--quiet=1"}).status == 2);
  check_refused({"predict", scenario, "--seed", "1", "--seed", "2"},
                "headroom predict: --seed is given twice\n  keep one of them\n");
}

TEST_CASE("a bad number names the option, what was found and what is expected") {
  const auto [option, value, expected] = GENERATE(table<std::string, std::string, std::string>({
      {"--seed", "-3", "write a number from 0 to 9007199254740991"},
      {"--seed", "9007199254740992", "write a number from 0 to 9007199254740991"},
      {"--seed", "1e3", "write a number from 0 to 9007199254740991"},
      {"--jobs", "-1", "write a number from 0 to 1024"},
      {"--jobs", "2.5", "write a number from 0 to 1024"},
      {"--draws", "3", "write a number from 4 to 10000"},
      {"--draws", "99999999999999999999", "write a number from 4 to 10000"},
  }));
  check_refused(
      {"predict", scenario, option + "=" + value},
      option + ": \"" + value + "\" is not a whole number in range\n  " + expected + "\n");
}

TEST_CASE("a confidence is a share between a half and nearly one") {
  const std::string value = GENERATE("0.49", "1", "90", "-0.9");
  const Finished run = headroom({"predict", scenario, "--confidence", value});
  CAPTURE(value);
  CHECK(run.status == 2);
  CHECK_THAT(run.err, StartsWith("--confidence: \"" + value + "\""));
}

TEST_CASE("an unknown format is refused with the ones that there are") {
  check_refused({"predict", scenario, "--format", "jsn"},
                "--format: \"jsn\" is no format\n  did you mean json?\n");
  check_refused({"predict", scenario, "--format", "yaml"},
                "--format: \"yaml\" is no format\n  write text, json or csv\n");
}

TEST_CASE("words of the user reach the terminal without control characters") {
  const Finished run = headroom({"pre\033[31mdict"});
  CHECK(run.status == 2);
  CHECK_THAT(run.err, !Contains("\033") && Contains("\\x1B"));
}

}  // namespace
}  // namespace headroom::cli
