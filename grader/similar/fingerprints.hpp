// A source file as it is compared: its tokens without what is changed most easily, such as names and layout,
// and few fingerprints of them, so chosen that files with a long enough run in common have one in common.
// That is winnowing (Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for Document
// Fingerprinting", SIGMOD 2003).
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace mergelab::similar {

/// Names that stay themselves: a lab's functions, which everybody calls by their names.
using KeptNames = std::set<std::string, std::less<>>;

struct CodeToken {
  std::uint64_t hash = 0;           // equal for tokens that count as equal
  std::size_t offset = 0, end = 0;  // half-open, in the source
  int line = 1;
};

/// The tokens of any text, C++ or not. Comments, preprocessor lines, braces, `const` and the like are left
/// out. All names count as equal, except keywords, CUDA's names and `kept`; so do all integer types and all
/// string literals. Numbers stay.
[[nodiscard]] std::vector<CodeToken> code_of(std::string_view source, const KeptNames& kept);

/// Tokens of a k-gram, and k-grams of a window. Runs of kGram + kWindow - 1 = 16 tokens, about two lines, are
/// found wherever they are; runs of fewer than kGram never are. Chosen by what independent solutions of the
/// labs have in common: docs/instructor.md has the figures.
inline constexpr std::size_t kGram = 12, kWindow = 5;

/// The hashes of all runs of kGram tokens, in order; empty for a shorter file.
[[nodiscard]] std::vector<std::uint64_t> grams_of(const std::vector<CodeToken>& code);

/// Runs that say nothing of who wrote them, since they were handed out.
using BaseGrams = std::unordered_set<std::uint64_t>;

struct Fingerprint {
  std::uint64_t hash = 0;
  std::size_t at = 0;  // of its first token
  bool operator==(const Fingerprint&) const = default;
};

/// Of each window of `window` grams the least hash that is not of the base, the rightmost of several; each
/// position once, in order. Fewer grams than a window are one window.
[[nodiscard]] std::vector<Fingerprint> winnow(const std::vector<std::uint64_t>& grams, const BaseGrams& base,
                                              std::size_t window = kWindow);

}  // namespace mergelab::similar
