#include "assembly.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include "assembly_text.hpp"
#include "lexing.hpp"

namespace simt::cxx {
namespace {

bool continues_symbol(char c) { return continues_name(c) || c == '.'; }

int number(std::string_view word) {
  int value = -1;
  std::from_chars(word.data(), word.data() + word.size(), value);
  return value;
}

/// `"name"` without its quotes.
std::string_view take_literal(std::string_view& line) {
  const std::size_t begin = line.find('"');
  if (begin == std::string_view::npos) return {};
  const std::size_t end = line.find('"', begin + 1);
  if (end == std::string_view::npos) return {};
  const std::string_view name = line.substr(begin + 1, end - begin - 1);
  line.remove_prefix(end + 1);
  return name;
}

class Reader {
 public:
  Assembly run(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::move(assembly_);
  }

 private:
  void line(std::string_view line) {
    if (line.empty()) return;
    const std::string_view words = without_blanks(line);
    if (words.substr(0, 7) == "# simt ") {
      if (!function_.empty()) {
        assembly_.marks.try_emplace(function_, static_cast<std::size_t>(number(words.substr(7))));
      }
    } else if (!is_blank(line.front()) && line.front() != '.' && line.front() != '#') {
      label(line.substr(0, line.find(':')));
    } else if (words.substr(0, 1) == ".") {
      directive(words);
    } else if (is_blank(line.front()) && !function_.empty() && words.substr(0, 1) != "#") {
      instruction(words);
    }
  }

  void label(std::string_view name) {
    function_ = functions_.contains(std::string(name)) ? name : "";
    file_ = 0;
    if (function_.empty()) assembly_.variables.emplace_back(name);
  }

  void directive(std::string_view line) {
    const std::string_view what = take_word(line);
    if (what == ".type") {
      const std::string_view name = take_word(line);
      if (take_word(line).ends_with("function")) functions_.emplace(name);  // of `@function`, `%function`
    } else if (what == ".set") {
      const std::string_view name = take_word(line);
      assembly_.aliases.emplace(name, take_word(line));
    } else if (what == ".comm" || what == ".lcomm") {
      assembly_.variables.emplace_back(take_word(line));
    } else if (what == ".loc") {
      file_ = number(take_word(line));
      line_ = number(take_word(line));
    } else if (what == ".file") {
      const int index = number(line);
      const std::string_view first = take_literal(line), second = take_literal(line);
      if (index < 0) return;
      const bool folder = !second.empty() && second.front() != '/';
      files_[index] = folder ? std::string(first) + "/" + std::string(second)
                             : std::string(second.empty() ? first : second);
    }
  }

  void instruction(std::string_view line) {
    const auto file = files_.find(file_);
    if (file == files_.end()) return;
    const std::string_view operation = take_word(line);
    const bool call = operation.substr(0, 4) == "call" || operation == "bl";
    for (std::size_t i = 0; i < line.size();) {
      std::size_t end = i;
      while (end < line.size() && continues_symbol(line[end])) ++end;
      const std::string_view word = line.substr(i, end - i);
      const bool part = i > 0 && (line[i - 1] == '%' || line[i - 1] == '@');  // a register, `@PLT`
      if (!word.empty() && !part && starts_name(word.front()) && word.front() != '$') {
        assembly_.uses.push_back({function_, std::string(word), call, file->second, line_});
      }
      if (end < line.size() && line[end] == '#') return;  // a comment
      i = std::max(end, i + 1);
    }
  }

  Assembly assembly_;
  std::set<std::string> functions_;
  std::unordered_map<int, std::string> files_;
  std::string function_;  // empty outside of functions
  int file_ = 0, line_ = 0;
};

}  // namespace

Assembly read_assembly(std::string_view text) { return Reader().run(text); }

}  // namespace simt::cxx
