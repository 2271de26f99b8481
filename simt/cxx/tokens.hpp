// The tokens of preprocessed text, with the file and line from the line markers.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lexing.hpp"

namespace simt::cxx {

struct Token {
  std::string_view text;  // digraphs are spelled out; literals are "" or ''
  std::size_t file = 0;   // index into SourceText::files
  int line = 0;
  std::size_t at = 0;  // its place in the text
};

/// A user file's include of another file.
struct Entered {
  std::string file;  // entered
  std::size_t from = 0;
  int line = 0;
  bool holds_tokens = false;  // if the user files' macros could change them
};

/// The tokens, directives and includes of the user files, and of the files that they enter and
/// `is_read_again` accepts; skips the rest of the text.
struct SourceText {
  std::vector<std::string> files;
  std::vector<Token> tokens;
  std::vector<Token> directives;  // lines that begin with `#`, not markers: pragmas and the like
  std::vector<Entered> entered;
};

using IsFile = std::function<bool(std::string_view file)>;
[[nodiscard]] SourceText read_source_text(
    std::string_view preprocessed, const IsFile& is_user_file,
    const IsFile& is_read_again = [](std::string_view) { return false; });

class BracketedText {
 public:
  explicit BracketedText(const std::vector<Token>& tokens) : tokens_(tokens) { match_brackets(); }

  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  [[nodiscard]] const Token& token(std::size_t i) const { return tokens_[i]; }
  /// Nothing past the end.
  [[nodiscard]] std::string_view text(std::size_t i) const {
    return i < tokens_.size() ? tokens_[i].text : std::string_view{};
  }
  [[nodiscard]] bool is_name(std::size_t i) const { return !text(i).empty() && starts_name(text(i).front()); }
  /// The bracket that closes the one at `i`, or the end of the tokens.
  [[nodiscard]] std::size_t closing(std::size_t i) const { return match_[i]; }
  /// The bracket that the one at `i` closes, or the end of the tokens.
  [[nodiscard]] std::size_t opening(std::size_t i) const { return match_[i]; }
  /// The `{` of the innermost block around `i`; nothing outside of blocks, or if brackets don't match.
  [[nodiscard]] std::optional<std::size_t> block_around(std::size_t i) const;
  /// Whether the name at `i` is a member's.
  [[nodiscard]] bool is_member(std::size_t i) const {
    return text(i - 1) == "." || text(i - 1) == "::" || (text(i - 1) == ">" && text(i - 2) == "-");
  }
  [[nodiscard]] bool begins_statement(std::size_t i) const {
    return i == 0 || text(i - 1) == ";" || text(i - 1) == "{" || text(i - 1) == "}";
  }
  /// Whether the token at `i` is the `=` of an assignment or an initialiser.
  [[nodiscard]] bool assigns(std::size_t i) const { return text(i) == "=" && text(i + 1) != "="; }
  /// Behind `<...>`, or where it began if that is not a list of template arguments.
  [[nodiscard]] std::size_t behind_angles(std::size_t at, std::size_t end) const;
  /// Behind the `;` that ends the statement at `i`, or `end`.
  [[nodiscard]] std::size_t behind_statement(std::size_t i, std::size_t end) const;

 private:
  void match_brackets();

  const std::vector<Token>& tokens_;
  std::vector<std::size_t> match_;  // both ways
};

}  // namespace simt::cxx
