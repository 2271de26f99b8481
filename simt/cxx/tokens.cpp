#include "tokens.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "lexing.hpp"

namespace simt::cxx {
namespace {

class Reader {
 public:
  Reader(std::string_view text, const IsFile& is_user_file, const IsFile& is_read_again)
      : text_(text), is_user_file_(is_user_file), is_read_again_(is_read_again) {}

  SourceText run() {
    bool line_start = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++at_;
        ++line_;
        line_start = true;
      } else if (is_blank(c)) {
        ++at_;
      } else if (line_start && (c == '#' || rest().substr(0, 2) == "%:")) {
        directive();
      } else {
        line_start = false;
        token();
      }
    }
    return std::move(source_);
  }

 private:
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }

  std::size_t file_index(const std::string& name) {
    const auto [entry, is_new] = indices_.try_emplace(name, source_.files.size());
    if (is_new) source_.files.push_back(name);
    return entry->second;
  }

  void directive() {
    const std::string_view line = rest().substr(0, rest().find('\n'));
    // Compilers accept a marker only in the first column, where a macro can put nothing.
    const bool first_column = at_ == 0 || text_[at_ - 1] == '\n';
    const std::optional<LineMarker> marker = first_column ? parse_marker(line) : std::nullopt;
    if (marker) {
      follow(*marker);
      line_ = marker->line - 1;  // of the next line
    } else if (in_user_file_) {
      source_.directives.push_back({line, file_, line_, at_});
    }
    at_ += line.size();
  }

  // An unfinished include: one of another file, by its index in source_.entered, gets its line later.
  struct Open {
    std::optional<std::size_t> entered;  // by a user file
    bool from_user_file;
  };

  void follow(const LineMarker& marker) {
    bool is_user = is_user_file_(marker.file);
    const std::size_t file = file_index(marker.file);
    if (!main_file_) main_file_ = file;
    if (marker.enters) {
      std::optional<std::size_t> entered;
      // clang enters <built-in> from the file that it compiles.
      const bool is_file = !marker.file.empty() && marker.file.front() != '<';
      if (in_user_file_ && !is_user && is_file) {
        entered = source_.entered.size();
        source_.entered.push_back({marker.file, file_, line_});
        is_user = is_read_again_(marker.file);
      }
      open_.push_back({entered, in_user_file_});
    } else if (marker.leaves && !open_.empty()) {
      // Only the return shows which line included: compilers skip empty ones before it.
      if (open_.back().entered) source_.entered[*open_.back().entered].line = marker.line - 1;
      is_user = open_.back().from_user_file;
      open_.pop_back();
    } else if (file == file_) {
      is_user = in_user_file_;
    }
    file_ = file;
    in_user_file_ = is_user;
  }

  void token() {
    const char c = text_[at_];
    std::size_t length = 1;
    std::string_view shown;
    if (starts_name(c)) {
      length = name_length(rest());
      const std::string_view name = rest().substr(0, length);
      shown = name;
      if (at_ + length < text_.size() && text_[at_ + length] == '"' && is_raw_prefix(name)) {
        length += raw_literal_length(rest().substr(length));
        shown = "\"\"";
      }
    } else if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
      length = number_length(rest());
    } else if (c == '"' || c == '\'') {
      length = literal_length(rest());
      shown = c == '"' ? "\"\"" : "''";
    } else {
      shown = punctuation(length);
    }
    const std::string_view words = rest().substr(0, length);
    if (shown.empty()) shown = words;
    if (in_user_file_) {
      source_.tokens.push_back({shown, file_, line_, at_});
    } else {
      note_token_of_header();
    }
    line_ += static_cast<int>(std::count(words.begin(), words.end(), '\n'));  // of raw literals
    at_ += length;
  }

  /// The main file is the caller's, and has no macros.
  void note_token_of_header() {
    for (auto open = open_.rbegin(); open != open_.rend(); ++open) {
      if (!open->entered) continue;
      Entered& entered = source_.entered[*open->entered];
      entered.holds_tokens = entered.from != main_file_;
      return;
    }
  }

  /// One character, `::`, or a digraph in its ordinary spelling.
  std::string_view punctuation(std::size_t& length) const {
    struct Pair {
      std::string_view written, shown;
    };
    static constexpr std::array<Pair, 5> kPairs{
        {{"::", "::"}, {"<:", "["}, {":>", "]"}, {"<%", "{"}, {"%>", "}"}}};
    for (const Pair& pair : kPairs) {
      if (rest().substr(0, 2) != pair.written) continue;
      // `<::` is `<` and `::`, unless `:` or `>` follows.
      if (rest().substr(0, 3) == "<::" && rest().substr(3, 1) != ":" && rest().substr(3, 1) != ">") break;
      length = 2;
      return pair.shown;
    }
    return {};
  }

  std::string_view text_;
  const IsFile& is_user_file_;
  const IsFile& is_read_again_;
  SourceText source_;
  std::map<std::string, std::size_t> indices_;
  std::vector<Open> open_;
  std::optional<std::size_t> main_file_;
  std::size_t at_ = 0;
  std::size_t file_ = file_index("");
  bool in_user_file_ = false;
  int line_ = 1;
};

}  // namespace

SourceText read_source_text(std::string_view preprocessed, const IsFile& is_user_file,
                            const IsFile& is_read_again) {
  return Reader(preprocessed, is_user_file, is_read_again).run();
}

void BracketedText::match_brackets() {
  match_.assign(tokens_.size(), tokens_.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const std::string_view t = text(i);
    if (t == "(" || t == "[" || t == "{") open.push_back(i);
    if (t != ")" && t != "]" && t != "}") continue;
    const std::string_view begin = t == ")" ? "(" : t == "]" ? "[" : "{";
    while (!open.empty() && text(open.back()) != begin) open.pop_back();
    if (open.empty()) continue;
    match_[open.back()] = i;
    match_[i] = open.back();
    open.pop_back();
  }
}

std::optional<std::size_t> BracketedText::block_around(std::size_t i) const {
  while (i-- > 0) {
    if (text(i) == "{") return i;
    if (text(i) != "}") continue;
    if (opening(i) >= i) return {};
    i = opening(i);
  }
  return {};
}

std::size_t BracketedText::behind_angles(std::size_t at, std::size_t end) const {
  int open = 0;
  for (std::size_t i = at; i < end; ++i) {
    const std::string_view t = text(i);
    if (t == "<") ++open;
    if (t == ">" && text(i - 1) != "-" && --open == 0) return i + 1;
    if (t == ";") return at;
    if (t == "(" || t == "[" || t == "{") i = match_[i];
  }
  return at;
}

std::size_t BracketedText::behind_statement(std::size_t i, std::size_t end) const {
  for (; i < end; ++i) {
    if (text(i) == ";") return i + 1;
    if (text(i) == "(" || text(i) == "[" || text(i) == "{") i = match_[i];
  }
  return end;
}

}  // namespace simt::cxx
