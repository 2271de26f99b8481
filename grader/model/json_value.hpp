// The only reader of JSON: a value knows its text and pointer, so that every message about a file says where
// the mistake is.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>

#include "model/rubric.hpp"

namespace mergelab {

using Json = nlohmann::ordered_json;

/// A mistake in a file of data. what() is the text to print after "error: "; it may have further lines,
/// indented by two blanks, that say what to do.
class DataError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A value in JSON. All reading functions throw DataError: "labs/x/lab.json:57: item 'loads'
/// (/items/12/points): expected a number of 0 or more, got \"x\"". Copies share the text; the last one frees
/// it.
class JsonValue {
 public:
  /// Messages begin with `name` and the line; without a name with "line 57", and with none where the text is
  /// one line. Refuses nesting over 64 deep, and keys that occur twice in one object, of which JSON libraries
  /// silently drop one.
  static JsonValue parsed(std::string text, std::string name = "");

  /// Throws DataError with this value's file, line, item and pointer in front.
  [[noreturn]] void fail(const std::string& message) const;
  /// Fails: "expected `what`, got", what is there, and what to write instead; empty: nobody knows.
  [[noreturn]] void expected(const std::string& what, const std::string& instead) const;
  [[noreturn]] void expected(const std::string& what) const;

  /// Refuses anything but an object with this "schema".
  void expect_schema(std::string_view schema) const;
  /// Refuses keys other than these, with the nearest right one; "$schema" at the top is for editors.
  void allow_keys(std::span<const std::string_view> keys) const;
  void allow_keys(std::initializer_list<std::string_view> keys) const {
    allow_keys(std::span(keys.begin(), keys.size()));
  }
  [[nodiscard]] bool has(std::string_view key) const;
  /// The value of a key; fails when the key is missing.
  [[nodiscard]] JsonValue at(std::string_view key) const;
  [[nodiscard]] std::vector<JsonValue> elements() const;
  /// An object's values by key.
  [[nodiscard]] std::map<std::string, JsonValue> members() const;

  [[nodiscard]] bool is_null() const;
  [[nodiscard]] bool is_text() const;
  [[nodiscard]] bool is_integer() const;
  [[nodiscard]] bool is_list() const;
  [[nodiscard]] bool is_object() const;
  [[nodiscard]] std::string text_or_empty() const;
  /// Not empty.
  [[nodiscard]] std::string text() const;
  /// Lower-case letters, digits and underscores: what names of items, families and cases are made of.
  [[nodiscard]] std::string word() const;
  /// One of these, or the nearest of them is named.
  [[nodiscard]] std::string one_of(const std::vector<std::string>& words) const;
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] double number() const;
  [[nodiscard]] double number(double least, bool or_equal = true) const;
  /// Of 0 or more, with at most two decimals.
  [[nodiscard]] Points points() const;
  /// The same over 0.
  [[nodiscard]] Points points_over_0() const;
  [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const;
  [[nodiscard]] std::uint64_t natural(std::uint64_t most = UINT64_MAX) const;

  // The same for a key that may be missing, with its value then.
  [[nodiscard]] bool boolean_or(std::string_view key, bool otherwise) const;
  [[nodiscard]] std::optional<double> number_over_0(std::string_view key) const;
  [[nodiscard]] std::int64_t integer_or(std::string_view key, std::int64_t least, std::int64_t most,
                                        std::int64_t otherwise) const;

 private:
  struct Text;
  explicit JsonValue(std::shared_ptr<const Text> text);
  [[nodiscard]] JsonValue child(const Json& value, std::string_view step) const;
  /// The same at another place of the text.
  [[noreturn]] void fail_at(const std::string& pointer, const std::string& message) const;
  void expect_object() const;

  std::shared_ptr<const Text> text_;
  const Json* value_;
  std::string pointer_;
  std::string_view kind_;  // of what a message names: "item", "case"; empty: nothing
  std::string name_;       // "loads", "ties/two_keys"
};

/// Printable, short, on one line: text from a file that may hold anything.
[[nodiscard]] std::string printable(const std::string& text);

}  // namespace mergelab
