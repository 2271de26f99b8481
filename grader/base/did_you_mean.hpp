// Words without a difference between small and capital letters; what a mistyped word was meant to be, and how
// a message says so.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>
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
[[nodiscard]] inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

/// The candidate nearest to `word` by edit distance, if it is near enough to be meant; else empty.
[[nodiscard]] inline std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongestWord = 200;
  if (word.size() > kLongestWord) return "";
  const std::string meant = lower_case(word);
  std::string best;
  std::size_t best_distance = 0;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > kLongestWord) continue;
    const std::size_t distance = edit_distance(meant, lower_case(candidate));
    // Near enough: a third of the letters may be wrong, but never all of them.
    const std::size_t longer = std::max(meant.size(), candidate.size());
    if (distance > (longer + 2) / 3 || distance >= std::min(meant.size(), candidate.size())) continue;
    if (!best.empty() && distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

/// The line below "X is not known": "did you mean 'ties'?  known: ties, edges", where `rest` is "known: ...".
/// Only `rest` when nothing is near, only the question when `rest` is empty. Files are quoted with '"', words
/// of the command line with '\''.
[[nodiscard]] std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                                       const std::string& rest, char quote = '\'');

}  // namespace mergelab::base
