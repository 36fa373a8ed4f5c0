// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <charconv>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/nearest.h"
#include "base/units_text.h"

namespace headroom::cli {
namespace {

namespace po = boost::program_options;

[[noreturn]] void refuse(const std::string& where, std::string message, std::string hint) {
  throw InputError(Diagnostic{{where, 0, 0}, std::move(message), std::move(hint), ""});
}

std::string see_help(const Usage& usage) { return "try headroom " + usage.name + " --help"; }

std::vector<Option> options_of(const Usage& usage) {
  std::vector<Option> all = usage.own_options;
  all.insert(all.end(), common_options().begin(), common_options().end());
  return all;
}

po::options_description description_of(const Usage& usage) {
  po::options_description description;
  for (const Option& option : options_of(usage)) {
    const char* const short_help = option.name == "help" ? "help,h" : option.name.c_str();
    if (option.argument.empty()) {
      description.add_options()(short_help, "");
    } else {
      description.add_options()(short_help, po::value<std::string>(), "");
    }
  }
  return description;
}

[[noreturn]] void refuse_unknown(const Usage& usage, const std::string& given) {
  std::vector<std::string> names;
  for (const Option& option : options_of(usage)) names.push_back("--" + option.name);
  const std::string near = nearest(given, names);
  const std::string guess = near.empty() ? "" : "did you mean " + near + "? ";
  refuse("headroom " + usage.name, fmt::format("there is no option {}", given),
         guess + see_help(usage));
}

struct Parsed {
  po::variables_map values;
  std::vector<std::string> positionals;
};

Parsed parse(const Usage& usage, const std::vector<std::string>& words) {
  const po::options_description description = description_of(usage);
  const std::string where = "headroom " + usage.name;
  // Whole names only: a shortened one that is unique today may not be tomorrow.
  const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  Parsed result;
  try {
    const auto parsed = po::command_line_parser(words).options(description).style(style).run();
    po::store(parsed, result.values);
    result.positionals = po::collect_unrecognized(parsed.options, po::include_positional);
  } catch (const po::unknown_option& error) {
    refuse_unknown(usage, error.get_option_name());
  } catch (const po::multiple_occurrences& error) {
    refuse(where, fmt::format("{} is given twice", error.get_option_name()), "keep one of them");
  } catch (const po::error& error) {
    refuse(where, error.what(), see_help(usage));
  }
  return result;
}

std::string word_of(const po::variables_map& values, const std::string& name) {
  return values[name].as<std::string>();
}

template <class Integer>
void read_integer(const po::variables_map& values, const std::string& name,
                  std::pair<Integer, Integer> range, Integer& result) {
  if (values.count(name) == 0) return;
  const std::string text = word_of(values, name);
  Integer number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_read = error == std::errc() && stop == text.data() + text.size();
  if (!is_read || number < range.first || number > range.second) {
    refuse("--" + name, fmt::format("\"{}\" is not a whole number in range", text),
           fmt::format("write a number from {} to {}", range.first, range.second));
  }
  result = number;
}

void read_confidence(const po::variables_map& values, double& result) {
  constexpr double least = 0.5;
  constexpr double most = 0.999;
  if (values.count("confidence") == 0) return;
  const std::string text = word_of(values, "confidence");
  try {
    result = parse_quantity(text, Dimension::fraction);
  } catch (const QuantityError& error) {
    refuse("--confidence", error.message, error.hint);
  }
  if (result < least || result > most) {
    refuse("--confidence", fmt::format("\"{}\" is no level of an interval", text),
           fmt::format("write a fraction from {} to {}, like 0.9", least, most));
  }
}

void read_format(const po::variables_map& values, Format& result) {
  static const std::vector<std::string> names = {"text", "json", "csv"};
  if (values.count("format") == 0) return;
  const std::string text = word_of(values, "format");
  const auto found = std::find(names.begin(), names.end(), text);
  if (found == names.end()) {
    const std::string near = nearest(text, names);
    refuse("--format", fmt::format("\"{}\" is no format", text),
           near.empty() ? "write text, json or csv" : "did you mean " + near + "?");
  }
  result = static_cast<Format>(found - names.begin());
}

void check_positionals(const Usage& usage, const std::vector<std::string>& given) {
  if (given.size() >= usage.fewest && given.size() <= usage.most) return;
  const std::string where = "headroom " + usage.name;
  const std::string hint = "usage: " + usage_line(usage);
  if (given.size() > usage.most) {
    refuse(where, fmt::format("\"{}\" is one argument too many", given[usage.most]), hint);
  }
  refuse(where, "an argument is missing", hint);
}

}  // namespace

const std::vector<Option>& common_options() {
  static const std::vector<Option> options = {
      {"format", "FORMAT", "text (the default), json or csv"},
      {"seed", "N", "seed of the random numbers; the same seed gives the same answer (1)"},
      {"confidence", "SHARE", "level of all intervals (0.9)"},
      {"draws", "N",
       "samples of the parameters that are not known for certain (24 for brokers, 96 for disks)"},
      {"jobs", "N", "threads; the answer is the same on any number (0: one a processor)"},
      {"quiet", "", "no progress bar"},
      {"help", "", "this text"}};
  return options;
}

std::string usage_line(const Usage& usage) {
  const std::string blank = usage.positionals.empty() ? "" : " ";
  return fmt::format("headroom {}{}{} [OPTION]...", usage.name, blank, usage.positionals);
}

Arguments read_arguments(const Usage& usage, const std::vector<std::string>& words) {
  Parsed parsed = parse(usage, words);
  const po::variables_map& values = parsed.values;
  Arguments arguments;
  arguments.wants_help = values.count("help") > 0;
  if (arguments.wants_help) return arguments;
  constexpr std::uint64_t largest_seed =
      (std::uint64_t{1} << 53U) - 1;  // JSON readers keep it whole
  read_integer<std::uint64_t>(values, "seed", {0, largest_seed}, arguments.plan.seed);
  read_integer<int>(values, "jobs", {0, 1024}, arguments.plan.jobs);
  read_integer<int>(values, "draws", {4, 10000}, arguments.plan.draws);
  read_confidence(values, arguments.plan.confidence);
  read_format(values, arguments.format);
  arguments.is_quiet = values.count("quiet") > 0;
  for (const Option& option : usage.own_options) {
    if (values.count(option.name) == 0) continue;
    arguments.own[option.name] = option.argument.empty() ? "" : word_of(values, option.name);
  }
  check_positionals(usage, parsed.positionals);
  arguments.positionals = std::move(parsed.positionals);
  return arguments;
}

}  // namespace headroom::cli
