// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace headroom {
namespace {

constexpr std::size_t source_width = 100;  // characters of a source line that are shown
constexpr std::size_t caret_margin = 60;   // bytes of it that are shown before the caret, at most

/// One character of the input as a terminal may show it.
struct Glyph {
  std::size_t bytes;  // in the input
  std::string shown;
  std::size_t width;  // columns that `shown` takes; wide scripts are counted as one
};

/// The length that the first byte of a UTF-8 sequence announces; 0 if it cannot be first.
std::size_t announced_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

/// Control characters, surrogates, and the marks that reorder or hide text.
bool is_unsafe(std::uint32_t code) {
  const auto within = [code](std::uint32_t first, std::uint32_t last) {
    return code >= first && code <= last;
  };
  return code < 0x20 || within(0x7F, 0x9F) || within(0x200B, 0x200F) || within(0x2028, 0x202E) ||
         within(0x2060, 0x206F) || within(0xD800, 0xDFFF) || code == 0xFEFF || code > 0x10FFFF;
}

/// Decodes the sequence of `length` bytes at the start of `text`; false if it is malformed or
/// over-long.
bool decode(std::string_view text, std::size_t length, std::uint32_t& code) {
  if (length == 0 || text.size() < length) return false;
  const auto first = static_cast<unsigned char>(text[0]);
  code = length == 1 ? first : first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) != 0x80U) return false;
    code = (code << 6U) | (byte & 0x3FU);
  }
  return !(length == 3 && code < 0x800) && !(length == 4 && code < 0x10000);
}

/// Requires: text is not empty.
Glyph first_glyph(std::string_view text) {
  if (text[0] == '\t') return {1, " ", 1};
  const std::size_t length = announced_length(static_cast<unsigned char>(text[0]));
  std::uint32_t code = 0;
  if (decode(text, length, code) && !is_unsafe(code)) {
    return {length, std::string(text.substr(0, length)), 1};
  }
  return {1, fmt::format("\\x{:02X}", static_cast<unsigned char>(text[0])), 4};
}

/// The part of a source line around `column` (1-based; 0 none), and the blanks that put a caret
/// under it.
struct Excerpt {
  std::string text;
  std::size_t indent;
};

Excerpt excerpt(std::string_view line, std::size_t column) {
  const std::size_t target = std::min(column > 0 ? column - 1 : 0, line.size());
  std::size_t start = target > caret_margin ? target - caret_margin : 0;
  for (int i = 0; i < 3 && start > 0 && (static_cast<unsigned char>(line[start]) & 0xC0U) == 0x80U;
       ++i) {
    --start;  // not into the middle of a character
  }
  Excerpt result{start > 0 ? "..." : "", start > 0 ? 3U : 0U};
  for (std::size_t at = start; at < target;) {
    const Glyph glyph = first_glyph(line.substr(at));
    result.indent += glyph.width;
    at += glyph.bytes;
  }
  result.text +=
      printable(line.substr(start), std::max(source_width, result.indent + caret_margin));
  return result;
}

std::string block(const Diagnostic& diagnostic) {
  const Origin& origin = diagnostic.origin;
  std::string text = printable(origin.file);
  if (origin.line > 0) text += fmt::format(":{}", origin.line);
  if (origin.line > 0 && origin.column > 0) text += fmt::format(":{}", origin.column);
  if (!text.empty()) text += ": ";
  text += printable(diagnostic.message);
  const std::string hint = printable(diagnostic.hint);
  if (diagnostic.source_line.empty()) return hint.empty() ? text : text + "\n  " + hint;

  const std::string number = origin.line > 0 ? std::to_string(origin.line) : "";
  const Excerpt shown =
      excerpt(diagnostic.source_line, static_cast<std::size_t>(std::max(origin.column, 0)));
  text += fmt::format("\n  {} | {}", number, shown.text);
  if (origin.column <= 0 && hint.empty()) return text;
  const std::string caret =
      origin.column > 0 ? fmt::format("{:{}}^{}", "", shown.indent, hint.empty() ? "" : " ") : "";
  return text + fmt::format("\n  {:{}} | {}{}", "", number.size(), caret, hint);
}

std::string text_of(const std::vector<Diagnostic>& diagnostics) {
  check(!diagnostics.empty(), "an InputError needs a diagnostic");
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += '\n';
    text += block(diagnostic);
  }
  return text;
}

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  std::string result;
  std::size_t width = 0;
  while (!text.empty()) {
    const Glyph glyph = first_glyph(text);
    if (width + glyph.width > limit) return result + "...";
    result += glyph.shown;
    width += glyph.width;
    text.remove_prefix(glyph.bytes);
  }
  return result;
}

InputError::InputError(Diagnostic diagnostic)
    : InputError(std::vector<Diagnostic>{std::move(diagnostic)}) {}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(text_of(diagnostics)), diagnostics_(std::move(diagnostics)) {}

EnvironmentError::EnvironmentError(const std::string& what, std::string hint)
    : std::runtime_error(hint.empty() ? what : what + "\n  " + hint), hint_(std::move(hint)) {}

}  // namespace headroom
