// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <csignal>

using namespace headroom;

namespace {
std::string text(Diagnostic diagnostic) { return InputError(std::move(diagnostic)).what(); }
}  // namespace

TEST_CASE("an input error shows place, line, caret and hint") {
  CHECK(text({{"raid10-to-raid0.yaml", 14, 17},
              "array.chunk_size: \"64 K\" has no known unit",
              "write 64 KiB (65536 bytes) or 64 kB (64000 bytes)",
              "    chunk_size: 64 K"}) ==
        "raid10-to-raid0.yaml:14:17: array.chunk_size: \"64 K\" has no known unit\n"
        "  14 |     chunk_size: 64 K\n"
        "     |                 ^ write 64 KiB (65536 bytes) or 64 kB (64000 bytes)");
}

TEST_CASE("an input error leaves out what is unknown") {
  CHECK(text({{"a.yaml", 3, 5}, "no such key", "did you mean disks?", ""}) ==
        "a.yaml:3:5: no such key\n  did you mean disks?");
  CHECK(text({{"a.yaml", 3, 0}, "no such key", "", ""}) == "a.yaml:3: no such key");
  CHECK(text({{"--seed", 0, 7}, "\"x\" is not a number", "", ""}) ==
        "--seed: \"x\" is not a number");
  CHECK(text({{}, "no scenario was given", "name a file", ""}) ==
        "no scenario was given\n  name a file");
  CHECK(text({{"a", 3, 0}, "m", "h", "line"}) == "a:3: m\n  3 | line\n    | h");
  CHECK(text({{"a", 3, 2}, "m", "", "line"}) == "a:3:2: m\n  3 | line\n    |  ^");
  CHECK(text({{"a", 3, 0}, "m", "", "line"}) == "a:3: m\n  3 | line");
}

TEST_CASE("several diagnostics make one text with a block for each") {
  const InputError error({{{"a", 1, 1}, "first", "", ""}, {{"a", 2, 1}, "second", "hint", ""}});
  CHECK(error.diagnostics().size() == 2);
  CHECK(error.diagnostics()[1].hint == "hint");
  CHECK(std::string(error.what()) == "a:1:1: first\na:2:1: second\n  hint");
}

TEST_CASE("a hostile input cannot send control sequences to the terminal") {
  CHECK(text({{"a\nb", 1, 0}, "\x1b[2J", "\x07", "\x1b]0;x\tz"}) ==
        "a\\x0Ab:1: \\x1B[2J\n  1 | \\x1B]0;x z\n    | \\x07");
}

TEST_CASE("the caret stands under its character after what had to be escaped or encoded") {
  // ESC takes four columns when escaped, e with acute two bytes and one column.
  CHECK(text({{"a", 1, 4}, "m", "h", "\x1b\xC3\xA9x"}) ==
        "a:1:4: m\n  1 | \\x1B\xC3\xA9x\n    |      ^ h");
}

TEST_CASE("a long source line is cut around the caret") {
  std::string line(500, 'a');
  line.append("!").append(500, 'b');
  CHECK(text({{"f", 1, 501}, "m", "h", line}) == "f:1:501: m\n  1 | ..." + std::string(60, 'a') +
                                                     "!" + std::string(62, 'b') + "...\n    | " +
                                                     std::string(63, ' ') + "^ h");
  CHECK(text({{"f", 1, 1}, "m", "", std::string(101, 'a')}) ==
        "f:1:1: m\n  1 | " + std::string(100, 'a') + "...\n    | ^");
}

TEST_CASE("a cut source line never starts inside a character") {
  std::string line;
  for (int i = 0; i < 100; ++i) line += "\xE2\x82\xAC";  // the euro sign, three bytes
  const std::string result = text({{"f", 1, 150}, "m", "", line});
  CHECK(result.find("...\xE2\x82\xAC") != std::string::npos);
  CHECK(result.find("\\x") == std::string::npos);
}

TEST_CASE("a column past the end of its line is drawn at the end") {
  CHECK(text({{"f", 1, 99}, "m", "h", "ab"}) == "f:1:99: m\n  1 | ab\n    |   ^ h");
}

TEST_CASE("printable text keeps what is safe and spells out what is not") {
  CHECK(printable("25 \xC2\xB5s \xE2\x82\xAC \xF0\x9F\x98\x80") ==
        "25 \xC2\xB5s \xE2\x82\xAC \xF0\x9F\x98\x80");
  CHECK(printable(std::string_view("\0", 1)) == "\\x00");
  CHECK(printable("\x7f") == "\\x7F");
  CHECK(printable("\xff") == "\\xFF");
  CHECK(printable("\xC3") == "\\xC3");                             // cut off
  CHECK(printable("\xC3(") == "\\xC3(");                           // not continued
  CHECK(printable("\xC0\xAF") == "\\xC0\\xAF");                    // over-long
  CHECK(printable("\xE0\x80\xAF") == "\\xE0\\x80\\xAF");           // over-long
  CHECK(printable("\xF0\x80\x80\xAF") == "\\xF0\\x80\\x80\\xAF");  // over-long
  CHECK(printable("\xED\xA0\x80") == "\\xED\\xA0\\x80");           // surrogate
  CHECK(printable("\xF4\x90\x80\x80") == "\\xF4\\x90\\x80\\x80");  // beyond Unicode
  CHECK(printable("\xC2\x9B") == "\\xC2\\x9B");           // 8-bit control sequence introducer
  CHECK(printable("\xE2\x80\xAE") == "\\xE2\\x80\\xAE");  // right-to-left override
  CHECK(printable("\xEF\xBB\xBF") == "\\xEF\\xBB\\xBF");  // byte order mark
}

TEST_CASE("printable text is cut at its limit and not before") {
  CHECK(printable("abcd", 4) == "abcd");
  CHECK(printable("abcde", 4) == "abcd...");
  CHECK(printable("abc\x01", 6) == "abc...");
}

TEST_CASE("an environment error prints what failed and then what to do") {
  const EnvironmentError error("fio was not found on PATH", "apt-get install fio");
  CHECK(std::string(error.what()) == "fio was not found on PATH\n  apt-get install fio");
  CHECK(error.hint() == "apt-get install fio");
  CHECK(std::string(EnvironmentError("disk full", "").what()) == "disk full");
}

TEST_CASE("a check that holds does nothing, one that fails prints its sentence and aborts") {
  check(true, "never printed");
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    std::signal(SIGABRT, SIG_DFL);  // the test runner's handler reports it as a failed test
    check(false, "a queue is never negative");
    _exit(0);
  }
  close(ends[1]);
  std::array<char, 200> printed{};
  const auto length = read(ends[0], printed.data(), printed.size());
  close(ends[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGABRT);
  REQUIRE(length > 0);
  CHECK(std::string(printed.data(), static_cast<std::size_t>(length)) ==
        "headroom: internal error: a queue is never negative\n");
}
