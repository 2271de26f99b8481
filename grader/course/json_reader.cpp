#include "course/json_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/did_you_mean.hpp"
#include "course/course.hpp"
#include "course/json_syntax.hpp"

namespace mergelab::course {
namespace {

using Json = nlohmann::json;

std::string describe(const Json& value) {
  if (value.is_object()) return value.empty() ? "an empty object" : "an object";
  if (value.is_array()) return value.empty() ? "an empty list" : fmt::format("a list of {}", value.size());
  return printable(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

/// What the elements of a list are called in messages, and which of their keys names them.
struct Kind {
  std::string_view list, word, key;
};
constexpr Kind kKinds[] = {
    {"/items", "item", "id"}, {"/families", "family", "name"}, {"/cases", "case", "name"}};

}  // namespace

JsonValue::JsonValue(std::shared_ptr<const JsonFile> file) : file_(std::move(file)), value_(&file_->top) {}

JsonValue JsonValue::read(const std::filesystem::path& root, const std::string& name,
                          std::string_view schema) {
  JsonValue top(std::make_shared<const JsonFile>(read_json(root / name, name)));
  top.expect_object();
  if (!top.has("schema"))
    top.fail(fmt::format("the key \"schema\" is missing; expected \"schema\": \"{}\"", schema));
  const JsonValue found = top.at("schema");
  if (found.is_other_version(schema)) {
    found.fail(fmt::format(
        "is {}, and this mergelab reads {}\n  bring the file to that version (docs/formats.md), or take the "
        "mergelab that it was written for",
        describe(*found.value_), schema));
  }
  if (*found.value_ != schema) found.expected(fmt::format("\"{}\"", schema));
  return top;
}

bool JsonValue::is_other_version(std::string_view schema) const {
  const std::string_view name = schema.substr(0, schema.find('/') + 1);
  return value_->is_string() && *value_ != schema && value_->get_ref<const std::string&>().starts_with(name);
}

JsonValue JsonValue::child(const Json& value, std::string_view step) const {
  JsonValue result = *this;
  result.value_ = &value;
  result.pointer_ += "/" + pointer_step(step);
  for (const auto& [list, word, key] : kKinds) {
    const bool named = value_->is_array() && pointer_.ends_with(list) && value.is_object() &&
                       value.contains(std::string(key)) && value.at(std::string(key)).is_string();
    if (!named) continue;
    result.name_ += (name_.empty() ? "" : "/") + value.at(std::string(key)).get<std::string>();
    result.kind_ = word;
  }
  return result;
}

void JsonValue::fail(const std::string& message) const { fail_at(pointer_, message); }

void JsonValue::fail_at(const std::string& pointer, const std::string& message) const {
  std::string place = file_->name;
  if (!pointer.empty()) place += fmt::format(":{}", file_->line_of(pointer));
  if (!kind_.empty()) {
    place += fmt::format(": {} '{}' ({})", kind_, printable(name_), printable(pointer_));
  } else if (!pointer_.empty()) {
    place += ": " + printable(pointer_);
  }
  throw Error(fmt::format("{}: {}", place, message));
}

void JsonValue::expected(const std::string& what) const {
  fail(fmt::format("expected {}, got {}", what, describe(*value_)));
}

void JsonValue::expect_object() const {
  if (!value_->is_object()) expected("an object");
}

void JsonValue::allow_keys(std::initializer_list<std::string_view> keys) const {
  expect_object();
  for (const auto& [key, value] : value_->items()) {
    if (pointer_.empty() && key == "$schema") continue;  // for editors
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    const std::vector<std::string> words(keys.begin(), keys.end());
    fail_at(pointer_ + "/" + pointer_step(key),
            fmt::format(
                "unknown key \"{}\"\n  {}", printable(key),
                base::did_you_mean(key, words, fmt::format("known keys: {}", fmt::join(keys, ", ")), '"')));
  }
}

bool JsonValue::has(std::string_view key) const {
  expect_object();
  return value_->contains(std::string(key));
}

JsonValue JsonValue::at(std::string_view key) const {
  if (!has(key)) fail(fmt::format("the key \"{}\" is missing", key));
  return child(value_->at(std::string(key)), key);
}

std::vector<JsonValue> JsonValue::elements() const {
  if (!value_->is_array()) expected("a list");
  std::vector<JsonValue> result;
  for (std::size_t i = 0; i < value_->size(); ++i) result.push_back(child((*value_)[i], std::to_string(i)));
  return result;
}

std::map<std::string, JsonValue> JsonValue::members() const {
  expect_object();
  std::map<std::string, JsonValue> result;
  for (const auto& [key, value] : value_->items()) result.emplace(key, child(value, key));
  return result;
}

bool JsonValue::is_empty_text() const {
  return value_->is_string() && value_->get_ref<const std::string&>().empty();
}

std::string JsonValue::text() const {
  if (!value_->is_string() || value_->get_ref<const std::string&>().empty()) expected("a text");
  return value_->get<std::string>();
}

std::string JsonValue::word() const {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789_";
  constexpr std::size_t kLongestWord = 80;
  const bool good = value_->is_string() && !value_->get_ref<const std::string&>().empty() &&
                    value_->get_ref<const std::string&>().size() <= kLongestWord &&
                    value_->get_ref<const std::string&>().find_first_not_of(kLetters) == std::string::npos;
  if (!good) expected("a name of lower-case letters, digits and underscores");
  return value_->get<std::string>();
}

std::string JsonValue::one_of(const std::vector<std::string>& words) const {
  if (value_->is_string()) {
    const auto& word = value_->get_ref<const std::string&>();
    if (std::find(words.begin(), words.end(), word) != words.end()) return word;
    fail(fmt::format("\"{}\" is not known\n  {}", printable(word),
                     base::did_you_mean(word, words, fmt::format("known: {}", fmt::join(words, ", ")), '"')));
  }
  expected(fmt::format("one of {}", fmt::join(words, ", ")));
}

bool JsonValue::boolean() const {
  if (!value_->is_boolean()) expected("true or false");
  return value_->get<bool>();
}

double JsonValue::number(double least, bool or_equal) const {
  const bool good = value_->is_number() && std::isfinite(value_->get<double>()) &&
                    (or_equal ? value_->get<double>() >= least : value_->get<double>() > least);
  if (!good)
    expected(or_equal ? fmt::format("a number of {} or more", least)
                      : fmt::format("a number over {}", least));
  return value_->get<double>();
}

Points JsonValue::points() const {
  const std::optional<Points> points = Points::exactly(number(0));
  if (!points) expected("points with at most two decimals, such as 2.25");
  return *points;
}

Points JsonValue::points_over_0() const {
  static_cast<void>(number(0, false));
  return points();
}

std::int64_t JsonValue::integer(std::int64_t least, std::int64_t most) const {
  const bool huge =
      value_->is_number_unsigned() && value_->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX);
  const bool good = value_->is_number_integer() && !huge && value_->get<std::int64_t>() >= least &&
                    value_->get<std::int64_t>() <= most;
  if (!good) expected(fmt::format("a whole number from {} to {}", least, most));
  return value_->get<std::int64_t>();
}

std::uint64_t JsonValue::seed() const {
  if (!value_->is_number_unsigned()) expected("a whole number from 0 to 2^64-1");
  return value_->get<std::uint64_t>();
}

SizeExpr JsonValue::size() const {
  if (!value_->is_string()) {
    if (value_->is_number_integer()) return SizeExpr(std::to_string(integer(0, kLargestSize)));
    expected("a size such as 1024 or \"2*tile+1\"");
  }
  try {
    return SizeExpr(value_->get_ref<const std::string&>());
  } catch (const std::invalid_argument& error) {
    fail(printable(error.what()));
  }
}

bool JsonValue::boolean_or(std::string_view key, bool otherwise) const {
  return has(key) ? at(key).boolean() : otherwise;
}

std::optional<double> JsonValue::number_over_0(std::string_view key) const {
  return has(key) ? std::optional(at(key).number(0, false)) : std::nullopt;
}

std::int64_t JsonValue::integer_or(std::string_view key, std::int64_t least, std::int64_t most,
                                   std::int64_t otherwise) const {
  return has(key) ? at(key).integer(least, most) : otherwise;
}

std::size_t first_repeated(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::find(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(i), words[i]) !=
        words.begin() + static_cast<std::ptrdiff_t>(i)) {
      return i;
    }
  }
  return words.size();
}

}  // namespace mergelab::course
