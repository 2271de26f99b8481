// The tokens of a source file as it was written: without a preprocessor, so that every token has its place.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace mergelab::base {

enum class TokenKind { name, number, literal, sign };

struct SourceToken {
  TokenKind kind = TokenKind::sign;
  std::string_view text;
  std::size_t offset = 0;    // of its first character
  int line = 1, column = 1;  // as an editor counts them

  [[nodiscard]] std::size_t end() const { return offset + text.size(); }
  [[nodiscard]] bool is(std::string_view other) const { return text == other; }
};

/// All tokens of any text; comments and preprocessor lines are left out. Views into `source`.
[[nodiscard]] std::vector<SourceToken> source_tokens(std::string_view source);

}  // namespace mergelab::base
