#include "course/json_syntax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <system_error>
#include <vector>

#include "base/read_file.hpp"
#include "course/course.hpp"

namespace mergelab::course {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLargestFile = 4U << 20U;
constexpr int kDeepestNesting = 64;
constexpr std::size_t kLongestQuote = 160;

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
  std::optional<std::string> text = base::read_file(file, kLargestFile);
  if (!text) throw Error(fmt::format("{} cannot be read\n  allow it: chmod u+r {}", name, file.string()));
  return *std::move(text);
}

std::size_t line_of(const std::string& text, std::size_t position) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(position, text.size()));
  return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

/// Runs before parsing, because each level costs memory, here and when the value is freed.
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
    if (!levels_.back().keys.insert(key).second) {
      throw Error(fmt::format("{}:{}: the key \"{}\" occurs twice in one object", name_, line_here(),
                              printable(key)));
    }
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
    const bool cut_off = sentence.find("unexpected end of input") != std::string::npos;
    throw Error(fmt::format("{}:{}: {}{}", name_, line_of(text_, position == 0 ? 0 : position - 1),
                            printable(sentence),
                            cut_off ? "\n  the file ends before its JSON does: is it cut off?" : ""));
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

}  // namespace

std::string pointer_step(std::string_view step) {
  std::string result;
  for (const char c : step) result += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return result;
}

std::size_t JsonFile::line_of(const std::string& pointer) const { return Walk(text, name, pointer).line(); }

JsonFile read_json(const std::filesystem::path& file, const std::string& name) {
  JsonFile result{name, read_text(file, name), {}};
  if (result.text.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw Error(fmt::format("{}:1: the file is empty; expected a JSON object", name));
  }
  refuse_deep_nesting(result.text, name);
  (void)Walk(result.text, name);
  result.top = Json::parse(result.text);
  return result;
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

}  // namespace mergelab::course
