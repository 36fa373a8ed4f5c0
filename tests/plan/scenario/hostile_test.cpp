// SPDX-License-Identifier: Apache-2.0
// Files that no friend writes: whatever comes, the reader says what is wrong and says it soon.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "base/random.h"
#include "plan/scenario/build.h"
#include "plan/scenario/yaml_file.h"
#include "tests/plan/files.h"

using namespace headroom;
using namespace headroom::plan;
using namespace headroom::plan::testing;

namespace {

std::string refusal_of_path(const std::string& path) {
  return fault_of([&] { read_scenario(path, shipped); });
}

bool is_refused_for(const std::string& text, const std::string& reason) {
  const std::string fault = fault_in(text);
  INFO(fault.substr(0, 300));
  return fault.find(reason) != std::string::npos;
}

std::string repeated(const std::string& part, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += part;
  return text;
}

/// The rows that the scenarios below name, so that thousands of them read no more than they need.
DataFolder small_catalogue(const TemporaryFolder& folder) {
  std::filesystem::create_directory(folder.path("catalogue"));
  folder.write("catalogue/disks.yaml",
               "nearline-sas-7k2-1tb: {kind: hdd, capacity: 1 TB}\n"
               "ebs-standard-2008: {kind: ebs-standard-2008, size: 1 GB}\n");
  return {folder.path("")};
}

/// One random change: bytes of the file or of YAML's own alphabet, cuts, repetitions, swaps.
std::string mutated(std::string text, Random& random) {
  static const std::string alphabet =
      "{}[]:,-#&*!|>'\"%@`?~ \n\t\r\0\x80\xff\xef\xbb\xbf"
      "0123456789.eEyn";
  const auto below = [&](std::size_t n) {
    return n == 0 ? std::size_t{0} : std::size_t{random.below(static_cast<std::uint32_t>(n))};
  };
  const std::size_t at = below(text.size());
  switch (random.below(7)) {
    case 0:
      text.resize(at);
      break;
    case 1:
      text.insert(at, 1, alphabet[below(alphabet.size())]);
      break;
    case 2:
      text.erase(at, 1 + below(8));
      break;
    case 3:
      if (!text.empty()) text[at] = alphabet[below(alphabet.size())];
      break;
    case 4:
      text.insert(at, text.substr(below(text.size()), below(60)));
      break;
    case 5:
      text.insert(at, repeated(std::string(1, alphabet[below(12)]), static_cast<int>(below(40))));
      break;
    default:
      if (!text.empty()) std::swap(text[at], text[below(text.size())]);
  }
  return text;
}

}  // namespace

TEST_CASE("a bomb of aliases is refused before it expands", "[hostile]") {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 30; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before +
            repeated(", " + before, 9) + "]\n";
  }
  CHECK(is_refused_for(bomb, "aliases"));
}

TEST_CASE("deep nesting is refused", "[hostile]") {
  const int depth = GENERATE(17, 1000, 100000);
  CHECK(is_refused_for(repeated("[", depth), "nested deeper than 16"));
  CHECK(is_refused_for(repeated("{a: ", depth), "nested deeper than 16"));
  std::string blocks;
  for (int i = 0; i < std::min(depth, 1000); ++i) blocks += repeated(" ", i) + "a:\n";
  CHECK(is_refused_for(blocks, "nested deeper than 16"));
  CHECK(fault_in(repeated("- ", depth)) != "");
}

TEST_CASE("more values than a scenario can need are refused", "[hostile]") {
  CHECK(is_refused_for("fit: [" + repeated("a, ", 30000) + "a]", "more than 20000 values"));
}

TEST_CASE("binary files are refused", "[hostile]") {
  CHECK(is_refused_for(std::string("\x7f"
                                   "ELF\x02\x01",
                                   6),
                       "byte 0x7f: this is not a text file"));
  CHECK(is_refused_for(std::string("title: a\n\0b", 11), "byte 0x00"));
  CHECK(fault_in("title: \x1b[31mred\n").substr(0, 4) == "1:8:");
  CHECK(fault_in(std::string("\xff\xfe"
                             "t\0i\0",
                             6)) != "");  // UTF-16
  CHECK(fault_in("\xff\xfe\xfd\xfc\n") != "");
}

TEST_CASE("large files are refused unread", "[hostile]") {
  CHECK(is_refused_for(repeated("# 16 characters.\n", 1 << 17), "more than the limit of 1048576"));
}

TEST_CASE("only regular files are read", "[hostile]") {
  const TemporaryFolder folder;
  CHECK(refusal_of_path("/dev/zero").find("not a regular file") != std::string::npos);
  CHECK(refusal_of_path(folder.path("")).find("not a regular file") != std::string::npos);
  CHECK(refusal_of_path("").find("no such file") != std::string::npos);
  REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  CHECK(refusal_of_path(folder.path("pipe")).find("not a regular file") != std::string::npos);
  std::filesystem::create_symlink("loop", folder.path("loop"));
  CHECK(refusal_of_path(folder.path("loop")) != "");
  CHECK(refusal_of_path(std::string(10000, 'x')) != "");
}

TEST_CASE("one document a file", "[hostile]") {
  CHECK(is_refused_for("title: a\n---\ntitle: b\n", "more than one document"));
  CHECK(fault_in("---\ntitle: a\n") == "");
}

TEST_CASE("a file without values is no scenario", "[hostile]") {
  const std::string text =
      GENERATE("", "\n\n", "# nothing\n", "---\n", "~\n", "a word\n", "[1, 2]\n", "\xef\xbb\xbf");
  INFO(text);
  CHECK(is_refused_for(text, "holds no scenario"));
}

TEST_CASE("tags, directives and odd keys are read as text or refused", "[hostile]") {
  for (const char* text : {"%YAML 9.9\n---\ntitle: a\n",
                           "%TAG ! tag:x,2000:\n---\ntitle: !a b\n",
                           "title: !!binary AAAA\n",
                           "title: !<tag:> x\n",
                           "title: ! x\n",
                           "title: !!python/object:os.system [rm]\n",
                           "!!map {title: a}\n",
                           "? [a, b]\n: c\n",
                           "? {a: b}\n: c\n",
                           "~: a\n",
                           "? \n: a\n",
                           "<<: {title: a}\n",
                           "title: !<\n",
                           "title: &\n",
                           "title: *\n",
                           "&a title: b\n",
                           "title: |9999\n a\n",
                           "title: >-\n",
                           "title: \"\\",
                           "title: '",
                           "title: \"\\xZZ\"\n",
                           "title: \"\\U0011FFFF\"\n",
                           "\t\ttitle: a\n",
                           "title: a: b\n",
                           "@\n",
                           "`\n",
                           "- - -\n? ? ?\n"}) {
    INFO(text);
    CHECK_NOTHROW(fault_in(text));  // InputError is caught, anything else fails here
  }
}

TEST_CASE("no change of a real scenario does more than refuse it", "[hostile]") {
  const std::string file =
      GENERATE("scenarios/kafka-sas-raid10.yaml", "scenarios/ebs-2008-single.yaml");
  const std::string original = read_file(file);
  const TemporaryFolder folder;
  const DataFolder data = small_catalogue(folder);
  Random random(20261201);
  int refused = 0;
  constexpr int count = 5000;
  for (int i = 0; i < count; ++i) {
    std::string text = original;
    for (std::uint32_t changes = 1 + random.below(4); changes > 0; --changes) {
      text = mutated(std::move(text), random);
    }
    try {
      const Scenario scenario = read_scenario(folder.write("mutant.yaml", text), data);
      build_system(scenario.values);
    } catch (const InputError& error) {
      ++refused;
      REQUIRE_FALSE(error.diagnostics().empty());
      REQUIRE_FALSE(error.diagnostics().front().message.empty());
    } catch (const std::exception& error) {
      FAIL(error.what() << "\n" << text);
    }
  }
  CHECK(refused > count / 4);
  CHECK(refused < count);
}

TEST_CASE("a scenario cut off anywhere is refused or incomplete, never a crash", "[hostile]") {
  const std::string original = read_file("scenarios/ebs-2008-single.yaml");
  const TemporaryFolder folder;
  const DataFolder data = small_catalogue(folder);
  for (std::size_t length = 0; length < original.size(); length += 3) {
    const auto path = folder.write("cut.yaml", original.substr(0, length));
    CHECK_NOTHROW(fault_of([&] { build_system(read_scenario(path, data).values); }));
  }
}
