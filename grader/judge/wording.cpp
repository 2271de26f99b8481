// Reads a worker's sentences by the grammar of sentences.cpp, and writes the judge's. Long because the
// readers of words share what the reader has tried.
#include "judge/wording.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <utility>

#include "base/allocated_variable.hpp"
#include "base/read_file.hpp"
#include "judge/sentences.hpp"
#include "model/terms.hpp"
#include "simt/include/simt/errors.hpp"

namespace mergelab::judge {
namespace {

constexpr std::pair<std::string_view, std::string_view> kErrors[] = {
#define MERGELAB_ERROR(name, number, text) {"cuda" #name, text},
    SIMT_ERRORS(MERGELAB_ERROR)
#undef MERGELAB_ERROR
};

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_letter) - text.begin());
}

/// Gets the rest of a text, and the words for the part read.
using Then = std::function<bool(std::string_view left, const std::string& words)>;

/// Reads a text by the grammar, and tries all ways to do so.
class Reader {
 public:
  explicit Reader(const Wording& wording) : wording_(wording) {}

  /// Whether `then` takes one of the ways in which the text begins with this form.
  bool read(std::string_view form, std::string_view text, const std::string& words, const Then& then) {
    if (++steps_ > kMostSteps) return false;
    const std::size_t brace = std::min(form.find('{'), form.size());
    if (!text.starts_with(form.substr(0, brace))) return false;
    text.remove_prefix(brace);
    const std::string so_far = words + std::string(form.substr(0, brace));
    if (brace == form.size()) return then(text, so_far);
    const std::size_t end = form.find('}', brace);
    const std::string_view name = form.substr(brace + 1, end - brace - 1), rest = form.substr(end + 1);
    const Then go_on = [&](std::string_view left, const std::string& read_words) {
      return read(rest, left, so_far + read_words, then);
    };
    const std::vector<std::string_view>* known = sentence_forms(name);
    if (known == nullptr) return read_basic(name, text, go_on);
    return std::any_of(known->begin(), known->end(),
                       [&](std::string_view one) { return read(one, text, "", go_on); });
  }

 private:
  static constexpr int kMostSteps = 20'000;

  bool read_basic(std::string_view name, std::string_view text, const Then& then) {
    if (name == "n") return read_number(text, then);
    if (name == "hex") return read_hex(text, then);
    if (name == "line") return read_line(text, then);
    if (name == "word" || name == "call") return read_word(text, then);
    if (name == "buffer") return read_buffer(text, then);
    if (name == "type") return read_type(text, then);
    if (name == "quoted") return read_quoted(text, then);
    for (const auto& [error, meaning] : kErrors) {
      const std::string_view shown = name == "error" ? error : meaning;
      if (text.starts_with(shown) && then(text.substr(shown.size()), std::string(shown))) return true;
    }
    return false;
  }

  static bool read_number(std::string_view text, const Then& then) {
    std::size_t end = text.starts_with('-') ? 1 : 0;
    const std::size_t first = end;
    while (end < text.size() && end < kMostDigits &&
           (std::isdigit(static_cast<unsigned char>(text[end])) != 0 ||
            (text[end] == ',' && end + 1 < text.size() && end > first &&
             std::isdigit(static_cast<unsigned char>(text[end + 1])) != 0)))
      ++end;
    // "(1,2)" are two numbers, "1,234 more threads" is one.
    for (; end > first; --end) {
      if (text[end - 1] != ',' && then(text.substr(end), std::string(text.substr(0, end)))) return true;
    }
    return false;
  }

  static bool read_hex(std::string_view text, const Then& then) {
    if (!text.starts_with("0x")) return false;
    std::size_t end = 2;
    while (end < text.size() && end < kMostDigits &&
           std::isxdigit(static_cast<unsigned char>(text[end])) != 0)
      ++end;
    return end > 2 && then(text.substr(end), std::string(text.substr(0, end)));
  }

  bool read_word(std::string_view text, const Then& then) const {
    const std::size_t end = letters(text);
    return wording_.has_word(text.substr(0, end)) && then(text.substr(end), std::string(text.substr(0, end)));
  }

  /// "merge.cuh:12 `bounds[0] = 1;`", whose text the judge knows better.
  bool read_line(std::string_view text, const Then& then) const {
    constexpr std::string_view kUnknown = "an unknown line";
    if (text.starts_with(kUnknown)) return then(text.substr(kUnknown.size()), std::string(kUnknown));
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return false;
    const std::string file = wording_.file(text.substr(0, colon));
    return read_number(text.substr(colon + 1), [&](std::string_view left, const std::string& number) {
      if (number.size() > 7) return false;
      const std::string quoted = wording_.text(file, std::stoi(number));
      std::string words = file.empty() ? "an unknown line" : file + ":" + number;
      if (!quoted.empty()) words += " `" + quoted + "`";
      if (!left.starts_with(" `")) return then(left, words);
      // Its end is unknown: the text may contain the sign itself.
      for (std::size_t end = left.find('`', 2); end != std::string_view::npos;
           end = left.find('`', end + 1)) {
        if (then(left.substr(end + 1), words)) return true;
      }
      return false;
    });
  }

  /// "buffer 9@sort.cuh:31 device_array@sort.cuh:120 sort": the calls that allocated it say for which
  /// variable.
  bool read_buffer(std::string_view text, const Then& then) const {
    constexpr std::string_view kBuffer = "buffer ";
    if (!text.starts_with(kBuffer)) return false;
    const std::size_t digits = std::min(text.find_first_not_of("0123456789", kBuffer.size()), text.size());
    if (digits == kBuffer.size() || digits > kMostDigits) return false;
    const std::string buffer(text.substr(0, digits));
    text.remove_prefix(digits);
    std::vector<base::CallLine> calls;
    while (text.starts_with('@') && calls.size() < kMostCalls) {
      const std::size_t colon = std::min(text.find(':'), text.size()),
                        blank = std::min(text.find(' '), text.size());
      const std::size_t end = blank + 1 + letters(text.substr(std::min(blank + 1, text.size())));
      if (colon >= blank || blank == text.size() || blank - colon > 8) return false;
      const int line = std::atoi(std::string(text.substr(colon + 1, blank - colon - 1)).c_str());
      calls.push_back({wording_.text(wording_.file(text.substr(1, colon - 1)), line),
                       std::string(text.substr(blank + 1, end - blank - 1))});
      text.remove_prefix(end);
    }
    const std::string variable = base::allocated_variable(calls);
    return then(text, variable.empty() ? buffer : variable);
  }

  /// "int[16]": of words that are the student's, or C++'s.
  bool read_type(std::string_view text, const Then& then) const {
    const std::size_t size = std::min(text.find(", at "), text.size());
    std::string_view type = text.substr(0, size);
    static const std::set<std::string_view> basic{"unsigned", "signed", "int",   "long", "short",  "char",
                                                  "float",    "double", "const", "bool", "value_t"};
    for (std::string_view left = type; !left.empty();) {
      const std::size_t end = letters(left);
      const std::string_view word = left.substr(0, end);
      const bool number = std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
      if (!number && !basic.contains(word) && !wording_.has_word(word)) return false;
      left.remove_prefix(std::max<std::size_t>(end, 1));
      if (end == 0 &&
          std::string_view("[]<>:, *&'").find(type[type.size() - left.size() - 1]) == std::string_view::npos)
        return false;
    }
    return then(text.substr(size), std::string(type));
  }

  /// An expression that a macro of the student's has, as the compiler writes it.
  bool read_quoted(std::string_view text, const Then& then) const {
    constexpr std::string_view kAfter = "` failed, at ";
    const std::size_t end = text.rfind(kAfter);
    if (!text.starts_with('`') || end == std::string_view::npos) return false;
    const std::string_view inner = text.substr(1, end - 1);
    return wording_.has_expression(inner) && then(text.substr(end + 1), "`" + std::string(inner) + "`");
  }

  static constexpr std::size_t kMostDigits = 24, kMostCalls = 8;

  const Wording& wording_;
  int steps_ = 0;
};

std::string without_blanks(std::string_view text) {
  std::string rest(text);
  std::erase_if(rest, [](unsigned char c) { return std::isspace(c) != 0; });
  return rest;
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t\r");
  return first == std::string_view::npos ? "" : std::string(text.substr(first, last - first + 1));
}

/// What is known of a rule without the worker's words; "" of no rule.
std::string meaning_of(std::string_view rule) {
  for (const Term& term : symptoms()) {
    if (term.name != rule) continue;
    constexpr std::string_view kKind = "violation: ";
    return std::string(term.meaning.substr(term.meaning.starts_with(kKind) ? kKind.size() : 0));
  }
  return "";
}

}  // namespace

Wording::Wording(const std::vector<std::filesystem::path>& files) {
  for (const std::filesystem::path& path : files) {
    const std::string content = base::read_file(path).value_or("");
    std::vector<std::string>& lines = files_[path.filename().string()];
    std::istringstream stream(content);
    for (std::string line; std::getline(stream, line);) {
      lines.push_back(trimmed(line));
      whole_files_[path.filename().string()].push_back(line);
    }
    all_ += without_blanks(content);
    for (std::string_view left = content; !left.empty();) {
      const std::size_t end = letters(left);
      if (end > 0) words_.emplace(left.substr(0, end));
      left.remove_prefix(std::max<std::size_t>(end, 1));
    }
  }
}

std::string Wording::first_line_in(std::string_view sentence) const {
  for (const auto& [file, lines] : files_) {
    const std::size_t at = sentence.find(file + ":");
    if (at == std::string_view::npos) continue;
    const std::string digits(sentence.substr(at + file.size() + 1, 7));
    const int line = std::atoi(digits.c_str());
    if (const std::string quoted = text(file, line); !quoted.empty())
      return ", at " + file + ":" + std::to_string(line) + " `" + quoted + "`";
  }
  return "";
}

bool Wording::has_word(std::string_view word) const {
  static const std::set<std::string_view> ours{"A",      "B",      "C",       "k",      "ranks",
                                               "memcpy", "memset", "memmove", "printf", "strlen"};
  return words_.contains(word) || ours.contains(word);
}

bool Wording::has_expression(std::string_view expression) const {
  return all_.find(without_blanks(expression)) != std::string::npos;
}

std::string Wording::file(std::string_view name) const {
  if (files_.find(name) != files_.end()) return std::string(name);
  const bool is_plain = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return is_letter(c) || c == '.' || c == '-';
  });
  const std::string included = "\"" + std::string(name) + "\"";
  return is_plain && all_.find(included) != std::string::npos ? std::string(name) : "";
}

std::string Wording::text(std::string_view file, int line) const {
  const auto known = files_.find(file);
  if (known == files_.end() || line < 1 || static_cast<std::size_t>(line) > known->second.size()) return "";
  return known->second[static_cast<std::size_t>(line) - 1];
}

const std::vector<std::string>* Wording::lines(std::string_view file) const {
  const auto known = whole_files_.find(file);
  return known == whole_files_.end() ? nullptr : &known->second;
}

bool Wording::has_code_in_todo(std::string_view file, int number) const {
  const auto known = files_.find(file);
  if (known == files_.end()) return false;
  const std::string marker = "// TODO " + std::to_string(number);
  bool inside = false;
  for (const std::string& line : known->second) {
    if (line.starts_with(marker + " begin")) inside = true;
    if (line.starts_with(marker + " end")) inside = false;
    const bool skeletons = line.empty() || line.starts_with("//") ||
                           line.find("LAB_TODO(") != std::string::npos || line == "return 0;";
    if (inside && !skeletons) return true;
  }
  return false;
}

int Wording::first_todo(std::string_view file, int reached) const {
  constexpr std::string_view kOpen = "LAB_TODO(";
  const auto known = files_.find(file);
  if (known == files_.end()) return reached;
  int first = reached;
  for (const std::string& line : known->second) {
    const std::size_t at = line.substr(0, line.find("//")).find(kOpen);
    if (at == std::string::npos || line.starts_with('#')) continue;
    const int number = std::atoi(line.c_str() + at + kOpen.size());
    if (number > 0) first = std::min(first, number);
  }
  return first;
}

std::string Wording::reworded(std::string_view message, std::string_view rule) const {
  std::string words;
  for (bool first = true; first || !message.empty(); first = false) {
    const std::size_t end = std::min(message.find('\n'), message.size());
    const std::string_view sentence = message.substr(0, end);
    message.remove_prefix(std::min(end + 1, message.size()));
    std::string shown;
    const bool known =
        Reader(*this).read("{sentence}", sentence, "", [&](std::string_view left, const std::string& read) {
          shown = read;
          return left.empty();
        });
    if (!known && !first) continue;
    words.append(first ? "" : "\n").append(known ? shown : meaning_of(rule) + first_line_in(sentence));
  }
  return words;
}

}  // namespace mergelab::judge
