// Tokens of C++ and where their brackets close: what every reader of declarations needs.
#pragma once

#include <cstddef>
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
  /// The bracket that closes the one at `i`, or the end of the tokens where nothing does.
  [[nodiscard]] std::size_t closing(std::size_t i) const { return match_[i]; }
  /// Behind `<...>`, or where it began when that is no list of template arguments.
  [[nodiscard]] std::size_t behind_angles(std::size_t at, std::size_t end) const;
  /// Behind the `;` that ends the statement at `i`, or `end`.
  [[nodiscard]] std::size_t behind_statement(std::size_t i, std::size_t end) const;

 private:
  void match_brackets();

  const std::vector<Token>& tokens_;
  std::vector<std::size_t> match_;
};

}  // namespace simt::cxx
