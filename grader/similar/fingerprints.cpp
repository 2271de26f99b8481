#include "similar/fingerprints.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/hash.hpp"
#include "base/source_tokens.hpp"

namespace mergelab::similar {
namespace {

using base::SourceToken;
using base::TokenKind;

template <std::size_t N>
constexpr bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Says nothing of how the program goes.
bool is_left_out(const SourceToken& token) {
  static constexpr std::array<std::string_view, 12> kWords{
      "{",      "}",        "const",        "constexpr", "inline",        "static",
      "extern", "volatile", "__restrict__", "restrict",  "__forceinline", "__forceinline__"};
  return token.kind != TokenKind::literal && is_one_of(token.text, kWords);
}

bool is_integer_type(std::string_view word) {
  static constexpr std::array<std::string_view, 13> kTypes{
      "int",     "unsigned", "long",    "short",    "signed",    "auto",   "size_t",
      "int32_t", "uint32_t", "int64_t", "uint64_t", "ptrdiff_t", "ssize_t"};
  return is_one_of(word, kTypes);
}

/// Words of the language, and names of CUDA and the standard library that say what is done.
bool is_known(std::string_view word) {
  static constexpr std::array<std::string_view, 37> kWords{
      "if",       "else",     "for",     "while",     "do",     "switch",      "case",     "default",
      "break",    "continue", "return",  "goto",      "sizeof", "static_cast", "struct",   "class",
      "template", "typename", "using",   "namespace", "new",    "delete",      "true",     "false",
      "nullptr",  "void",     "bool",    "char",      "float",  "double",      "operator", "threadIdx",
      "blockIdx", "blockDim", "gridDim", "min",       "max"};
  return is_one_of(word, kWords) || word.starts_with("__") || word.starts_with("cuda");
}

std::string_view normalised(const SourceToken& token, const KeptNames& kept) {
  switch (token.kind) {
    case TokenKind::literal:
      return "\"\"";
    case TokenKind::name:
      if (is_integer_type(token.text)) return "int";
      return is_known(token.text) || kept.contains(token.text) ? token.text : "a name";
    case TokenKind::number:
    case TokenKind::sign:
      break;
  }
  return token.text;
}

}  // namespace

std::vector<CodeToken> code_of(std::string_view source, const KeptNames& kept) {
  std::vector<CodeToken> code;
  for (const SourceToken& token : base::source_tokens(source)) {
    if (is_left_out(token)) continue;
    code.push_back({base::hash_text(base::kHashOfNothing, normalised(token, kept)), token.offset, token.end(),
                    token.line});
  }
  return code;
}

std::vector<std::uint64_t> grams_of(const std::vector<CodeToken>& code) {
  constexpr std::uint64_t kFactor = base::kSplitMixStep;  // odd, so that no token's part is lost
  std::uint64_t leaving = 1;                              // the factor of the token that leaves the run
  for (std::size_t i = 1; i < kGram; ++i) leaving *= kFactor;
  std::vector<std::uint64_t> grams;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (i >= kGram) sum -= code[i - kGram].hash * leaving;
    sum = sum * kFactor + code[i].hash;
    if (i + 1 >= kGram) grams.push_back(base::mix(sum));
  }
  return grams;
}

std::vector<Fingerprint> winnow(const std::vector<std::uint64_t>& grams, const BaseGrams& base,
                                std::size_t window) {
  std::vector<Fingerprint> chosen;
  if (grams.empty()) return chosen;
  const std::size_t size = std::min(window, grams.size());
  for (std::size_t begin = 0; begin + size <= grams.size(); ++begin) {
    std::optional<std::size_t> least;
    for (std::size_t i = begin; i < begin + size; ++i) {
      if (!base.contains(grams[i]) && (!least || grams[i] <= grams[*least])) least = i;
    }
    if (least && (chosen.empty() || chosen.back().at != *least)) chosen.push_back({grams[*least], *least});
  }
  return chosen;
}

}  // namespace mergelab::similar
