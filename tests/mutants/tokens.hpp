// The tokens of a source file that a mutant may change, with their places in the text.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/source_tokens.hpp"

namespace mergelab::mutants {

using base::TokenKind;

inline constexpr std::size_t kNoToken = static_cast<std::size_t>(-1);

struct Token : base::SourceToken {
  std::size_t partner = kNoToken;  // of a bracket: the index of the one that closes or opens it
  bool in_body = false;            // between the braces of a function
};

/// All tokens of a file that compiles; comments and preprocessor lines are left out. Views into `source`.
/// Throws std::invalid_argument for brackets that don't match.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view source);

}  // namespace mergelab::mutants
