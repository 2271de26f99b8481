// Tokens of C++ with their matching brackets and neighbouring tokens, for every reader of declarations.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "lexing.hpp"
#include "tokens.hpp"

namespace simt::cxx {

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
