// SPDX-License-Identifier: Apache-2.0
#include "report/terminal/layout.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace headroom::report {
namespace {

constexpr std::size_t gap = 2;              // blanks between columns
constexpr std::size_t label_width = 14;     // of paragraphs
constexpr std::size_t narrowest_last = 12;  // column of a table
constexpr std::size_t longest_text = 4000;

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

/// Bytes of the first `count` characters.
std::size_t bytes_of(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (starts_character(text[at]) && count-- == 0) break;
  }
  return at;
}

void strip_end(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

std::string padded(const std::string& text, std::size_t width, Align align) {
  const std::string blanks(width - std::min(width, display_width(text)), ' ');
  return align == Align::left ? text + blanks : blanks + text;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (display_width(text) > width) {
    const std::size_t fitting = bytes_of(text, width);
    // A blank may stand just behind the line, a comma must fit.
    const std::size_t blank = text.find_last_of(' ', fitting);
    const std::size_t comma = text.substr(0, fitting).find_last_of(',');
    const std::size_t after_comma = comma == std::string_view::npos ? 0 : comma + 1;
    std::size_t cut = std::max(blank == std::string_view::npos ? 0 : blank, after_comma);
    if (cut == 0) cut = fitting;
    lines.emplace_back(text.substr(0, cut));
    strip_end(lines.back());
    text.remove_prefix(std::min(text.find_first_not_of(' ', cut), text.size()));
  }
  lines.emplace_back(text);
  return lines;
}

std::string paragraph(std::string_view label, std::string_view text, const Style& style) {
  const std::size_t width = std::max(style.width, label_width + narrowest_last) - label_width;
  std::string result;
  std::string head(label);
  for (const std::string& line : wrap(printable(text, longest_text), width)) {
    std::string whole = padded(head, label_width, Align::left) + line;
    strip_end(whole);
    result += whole + "\n";
    head.clear();
  }
  return result;
}

std::string highlighted(const std::string& text, const Style& style) {
  return style.has_colour ? "\033[1;33m" + text + "\033[0m" : text;
}

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {
  check(!columns_.empty(), "a table needs a column");
}

void Table::add(std::vector<std::string> cells, bool is_highlighted) {
  check(cells.size() == columns_.size(), "a row has a cell for each column of its table");
  for (std::string& cell : cells) cell = printable(cell, longest_text);
  rows_.push_back({std::move(cells), is_highlighted, ""});
}

void Table::add_note(std::string_view note) {
  check(!rows_.empty(), "a note stands below a row");
  rows_.back().note = printable(note, longest_text);
}

std::vector<std::size_t> Table::widths(const Style& style) const {
  std::vector<std::size_t> result;
  std::size_t total = (columns_.size() - 1) * gap;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t widest = std::max<std::size_t>(display_width(columns_[i].head), 1);
    for (const Row& row : rows_) widest = std::max(widest, display_width(row.cells[i]));
    const bool is_last = i + 1 == columns_.size();
    result.push_back(is_last ? widest : std::min(widest, columns_[i].widest));
    total += result.back();
  }
  const auto narrow = [&](std::size_t column, std::size_t least) {
    const std::size_t excess = total > style.width ? total - style.width : 0;
    const std::size_t spare = result[column] > least ? result[column] - least : 0;
    result[column] -= std::min(excess, spare);
    total -= std::min(excess, spare);
  };
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].narrowest > 0) narrow(i, columns_[i].narrowest);
  }
  narrow(columns_.size() - 1, narrowest_last);
  return result;
}

std::string Table::lines(const Row& row, const std::vector<std::size_t>& widths) const {
  std::vector<std::vector<std::string>> wrapped;
  std::size_t height = 1;
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    wrapped.push_back(wrap(row.cells[i], widths[i]));
    height = std::max(height, wrapped.back().size());
  }
  std::string result;
  for (std::size_t y = 0; y < height; ++y) {
    std::string line;
    for (std::size_t i = 0; i < wrapped.size(); ++i) {
      const std::string piece = y < wrapped[i].size() ? wrapped[i][y] : "";
      line += (i > 0 ? std::string(gap, ' ') : "") + padded(piece, widths[i], columns_[i].align);
    }
    strip_end(line);
    result += line + "\n";
  }
  return result;
}

std::string Table::text(const Style& style) const {
  const std::vector<std::size_t> all_widths = widths(style);
  Row heads;
  for (const Column& column : columns_) heads.cells.push_back(column.head);
  std::string result = lines(heads, all_widths);
  for (const Row& row : rows_) {
    std::string block = lines(row, all_widths);
    if (row.is_highlighted) {
      block.pop_back();  // the line end stays outside of the colour
      block = highlighted(block, style) + "\n";
    }
    result += block;
    if (row.note.empty()) continue;
    for (const std::string& line : wrap(row.note, std::max(style.width, narrowest_last) - gap)) {
      result += std::string(gap, ' ') + line + "\n";
    }
  }
  return result;
}

}  // namespace headroom::report
