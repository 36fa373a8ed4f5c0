// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "plan/scenario/schema.h"
#include "plan/scenario/value.h"

namespace headroom::plan {

/// The values of a scenario by key. A key that nobody set answers with its fallback from the
/// schema, marked assumed.
class Document {
 public:
  Document();

  bool has(std::string_view path) const;  ///< set, or with a fallback
  bool is_set(std::string_view path) const;
  /// The value of a key; check() fails for a path that is not in the schema, InputError if it has
  /// no value at all.
  const Value& at(std::string_view path) const;
  double number(std::string_view path) const { return at(path).number; }
  const std::string& word(std::string_view path) const { return at(path).word; }
  /// 0 for a key that has no value.
  double number_or_zero(std::string_view path) const { return has(path) ? number(path) : 0; }

  void set(std::size_t key, Value value);
  void set_number(std::string_view path,
                  double number);            ///< keeps provenance; clamps to the key's range
  void clear_group(std::string_view group);  ///< forgets what was set below "system.disk"

  /// Paths of all keys with an error of their own, in schema order.
  std::vector<std::string> uncertain() const;

 private:
  std::vector<std::optional<Value>> set_;
};

/// Parses the text of one value for a key: unit, range, choices. Throws InputError at `origin` with
/// what was expected.
Value parse_value(const Key& key, std::string_view text, const Origin& origin);

/// The key that `name` means: a path or a unique ending of one. Throws InputError: unknown (with
/// the nearest) or ambiguous (with the candidates).
std::size_t resolve_key(std::string_view name, const Origin& origin);

/// Prints a value with its unit as people write it.
std::string format_value(const Key& key, const Value& value);

}  // namespace headroom::plan
