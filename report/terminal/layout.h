// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::report {

/// How a text may look. Colour is for terminals alone.
struct Style {
  bool has_colour = false;
  std::size_t width = 100;  ///< columns
};

/// Columns that a UTF-8 text takes, one a character (so wide scripts count too little).
std::size_t display_width(std::string_view text);

/// Lines of at most `width` columns, broken behind a blank or a comma, and inside a word only when
/// it alone is too wide. At least one line. Requires: width > 0.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

/// A text behind a label, wrapped, its further lines below its first; safe for terminals, with a
/// line end behind.
std::string paragraph(std::string_view label, std::string_view text, const Style& style);

/// The text as something not to be missed: bold yellow where colours are allowed.
std::string highlighted(const std::string& text, const Style& style);

enum class Align { left, right };

struct Column {
  std::string head;
  Align align = Align::left;
  std::size_t widest = 40;  ///< cells that are wider wrap; the last column has what is left of the
                            ///< line instead
  std::size_t narrowest = 0;  ///< to which it gives way when the line is full; 0 = it does not
};

/// Rows under a line of heads, two blanks between columns. What cells hold is made safe for
/// terminals.
class Table {
 public:
  explicit Table(std::vector<Column> columns);

  /// Requires: as many cells as there are columns.
  void add(std::vector<std::string> cells, bool is_highlighted = false);
  /// A remark below the last row, over all columns, indented. Requires: a row.
  void add_note(std::string_view note);
  bool is_empty() const { return rows_.empty(); }

  /// The lines with line ends, without blanks at their ends.
  std::string text(const Style& style) const;

 private:
  struct Row {
    std::vector<std::string> cells;
    bool is_highlighted = false;
    std::string note;
  };
  std::vector<std::size_t> widths(const Style& style) const;
  std::string lines(const Row& row, const std::vector<std::size_t>& widths) const;

  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

}  // namespace headroom::report
