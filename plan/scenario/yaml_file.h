// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace YAML {
class Node;
}

namespace headroom::plan {

/// One node of a YAML file together with the file, so that every complaint names line and column.
/// The only code that touches yaml-cpp nodes.
class Field {
 public:
  enum class Kind { missing, scalar, list, map };
  struct Entry;

  Field();
  Field(const Field&);
  Field& operator=(const Field&);
  ~Field();

  Kind kind() const;
  const std::string& text() const;  ///< of a scalar
  Origin origin() const;
  std::vector<Entry> entries()
      const;  ///< of a map, in file order; throws InputError for a key that comes twice
  /// Of a list. Throws InputError for another kind.
  std::vector<Field> items() const;
  Field operator[](std::string_view key) const;  ///< of a map; kind missing when absent

  /// A diagnostic about this node, with its source line.
  Diagnostic diagnostic(std::string message, std::string hint) const;
  [[noreturn]] void refuse(std::string message, std::string hint) const;
  /// Like text(), but refuses lists and maps: `what` says what was expected.
  const std::string& scalar(std::string_view what) const;

 private:
  struct File;
  friend Field read_yaml(const std::string&);
  Field(std::shared_ptr<const File> file, const YAML::Node& node);

  std::shared_ptr<const File> file_;
  std::unique_ptr<YAML::Node> node_;
};

struct Field::Entry {
  std::string key;
  Origin key_origin;
  Field value;
};

/// Reads a YAML file of at most 1 MiB into a tree. Hostile input is refused before a tree is built:
/// other than regular files, binary bytes, aliases, more than one document, depth over 16, more
/// than 20 000 nodes. Throws InputError.
Field read_yaml(const std::string& path);

}  // namespace headroom::plan
