// A place in a JSON file that knows its file and pointer, so that every complaint about the course's data
// says where the mistake is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/points.hpp"
#include "model/size_expr.hpp"

namespace mergelab::course {

struct JsonFile;

/// A value in a JSON file. All reading functions throw course::Error: "labs/x/lab.json:57: item 'loads'
/// (/items/12/points): expected a number of 0 or more, got \"x\"". Copies share the file; the last one frees
/// it.
class JsonValue {
 public:
  /// Reads `root`/`name`, whose messages call it `name`. The file has to hold one object with this `schema`.
  static JsonValue read(const std::filesystem::path& root, const std::string& name, std::string_view schema);

  /// Throws Error with this value's file, line, item and pointer in front.
  [[noreturn]] void fail(const std::string& message) const;

  /// Refuses keys other than these, with the nearest right one; "$schema" at the top is for editors.
  void allow_keys(std::initializer_list<std::string_view> keys) const;
  [[nodiscard]] bool has(std::string_view key) const;
  /// The value of a key; fails when the key is missing.
  [[nodiscard]] JsonValue at(std::string_view key) const;
  [[nodiscard]] std::vector<JsonValue> elements() const;
  /// An object's values by key.
  [[nodiscard]] std::map<std::string, JsonValue> members() const;

  [[nodiscard]] bool is_empty_text() const;
  /// Not empty.
  [[nodiscard]] std::string text() const;
  /// Lower-case letters, digits and underscores: what names of items, families and cases are made of.
  [[nodiscard]] std::string word() const;
  /// One of these, or the nearest of them is named.
  [[nodiscard]] std::string one_of(const std::vector<std::string>& words) const;
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] double number(double least, bool or_equal = true) const;
  /// Of 0 or more, with at most two decimals.
  [[nodiscard]] Points points() const;
  /// The same over 0.
  [[nodiscard]] Points points_over_0() const;
  [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const;
  [[nodiscard]] std::uint64_t seed() const;
  /// A number or an expression.
  [[nodiscard]] SizeExpr size() const;

  // The same for a key that may be missing, with its value then.
  [[nodiscard]] bool boolean_or(std::string_view key, bool otherwise) const;
  [[nodiscard]] std::optional<double> number_over_0(std::string_view key) const;
  [[nodiscard]] std::int64_t integer_or(std::string_view key, std::int64_t least, std::int64_t most,
                                        std::int64_t otherwise) const;

 private:
  explicit JsonValue(std::shared_ptr<const JsonFile> file);
  /// Whether it is a name such as "mergelab.lab/2" for "mergelab.lab/1".
  [[nodiscard]] bool is_other_version(std::string_view schema) const;
  [[nodiscard]] JsonValue child(const nlohmann::json& value, std::string_view step) const;
  /// The same at another place of the file.
  [[noreturn]] void fail_at(const std::string& pointer, const std::string& message) const;
  [[noreturn]] void expected(const std::string& what) const;
  void expect_object() const;

  std::shared_ptr<const JsonFile> file_;
  const nlohmann::json* value_;
  std::string pointer_;
  std::string_view kind_;  // of what a message names: "item", "case"; empty: nothing
  std::string name_;       // "loads", "ties/two_keys"
};

/// The second of two equal strings, or the end: for lists whose entries have to differ.
[[nodiscard]] std::size_t first_repeated(const std::vector<std::string>& words);

}  // namespace mergelab::course
