// SPDX-License-Identifier: Apache-2.0
#include "plan/scenario/yaml_file.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <system_error>

namespace headroom::plan {

struct Field::File {
  std::string path;
  std::vector<std::string> lines;

  Origin at(const YAML::Mark& mark) const {
    if (mark.is_null()) return {path, 0, 0};
    return {path, mark.line + 1, mark.column + 1};
  }
  Diagnostic diagnostic(const Origin& origin, std::string message, std::string hint) const {
    const auto index = static_cast<std::size_t>(origin.line - 1);
    const bool is_known = origin.line > 0 && index < lines.size();
    return {origin, std::move(message), std::move(hint), is_known ? lines[index] : ""};
  }
};

namespace {

constexpr std::uintmax_t largest_file = 1 << 20;
constexpr int deepest = 16;
constexpr int most_nodes = 20000;

[[noreturn]] void refuse_file(const std::string& path, std::string message, std::string hint) {
  throw InputError(Diagnostic{{path, 1, 1}, std::move(message), std::move(hint), ""});
}

std::string read_bytes(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status))
    refuse_file(path, "there is no such file", "check the path, or run: ls scenarios/");
  if (!fs::is_regular_file(status))
    refuse_file(path, "this is not a regular file", "name a YAML file");
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) refuse_file(path, "cannot be read: " + error.message(), "check its permissions");
  if (size > largest_file) {
    refuse_file(path,
                fmt::format("the file has {} bytes, more than the limit of {}", size, largest_file),
                "scenario, catalogue and case files are YAML text of a few kilobytes");
  }
  std::ifstream stream(path, std::ios::binary);
  std::string text(static_cast<std::size_t>(size), '\0');
  stream.read(text.data(), static_cast<std::streamsize>(size));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (!stream && !stream.eof()) refuse_file(path, "cannot be read", "check its permissions");
  return text;
}

/// Position of the first byte that no YAML text holds (control characters but tab and line ends),
/// or npos.
std::size_t first_binary(const std::string& text) {
  const auto found = std::find_if(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\r' && c != '\t') || byte == 0x7F;
  });
  return found == text.end() ? std::string::npos : static_cast<std::size_t>(found - text.begin());
}

Origin origin_of(const std::string& path, const std::string& text, std::size_t offset) {
  const std::string_view before(text.data(), offset);
  const auto line_start = before.rfind('\n');
  return {
      path, static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
      static_cast<int>(line_start == std::string_view::npos ? offset : offset - line_start - 1) +
          1};
}

struct Refusal {
  YAML::Mark mark;
  std::string message;
  std::string hint;
};

/// Looks at the stream of events before any tree exists, so that bombs never expand.
class Guard : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { count(mark); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    throw Refusal{mark, "aliases (*name) are not part of these files", "write the value out"};
  }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                const std::string&) override {
    count(mark);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    enter(mark);
  }
  void OnSequenceEnd() override { --depth_; }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    enter(mark);
  }
  void OnMapEnd() override { --depth_; }

 private:
  void enter(const YAML::Mark& mark) {
    count(mark);
    if (++depth_ > deepest)
      throw Refusal{mark, fmt::format("nested deeper than {} levels", deepest), "scenarios need 5"};
  }
  void count(const YAML::Mark& mark) {
    if (++nodes_ > most_nodes)
      throw Refusal{mark, fmt::format("more than {} values", most_nodes), "split the file"};
  }

  int depth_ = 0;
  int nodes_ = 0;
};

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

void guard(const std::string& text) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  Guard handler;
  if (!parser.HandleNextDocument(handler)) return;
  Guard second;
  if (parser.HandleNextDocument(second)) {
    throw Refusal{YAML::Mark(), "the file holds more than one document",
                  "keep one document a file (no second ---)"};
  }
}

}  // namespace

Field read_yaml(const std::string& path) {
  const std::string text = read_bytes(path);
  if (const auto binary = first_binary(text); binary != std::string::npos) {
    const auto byte = static_cast<unsigned char>(text[binary]);
    throw InputError(Diagnostic{origin_of(path, text, binary),
                                fmt::format("byte 0x{:02x}: this is not a text file", byte),
                                "expected YAML text in UTF-8", ""});
  }
  auto file = std::make_shared<Field::File>(Field::File{path, split_lines(text)});
  try {
    guard(text);
    return Field(file, YAML::Load(text));
  } catch (const Refusal& refusal) {
    throw InputError(file->diagnostic(file->at(refusal.mark), refusal.message, refusal.hint));
  } catch (const YAML::Exception& error) {
    throw InputError(file->diagnostic(file->at(error.mark), "not valid YAML: " + error.msg,
                                      "check indentation, colons and quotes"));
  }
}

Field::Field() : node_(std::make_unique<YAML::Node>(YAML::NodeType::Undefined)) {}
Field::Field(std::shared_ptr<const File> file, const YAML::Node& node)
    : file_(std::move(file)), node_(std::make_unique<YAML::Node>(node)) {}
Field::Field(const Field& other)
    : file_(other.file_), node_(std::make_unique<YAML::Node>(*other.node_)) {}
Field& Field::operator=(const Field& other) {
  if (this == &other) return *this;
  file_ = other.file_;
  node_ = std::make_unique<YAML::Node>(*other.node_);
  return *this;
}
Field::~Field() = default;

Field::Kind Field::kind() const {
  switch (node_->Type()) {
    case YAML::NodeType::Scalar:
      return Kind::scalar;
    case YAML::NodeType::Sequence:
      return Kind::list;
    case YAML::NodeType::Map:
      return Kind::map;
    default:
      return Kind::missing;
  }
}

const std::string& Field::text() const { return node_->Scalar(); }

Origin Field::origin() const { return file_ ? file_->at(node_->Mark()) : Origin{}; }

std::vector<Field::Entry> Field::entries() const {
  if (kind() != Kind::map) refuse("expected keys and values here", "write {key: value}");
  std::vector<Entry> all;
  std::set<std::string> seen;
  for (const auto& pair : *node_) {
    const Field key(file_, pair.first);
    if (key.kind() != Kind::scalar) key.refuse("a key must be a word", "write key: value");
    if (!seen.insert(key.text()).second)
      key.refuse(fmt::format("the key \"{}\" comes twice", key.text()), "keep one of them");
    all.push_back({key.text(), key.origin(), Field(file_, pair.second)});
  }
  return all;
}

std::vector<Field> Field::items() const {
  if (kind() != Kind::list) refuse("expected a list here", "write [first, second]");
  std::vector<Field> all;
  for (const auto& item : *node_) all.push_back(Field(file_, item));
  return all;
}

Field Field::operator[](std::string_view key) const {
  if (kind() != Kind::map) return Field();
  for (const auto& entry : entries()) {
    if (entry.key == key) return entry.value;
  }
  return Field();
}

Diagnostic Field::diagnostic(std::string message, std::string hint) const {
  if (!file_) return {Origin{}, std::move(message), std::move(hint), ""};
  return file_->diagnostic(origin(), std::move(message), std::move(hint));
}

void Field::refuse(std::string message, std::string hint) const {
  throw InputError(diagnostic(std::move(message), std::move(hint)));
}

const std::string& Field::scalar(std::string_view what) const {
  if (kind() == Kind::missing)
    refuse(fmt::format("{} is missing", what), "write it after the colon");
  if (kind() != Kind::scalar)
    refuse(fmt::format("expected {} here, found a list or a map", what), "write one value");
  return text();
}

}  // namespace headroom::plan
