// The tokens of a source file, with their places in the text: what a mutant may change.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace mergelab::mutants {

enum class TokenKind { name, number, literal, sign };

inline constexpr std::size_t kNoToken = static_cast<std::size_t>(-1);

struct Token {
  TokenKind kind = TokenKind::sign;
  std::string_view text;
  std::size_t offset = 0;          // of its first character
  int line = 1, column = 1;        // as an editor counts them
  std::size_t partner = kNoToken;  // of a bracket: the index of the one that closes or opens it
  bool in_body = false;            // between the braces of a function

  [[nodiscard]] std::size_t end() const { return offset + text.size(); }
  [[nodiscard]] bool is(std::string_view other) const { return text == other; }
};

/// All tokens of a file that compiles; comments and preprocessor lines are left out. Views into `source`.
/// Throws std::invalid_argument for brackets that don't match.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view source);

}  // namespace mergelab::mutants
