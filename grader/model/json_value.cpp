#include "model/json_value.hpp"

#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "base/did_you_mean.hpp"

namespace mergelab {
namespace {

constexpr std::size_t kDeepestNesting = 64;
constexpr std::size_t kLongestQuote = 160;

std::size_t line_of(const std::string& text, std::size_t position) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(position, text.size()));
  return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

/// What a message begins with.
std::string place_of(const std::string& name, std::size_t line) {
  return name.empty() ? fmt::format("line {}: ", line) : fmt::format("{}:{}: ", name, line);
}

/// A step of a JSON pointer: RFC 6901 writes ~ as ~0 and / as ~1.
std::string pointer_step(std::string_view step) {
  std::string result;
  for (const char c : step) result += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return result;
}

/// Goes through a text for mistakes of syntax, for repeated keys, and for the line of one value; keeps no
/// values.
class Walk : public nlohmann::json_sax<Json> {
 public:
  /// `wanted` is a JSON pointer; without it the whole text is looked at.
  Walk(const std::string& text, const std::string& name, std::optional<std::string> wanted = std::nullopt)
      : text_(text), name_(name), wanted_(std::move(wanted)), stream_(text) {
    (void)Json::sax_parse(stream_, this);
  }
  /// Of the wanted value, or of its key in an object; 0 when there is none.
  [[nodiscard]] std::size_t line() const { return line_; }

  bool null() override { return enter(); }
  bool boolean(bool) override { return enter(); }
  // The parser reads one character past a number to find its end.
  bool number_integer(number_integer_t) override { return enter(1); }
  bool number_unsigned(number_unsigned_t) override { return enter(1); }
  bool number_float(number_float_t, const string_t&) override { return enter(1); }
  bool string(string_t&) override { return enter(); }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return enter() && open(false); }
  bool start_array(std::size_t) override { return enter() && open(true); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& key) override {
    if (!levels_.back().keys.insert(key).second)
      throw DataError(place_of(name_, line_here()) +
                      fmt::format("the key \"{}\" occurs twice in one object", printable(key)));
    return step_to(pointer_step(key));
  }
  bool parse_error(std::size_t position, const std::string&, const Json::exception& error) override {
    // The library puts its own name and position in front of the sentence that matters.
    std::string sentence = error.what();
    for (const std::string_view front : {"] ", "parse error at "}) {
      const std::size_t begin = sentence.find(front);
      if (begin != std::string::npos && begin < 40) sentence.erase(0, begin + front.size());
    }
    if (sentence.starts_with("line ")) sentence.erase(0, std::min(sentence.size(), sentence.find(": ") + 2));
    const bool cut_off = position > text_.size();  // the end of the text counts as read
    throw DataError(place_of(name_, line_of(text_, position == 0 ? 0 : position - 1)) + printable(sentence) +
                    (cut_off ? "\n  the file ends before its JSON does: is it truncated?" : ""));
  }

 private:
  /// A list or an object that is being read.
  struct Level {
    bool is_list = false;
    std::size_t pointer_size = 0;
    std::size_t count = 0;       // of a list's elements read
    std::set<std::string> keys;  // of an object
  };

  [[nodiscard]] std::size_t line_here(std::streamoff ahead = 0) {
    const std::streamoff read = stream_.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in);
    return line_of(text_, static_cast<std::size_t>(std::max<std::streamoff>(0, read - ahead)));
  }
  /// Notes where the wanted value is; false when that is known.
  bool look(std::streamoff ahead) {
    if (pointer_ == wanted_) line_ = line_here(ahead);
    return line_ == 0;
  }
  bool step_to(const std::string& step) {
    pointer_.resize(levels_.back().pointer_size);
    pointer_ += "/" + step;
    return look(0);
  }
  /// A value begins: the top, the next one of a list, or a key's.
  bool enter(std::streamoff ahead = 0) {
    if (levels_.empty()) return look(ahead);
    if (!levels_.back().is_list) return true;
    pointer_.resize(levels_.back().pointer_size);
    pointer_ += "/" + std::to_string(levels_.back().count++);
    return look(ahead);
  }
  bool open(bool is_list) {
    if (levels_.size() == kDeepestNesting)
      throw DataError(place_of(name_, line_here()) +
                      fmt::format("lists and objects are nested more than {} deep", kDeepestNesting));
    levels_.push_back({is_list, pointer_.size(), 0, {}});
    return true;
  }
  bool close() {
    levels_.pop_back();
    return true;
  }

  const std::string& text_;
  const std::string& name_;
  std::optional<std::string> wanted_;
  std::istringstream stream_;
  std::vector<Level> levels_;
  std::string pointer_;
  std::size_t line_ = 0;
};

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

struct JsonValue::Text {
  std::string name;  // what messages call it
  std::string text;
  Json top;
};

JsonValue::JsonValue(std::shared_ptr<const Text> text) : text_(std::move(text)), value_(&text_->top) {}

JsonValue JsonValue::parsed(std::string text, std::string name) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw DataError(place_of(name, 1) + "the file is empty; expected a JSON object");
  (void)Walk(text, name);
  Json top = Json::parse(text);
  return JsonValue(std::make_shared<const Text>(Text{std::move(name), std::move(text), std::move(top)}));
}

void JsonValue::expect_schema(std::string_view schema) const {
  if (!has("schema")) fail(fmt::format("the key \"schema\" is missing; expected \"schema\": \"{}\"", schema));
  const JsonValue found = at("schema");
  if (*found.value_ == schema) return;
  const std::string_view name = schema.substr(0, schema.find('/') + 1);
  if (!found.value_->is_string() || !found.value_->get_ref<const std::string&>().starts_with(name))
    found.expected(fmt::format("\"{}\"", schema));
  found.fail(fmt::format(
      "is {}, but this mergelab reads {}\n  convert the file to that version (docs/formats.md), or use the "
      "mergelab that it was written for",
      describe(*found.value_), schema));
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
  std::string place;
  if (pointer.empty())
    place = text_->name.empty() ? "" : text_->name + ": ";
  else if (!text_->name.empty() || text_->text.find('\n') < text_->text.size() - 1)
    place = place_of(text_->name, Walk(text_->text, text_->name, pointer).line());
  if (!kind_.empty()) {
    place += fmt::format("{} '{}' ({}): ", kind_, printable(name_), printable(pointer_));
  } else if (!pointer_.empty()) {
    place += printable(pointer_) + ": ";
  }
  throw DataError(place + message);
}

void JsonValue::expected(const std::string& what) const { expected(what, ""); }

void JsonValue::expected(const std::string& what, const std::string& instead) const {
  fail(fmt::format("expected {}, got {}{}", what, describe(*value_),
                   instead.empty() ? "" : "\n  write " + instead));
}

namespace {

/// A number in quotes; or null.
Json number_in_text(const Json& value) {
  Json number = value.is_string() ? Json::parse(value.get<std::string>(), nullptr, false) : Json();
  return number.is_number() ? number : Json();
}

/// What stands there without its quotes, if that is a number.
std::string without_quotes(const Json& value) {
  const Json number = number_in_text(value);
  return number.is_null() ? "" : number.dump();
}

}  // namespace

void JsonValue::expect_object() const {
  if (!value_->is_object()) expected("an object");
}

void JsonValue::allow_keys(std::span<const std::string_view> keys) const {
  expect_object();
  for (const auto& [key, value] : value_->items()) {
    if (pointer_.empty() && key == "$schema") continue;  // for editors
    if (std::ranges::find(keys, key) != keys.end()) continue;
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
  if (!value_->is_array())
    expected("a list", value_->is_object() || value_->is_null() ? "" : fmt::format("[{}]", value_->dump()));
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

bool JsonValue::is_null() const { return value_->is_null(); }
bool JsonValue::is_text() const { return value_->is_string(); }
bool JsonValue::is_integer() const { return value_->is_number_integer(); }
bool JsonValue::is_list() const { return value_->is_array(); }
bool JsonValue::is_object() const { return value_->is_object(); }

std::string JsonValue::text_or_empty() const {
  if (!value_->is_string())
    expected("a text",
             value_->is_number() || value_->is_boolean() ? fmt::format("\"{}\"", value_->dump()) : "");
  return value_->get<std::string>();
}

std::string JsonValue::text() const {
  std::string text = text_or_empty();
  if (text.empty()) expected("a text");
  return text;
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
    if (std::ranges::find(words, word) != words.end()) return word;
    fail(fmt::format("unknown value \"{}\"\n  {}", printable(word),
                     base::did_you_mean(word, words, fmt::format("known: {}", fmt::join(words, ", ")), '"')));
  }
  expected(fmt::format("one of {}", fmt::join(words, ", ")));
}

bool JsonValue::boolean() const {
  if (!value_->is_boolean())
    expected("true or false", *value_ == "true" || *value_ == "false" ? value_->get<std::string>() : "");
  return value_->get<bool>();
}

double JsonValue::number() const {
  if (!value_->is_number() || !std::isfinite(value_->get<double>()))
    expected("a number", without_quotes(*value_));
  return value_->get<double>();
}

double JsonValue::number(double least, bool or_equal) const {
  const bool good = value_->is_number() && std::isfinite(value_->get<double>()) &&
                    (or_equal ? value_->get<double>() >= least : value_->get<double>() > least);
  if (!good)
    expected(or_equal ? fmt::format("a number of {} or more", least) : fmt::format("a number over {}", least),
             without_quotes(*value_));
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
  if (!good) expected(fmt::format("a whole number from {} to {}", least, most), without_quotes(*value_));
  return value_->get<std::int64_t>();
}

std::uint64_t JsonValue::natural(std::uint64_t most) const {
  if (!value_->is_number_unsigned() || value_->get<std::uint64_t>() > most)
    expected(most == UINT64_MAX ? "a whole number from 0 to 2^64-1"
                                : fmt::format("a whole number from 0 to {}", most));
  return value_->get<std::uint64_t>();
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

std::string printable(const std::string& text) {
  std::string result = text.substr(0, kLongestQuote);
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  if (text.size() > kLongestQuote) {
    // Never half of a UTF-8 character.
    while (!result.empty() && (static_cast<unsigned char>(result.back()) & 0xC0U) == 0x80U) result.pop_back();
    if (!result.empty() && (static_cast<unsigned char>(result.back()) & 0x80U) != 0) result.pop_back();
    result += "...";
  }
  return result;
}

}  // namespace mergelab
