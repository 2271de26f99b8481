#include "course/json_syntax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <vector>

#include "course/course.hpp"

namespace mergelab::course {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLargestFile = 4U << 20U;
constexpr int kDeepestNesting = 64;
constexpr std::size_t kLongestShown = 160;

std::string read_text(const std::filesystem::path& file, const std::string& name) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) {
    throw Error(fmt::format("{} is missing\n  looked for {}", name, file.string()));
  }
  if (!std::filesystem::is_regular_file(status)) {
    throw Error(fmt::format("{} is not a file\n  expected a JSON file at {}", name, file.string()));
  }
  const auto size = std::filesystem::file_size(file, error);
  if (!error && size > kLargestFile) {
    throw Error(fmt::format("{} is {} bytes long; at most {} (4 MiB) are read\n  is it the right file?", name,
                            size, kLargestFile));
  }
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in || error) {
    throw Error(fmt::format("{} cannot be read\n  allow it: chmod u+r {}", name, file.string()));
  }
  return text;
}

std::size_t line_of(const std::string& text, std::size_t position) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(position, text.size()));
  return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

/// Before parsing: lists and objects within each other cost memory for each level, here and when they are
/// freed.
void refuse_deep_nesting(const std::string& text, const std::string& name) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepestNesting) {
        throw Error(fmt::format("{}:{}: lists and objects lie more than {} deep in each other", name,
                                line_of(text, i), kDeepestNesting));
      }
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
}

/// Watches a parse for mistakes of syntax and for repeated keys; keeps no values.
class Checker : public nlohmann::json_sax<Json> {
 public:
  Checker(const std::string& text, const std::string& name) : text_(text), name_(name) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override {
    keys_.emplace_back();
    return true;
  }
  bool key(string_t& key) override {
    if (!keys_.back().insert(key).second) {
      throw Error(fmt::format("{}: the key \"{}\" occurs twice in one object", name_, shown(key)));
    }
    return true;
  }
  bool end_object() override {
    keys_.pop_back();
    return true;
  }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string&, const Json::exception& error) override {
    // The library puts its own name and position in front of the sentence that matters.
    std::string sentence = error.what();
    for (const std::string_view front : {"] ", "parse error at "}) {
      const std::size_t begin = sentence.find(front);
      if (begin != std::string::npos && begin < 40) sentence.erase(0, begin + front.size());
    }
    if (sentence.starts_with("line ")) sentence.erase(0, std::min(sentence.size(), sentence.find(": ") + 2));
    const bool cut_off = sentence.find("unexpected end of input") != std::string::npos;
    throw Error(fmt::format("{}:{}: {}{}", name_, line_of(text_, position == 0 ? 0 : position - 1),
                            shown(sentence),
                            cut_off ? "\n  the file ends before its JSON does: is it cut off?" : ""));
  }

 private:
  const std::string& text_;
  const std::string& name_;
  std::vector<std::set<std::string>> keys_;
};

}  // namespace

Json read_json(const std::filesystem::path& file, const std::string& name) {
  const std::string text = read_text(file, name);
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw Error(fmt::format("{}:1: the file is empty; expected a JSON object", name));
  }
  refuse_deep_nesting(text, name);
  Checker checker(text, name);
  (void)Json::sax_parse(text, &checker);
  return Json::parse(text);
}

std::string shown(const std::string& text) {
  std::string result = text.substr(0, kLongestShown);
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  if (text.size() > kLongestShown) {
    // Never half of a UTF-8 character.
    while (!result.empty() && (static_cast<unsigned char>(result.back()) & 0xC0U) == 0x80U) result.pop_back();
    if (!result.empty() && (static_cast<unsigned char>(result.back()) & 0x80U) != 0) result.pop_back();
    result += "...";
  }
  return result;
}

}  // namespace mergelab::course
