// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "plan/ledger/cases.h"
#include "plan/question/ask.h"

namespace headroom::plan {
namespace {

namespace fs = std::filesystem;

/// A folder of cases that is gone at the end.
class CaseFolder {
 public:
  explicit CaseFolder(const std::string& name) : path_(fs::temp_directory_path() / name) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~CaseFolder() { fs::remove_all(path_); }
  CaseFolder(const CaseFolder&) = delete;
  CaseFolder& operator=(const CaseFolder&) = delete;

  void write(const std::string& text) const { std::ofstream(path_ / "cases.yaml") << text; }
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

/// `text` with one place changed that must occur once.
std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t place = text.find(from);
  REQUIRE(place != std::string::npos);
  REQUIRE(text.find(from, place + 1) == std::string::npos);
  return text.replace(place, from.size(), to);
}

/// The EBS cases of 2008, only one volume and RAID 0 over two of them, to be quick.
std::string two_cases() {
  std::ifstream file("data/cases/seed_ebs_md_raid_2008.yaml");
  std::stringstream text;
  text << file.rdbuf();
  return changed(text.str(),
                 ", raid0_x3: ebs-2008-raid0x3.yaml, raid5_x3: ebs-2008-raid5x3.yaml, raid10f2_x3: "
                 "ebs-2008-raid10f2x3.yaml}",
                 "}");
}

Ledger ledger_of(const std::string& text) {
  const CaseFolder folder("headroom_accuracy_honesty");
  folder.write(text);
  Options options;
  options.draws = 3;
  options.data.path = "data";
  return accuracy(folder.path(), options);
}

TEST_CASE("a validated number moves its error and no prediction") {
  const Ledger before = ledger_of(two_cases());
  const Ledger after = ledger_of(changed(two_cases(), "v: 93.8", "v: 187.6"));
  REQUIRE(before.rows.size() == after.rows.size());
  int moved = 0;
  for (std::size_t i = 0; i < before.rows.size(); ++i) {
    const LedgerRow &was = before.rows[i], &is = after.rows[i];
    CHECK(is.predicted == was.predicted);
    CHECK(is.lo == was.lo);
    CHECK(is.hi == was.hi);
    if (is.measured == was.measured) continue;
    ++moved;
    CHECK(is.use == "validate");
    CHECK(is.measured == Approx(2 * was.measured));
    // predicted / measured - 1 with twice the denominator
    CHECK(1 + is.rel_error == Approx((1 + was.rel_error) / 2));
  }
  CHECK(moved == 1);
}

TEST_CASE("only validated numbers count as errors") {
  const Ledger ledger = ledger_of(two_cases());
  CHECK(ledger.rows.size() == 9);  // four runs of one volume, five of RAID 0 over two
  CHECK(ledger.overall.n == 5);
  CHECK(ledger.families.at(0).n == 5);
}

TEST_CASE("what a shipped scenario is fitted to is tagged calibrate in its cases") {
  int scenarios = 0;
  for (const auto& entry : fs::directory_iterator("data/cases")) {
    if (entry.path().extension() != ".yaml") continue;
    const CaseFile file = read_cases(entry.path().string(), "scenarios");
    std::multiset<std::pair<std::string, long>> calibrated;  // quantity, value in millionths
    std::set<std::string> files;
    const auto millionths = [](double value) { return std::lround(value * 1e6); };
    for (const MeasuredPoint& point : file.points) {
      files.insert(point.scenario);
      if (point.use == "calibrate") calibrated.emplace(point.quantity, millionths(point.value));
    }
    for (const std::string& path : files) {
      ++scenarios;
      for (const Anchor& anchor : read_scenario(path, {"data"}).measured) {
        for (const double value : anchor.values) {
          INFO(path << ": " << anchor.quantity << " " << value);
          CHECK(calibrated.count({anchor.quantity, millionths(value)}) > 0);
        }
      }
    }
  }
  CHECK(scenarios >= 6);
}

}  // namespace
}  // namespace headroom::plan
