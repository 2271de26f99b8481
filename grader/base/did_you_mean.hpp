// Words without a difference between small and capital letters; what a mistyped word was meant to be, and how
// a message says so.
#pragma once

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mergelab::base {

/// The text in small letters; letters beyond ASCII stay.
[[nodiscard]] inline std::string lower_case(std::string_view text) {
  std::string lower;
  for (const char c : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

/// Insertions, deletions, replacements and swaps of neighbours that make one word of the other.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `word` by edit distance, if it is near enough to be meant; else empty.
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// The line below "X is not known": "did you mean 'ties'?  known: ties, edges", where `rest` is "known: ...".
/// Only `rest` when nothing is near, only the question when `rest` is empty. Files are quoted with '"', words
/// of the command line with '\''.
[[nodiscard]] std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                                       const std::string& rest, char quote = '\'');

}  // namespace mergelab::base
