#include "base/did_you_mean.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace mergelab::base {
namespace {

constexpr std::size_t kLongestWord = 200;

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
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

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
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

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                         const std::string& rest, char quote) {
  const std::string near = nearest(word, candidates);
  if (near.empty()) return rest;
  return fmt::format("did you mean {0}{1}{0}?{2}{3}", quote, near, rest.empty() ? "" : "  ", rest);
}

}  // namespace mergelab::base
