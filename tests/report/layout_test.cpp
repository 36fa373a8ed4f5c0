// SPDX-License-Identifier: Apache-2.0
#include "report/terminal/layout.h"

#include <catch2/catch.hpp>
#include <limits>
#include <sstream>

#include "report/terminal/bar.h"

namespace headroom::report {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

using Lines = std::vector<std::string>;

TEST_CASE("text wraps behind blanks and commas") {
  CHECK(wrap("one two three", 7) == Lines{"one two", "three"});
  CHECK(wrap("a=1,b=2,c=3", 8) == Lines{"a=1,b=2,", "c=3"});
  CHECK(wrap("one, two", 5) == Lines{"one,", "two"});
  CHECK(wrap("", 5) == Lines{""});
}

TEST_CASE("a word that is too long is broken, between characters") {
  CHECK(wrap("abcdef", 4) == Lines{"abcd", "ef"});
  CHECK(wrap("ééééé", 2) == Lines{"éé", "éé", "é"});
}

TEST_CASE("no line of a wrapped text is wider than asked, and no letter is lost") {
  const std::string text =
      "the arrays, not the network,are what,limits,all of,this at ééé% of a very-long-word-here";
  for (std::size_t width = 1; width < 40; ++width) {
    std::string together;
    for (const std::string& line : wrap(text, width)) {
      CHECK(display_width(line) <= width);
      together += line;
    }
    const auto letters = [](std::string all) {
      std::erase(all, ' ');
      return all;
    };
    CHECK(letters(together) == letters(text));
  }
}

TEST_CASE("a paragraph hangs below its label") {
  Style style;
  style.width = 30;
  CHECK(paragraph("in short", "one two three four five", style) ==
        "in short      one two three\n"
        "              four five\n");
}

TEST_CASE("control characters of the input do not reach the terminal") {
  CHECK(paragraph("", "a\033[31mb", Style{}).find('\033') == std::string::npos);
  Table table({{"name"}});
  table.add({"a\033]0;b\a"});
  CHECK(table.text(Style{}).find('\033') == std::string::npos);
}

TEST_CASE("columns of a table line up, whatever the bytes of a character") {
  Table table({{"name"}, {"n", Align::right}});
  table.add({"é", "7"});
  table.add({"long", "123"});
  CHECK(table.text(Style{}) ==
        "name    n\n"
        "é       7\n"
        "long  123\n");
}

TEST_CASE("a table keeps to the width of the line") {
  Style style;
  style.width = 60;
  Table table({{"name", Align::left, 30, 10}, {"value", Align::right}, {"source"}});
  table.add({"disks=32,raid=0,system.host.nic=25 Gbit/s", "1.4 M msg/s (1.02..2.1)",
             "something that somebody once said somewhere"});
  for (const std::string& line : lines_of(table.text(style))) CHECK(display_width(line) <= 60);
}

TEST_CASE("only a column that may gives way to the last one") {
  Style style;
  style.width = 30;
  Table table({{"name", Align::left, 30}, {"source"}});
  table.add({"twenty-letters-of-it", "short"});
  table.add({"b", "long enough to wrap"});
  CHECK(lines_of(table.text(style))[1].rfind("twenty-letters-of-it  short", 0) == 0);
}

TEST_CASE("a note stands below its row, over all columns") {
  Style style;
  style.width = 20;
  Table table({{"name"}, {"n"}});
  table.add({"a", "1"});
  table.add_note("said by\tsomebody somewhere");
  table.add({"b", "2"});
  CHECK(table.text(style) ==
        "name  n\n"
        "a     1\n"
        "  said by somebody\n"
        "  somewhere\n"
        "b     2\n");
}

TEST_CASE("colour marks what stands out and nothing else") {
  Style style;
  style.has_colour = true;
  Table table({{"name"}});
  table.add({"plain"});
  table.add({"loud"}, true);
  CHECK(table.text(style) == "name\nplain\n\033[1;33mloud\033[0m\n");
  style.has_colour = false;
  CHECK(table.text(style) == "name\nplain\nloud\n");
}

TEST_CASE("a bar is full in proportion") {
  CHECK(bar(0.5, {}, 8) == "████░░░░");
  CHECK(bar(0, {}, 4) == "░░░░");
  CHECK(bar(1, {}, 4) == "████");
  CHECK(bar(7, {}, 4) == "████");
}

TEST_CASE("a bar tells little from nothing and much from all") {
  CHECK(bar(0.001, {}, 4) == "█░░░");
  CHECK(bar(0.999, {}, 4) == "███░");
  CHECK(bar(std::numeric_limits<double>::quiet_NaN(), {}, 4) == "░░░░");
}

TEST_CASE("the mark of a bar stands where a second bar would end") {
  CHECK(bar(0.25, 0.75, 8) == "██░░░┃░░");
  CHECK(bar(0.25, 1, 8) == "██░░░░░┃");
  CHECK(bar(0.25, 0, 8) == "██░░░░░░");
}

TEST_CASE("a bar is as wide as asked") {
  for (double share = -0.5; share < 1.5; share += 0.013)
    CHECK(display_width(bar(share, 0.5)) == 24);
}

}  // namespace
}  // namespace headroom::report
