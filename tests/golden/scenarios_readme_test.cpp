// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "plan/scenario/schema.h"
#include "plan/scenario/yaml_file.h"

namespace headroom::plan {
namespace {

/// The group that a key is listed under: two names at most, "system.disk" of
/// "system.disk.bandwidth.outer".
std::string group_of(std::string_view path) {
  const std::size_t first = path.find('.');
  const std::size_t second = path.find('.', first + 1);
  return std::string(path.substr(0, second == std::string_view::npos ? first : second));
}

std::string kind_of(const Key& key) {
  if (!key.dimension)
    return key.choices.empty() ? "text" : fmt::format("`{}`", fmt::join(key.choices, "`, `"));
  switch (*key.dimension) {
    case Dimension::count:
      return "whole number";
    case Dimension::number:
      return "number";
    case Dimension::fraction:
      return "share";
    case Dimension::bytes:
      return "size";
    case Dimension::seconds:
      return "time";
    case Dimension::bytes_per_second:
      return "bandwidth";
    case Dimension::per_second:
      return "rate";
  }
  return "";
}

/// What is accepted, in the words of the message that refuses the rest.
std::string limits_of(const Key& key) {
  if (!key.dimension) return "";
  const auto text = [&](double limit) { return format_quantity(limit, *key.dimension, key.noun); };
  if (key.maximum > 0) return fmt::format("{} to {}", text(key.minimum), text(key.maximum));
  return text(key.minimum) + " or more";
}

std::string default_of(const Key& key) {
  if (key.fallback.empty()) return "-";
  if (!key.dimension) return fmt::format("`{}`", key.fallback);
  return key.within.empty() ? std::string(key.fallback)
                            : fmt::format("{} ({})", key.fallback, key.within);
}

std::string row_of(const Key& key, const std::string& group) {
  const bool is_group = key.path == group;
  const std::string_view name = is_group ? key.path : key.path.substr(group.size() + 1);
  return fmt::format("| `{}` | {} | {} | {} | {} |\n", name, kind_of(key), default_of(key),
                     limits_of(key), key.meaning);
}

/// All groups, each with its keys in the order of the schema.
std::string keys_as_markdown() {
  std::vector<std::pair<std::string, std::string>> groups;
  for (const Key& key : schema()) {
    // "system.disk" names a disk as a whole and stands at the head of its group.
    const bool is_group = children(key.path).size() > 0;
    const std::string group = is_group ? std::string(key.path) : group_of(key.path);
    auto place = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& known) { return known.first == group; });
    if (place == groups.end()) place = groups.insert(groups.end(), {group, ""});
    place->second += row_of(key, group);
  }
  std::string text;
  for (const auto& [group, rows] : groups) {
    text += fmt::format(
        "### {}\n\n| key | value | default (90 % range) | accepted | meaning |\n"
        "|---|---|---|---|---|\n{}\n",
        group, rows);
  }
  return text;
}

/// Names that the catalogue has, a kind a row.
std::string catalogue_as_markdown() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator("data/catalogue")) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  std::vector<std::pair<std::string, std::string>> kinds;
  for (const std::string& file : files) {
    for (const auto& row : read_yaml(file).entries()) {
      const std::string kind = row.value["kind"].text();
      auto place = std::find_if(kinds.begin(), kinds.end(),
                                [&](const auto& known) { return known.first == kind; });
      if (place == kinds.end()) place = kinds.insert(kinds.end(), {kind, ""});
      place->second += (place->second.empty() ? "`" : ", `") + row.key + "`";
    }
  }
  std::string text = "| kind | names |\n|---|---|\n";
  for (const auto& [kind, names] : kinds) text += fmt::format("| `{}` | {} |\n", kind, names);
  return text + "\n";
}

/// The text with what stands between `<!-- NAME: written ... -->` and `<!-- NAME: end -->`
/// replaced.
std::string with_part(const std::string& text, const std::string& name, const std::string& part) {
  const std::size_t mark = text.find("<!-- " + name + ": written");
  REQUIRE(mark != std::string::npos);
  const std::size_t begin = text.find("-->\n", mark) + 4;
  const std::size_t end = text.find("<!-- " + name + ": end -->", begin);
  REQUIRE(end != std::string::npos);
  return text.substr(0, begin) + "\n" + part + text.substr(end);
}

TEST_CASE("scenarios/README.md lists every key and every catalogue name as the program has them") {
  std::ifstream file("scenarios/README.md");
  std::stringstream found;
  found << file.rdbuf();
  const std::string expected = with_part(with_part(found.str(), "keys", keys_as_markdown()),
                                         "catalogue", catalogue_as_markdown());
  if (found.str() == expected) return;
  std::ofstream(HEADROOM_WRITTEN) << expected;
  FAIL("scenarios/README.md is out of date; if the change is meant: cp " HEADROOM_WRITTEN
       " scenarios/README.md");
}

}  // namespace
}  // namespace headroom::plan
