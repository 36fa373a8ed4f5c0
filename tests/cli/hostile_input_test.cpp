// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/cli/program.h"

namespace headroom::cli {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

/// A scenario in order, in which one line can be replaced by another.
std::string scenario(const std::string& line = "", const std::string& instead = "") {
  std::string text =
      "title: a small cluster\n"         // 1
      "system:\n"                        // 2
      "  brokers: 3\n"                   // 3
      "  array: {raid: 10, disks: 4}\n"  // 4
      "  disk: {kind: hdd}\n"            // 5
      "workload:\n"                      // 6
      "  kind: messages\n"               // 7
      "  rate: 100k msg/s\n"             // 8
      "  message_size: 1 KiB\n"          // 9
      "  replication: 3\n"               // 10
      "  linger: 1 s\n"                  // 11
      "  batch_size: 256 KiB\n"          // 12
      "  partitions: 10\n";              // 13
  if (!line.empty()) text.replace(text.find(line), line.size(), instead);
  return text;
}

/// The program refuses the file at FILE:`place` and says what holds `part`.
void check_refused(const std::string& file, const std::string& place, const std::string& part) {
  const Finished run = headroom({"predict", file});
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK_THAT(run.err, StartsWith(file + ":" + place + ": ") && Contains(part));
}

void check_refused_text(const std::string& text, const std::string& place,
                        const std::string& part) {
  const Scratch scratch;
  check_refused(scratch.file("scenario.yaml", text), place, part);
}

TEST_CASE("the scenario that these tests spoil is in order") {
  const Scratch scratch;
  const Finished run =
      headroom({"predict", scratch.file("scenario.yaml", scenario()), "--draws", "4"});
  CHECK(run.err.empty());
  CHECK(run.status == 0);
}

TEST_CASE("an unknown key is refused with the nearest one") {
  check_refused_text(scenario("brokers: 3", "borkers: 3"), "3:3", "brokers");
}

TEST_CASE("a size or rate without a unit is refused") {
  check_refused_text(scenario("1 KiB", "1024"), "9:17", "has no unit");
  check_refused_text(scenario("100k msg/s", "1000"), "8:9", "has no unit");
}

TEST_CASE("a negative rate is refused") {
  check_refused_text(scenario("100k msg/s", "-5 msg/s"), "8:9", "negative");
}

TEST_CASE("values that contradict each other are refused where they stand") {
  check_refused_text(scenario("disks: 4", "disks: 1"), "4:17", "RAID 10");
  check_refused_text(scenario("replication: 3", "replication: 4"), "10:16", "there are 3");
}

TEST_CASE("a key that comes twice is refused") {
  check_refused_text(scenario("  replication: 3", "  kind: messages"), "10:3", "twice");
}

TEST_CASE("text that is not YAML is refused at its line") {
  check_refused_text("title: [a\nsystem: {\n", "2:7", "not valid YAML");
}

TEST_CASE("a file of the wrong shape is refused") {
  const std::string text = GENERATE("", "\n\n# nothing\n", "just a sentence\n", "- a\n- list\n");
  CAPTURE(text);
  const Scratch scratch;
  const std::string file = scratch.file("scenario.yaml", text);
  const Finished run = headroom({"predict", file});
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK_THAT(run.err, StartsWith(file + ":"));
}

TEST_CASE("binary files are refused at the first byte that is no text") {
  check_refused_text(std::string("\x7f"
                                 "ELF\x02\x01\x00\x00",
                                 8),
                     "1:1", "not a text file");
  check_refused_text("title: a\nb: \x01\n", "2:4", "not a text file");
}

TEST_CASE("an alias bomb does not expand") {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int level = 1; level < 12; ++level) {
    const std::string name = "a" + std::to_string(level);
    const std::string one = "*a" + std::to_string(level - 1);
    bomb += name + ": &" + name + " [" + one;
    for (int i = 0; i < 8; ++i) bomb += ", " + one;
    bomb += "]\n";
  }
  check_refused_text(bomb, "2:10", "aliases");
}

TEST_CASE("deep nesting is refused") {
  check_refused_text("a: " + std::string(100000, '['), "1:12", "nested deeper");
  check_refused_text("a: " + std::string(100000, '{'), "1:19", "nested deeper");
}

TEST_CASE("a file of a gigabyte is refused unread") {
  const Scratch scratch;
  const std::string file = scratch.file("scenario.yaml", scenario());
  std::filesystem::resize_file(file, 1ULL << 30U);
  check_refused(file, "1:1", "1073741824 bytes");
}

TEST_CASE("what is no file of text is refused") {
  const Scratch scratch;
  check_refused("/dev/zero", "1:1", "not a regular file");
  check_refused(scratch.path(""), "1:1", "not a regular file");
  check_refused(scratch.path("missing.yaml"), "1:1", "no such file");
}

TEST_CASE("a named pipe without a writer does not hang the program") {
  const Finished run = shell("mkfifo \"$0.pipe\"; exec \"$headroom\" predict \"$0.pipe\"");
  CHECK(run.status == 2);
  CHECK_THAT(run.err, Contains("not a regular file"));
}

TEST_CASE("a file without permission to read is refused") {
  const Scratch scratch;
  std::string file = scratch.file("scenario.yaml", scenario());
  std::filesystem::permissions(file, std::filesystem::perms::none);
  // The superuser reads it all the same, but not this one.
  if (access(file.c_str(), R_OK) == 0) file = "/proc/sys/vm/compact_memory";
  if (!std::filesystem::exists(file)) return;
  check_refused(file, "1:1", "cannot be read");
}

TEST_CASE("a scenario that extends itself is refused") {
  check_refused_text("extends: scenario.yaml\n", "1:10", "extends");
}

TEST_CASE("a bad alternative is refused before anything is simulated") {
  const auto [alternative, part] = GENERATE(table<std::string, std::string>({
      {"dsks=32", "dsks"},
      {"disks=many", "many"},
      {"disks=-1", "-1"},
      {"disks", "disks"},
      {"disks=", "disks="},
      {"=32", "=32"},
      {"", "alternative"},
      {"kind=hdd", "kind"},
      {"disks=32,,raid=0", "disks=32,,raid=0"},
      {"disks=1", "RAID 10"},
      {"message_size=1024", "1024"},
  }));
  const Scratch scratch;
  CAPTURE(alternative);
  const Finished run = headroom({"whatif", scratch.file("scenario.yaml", scenario()), alternative});
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK_THAT(run.err, Contains(part));
}

TEST_CASE("a folder of cases that is not there is refused") {
  const Finished run = headroom({"accuracy", "--cases", "/nowhere/at/all"});
  CHECK(run.status == 2);
  CHECK_THAT(run.err, Contains("/nowhere/at/all"));
}

TEST_CASE("an unknown family is refused with the nearest one") {
  const Scratch cases;
  std::filesystem::copy("data/cases/seed_ebs_md_raid_2008.yaml", cases.path(""));
  const Finished run = headroom(
      {"accuracy", "--cases", cases.path(""), "--draws", "4", "--family", "seed_ebs_md_raid_208"});
  CHECK(run.status == 2);
  CHECK(run.err ==
        "--family: there is no family \"seed_ebs_md_raid_208\"\n  did you mean "
        "seed_ebs_md_raid_2008?\n");
}

}  // namespace
}  // namespace headroom::cli
