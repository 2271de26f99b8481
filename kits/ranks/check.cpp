#include "kits/ranks/check.hpp"

namespace mergelab::judge {
namespace {

/// What an i of a k splits.
struct Split {
  bool in_range = false;
  bool a_fits = false, b_fits = false;  // what it takes of A is no larger than what it leaves of B; and of B
};

Split split_at(const Keys& arrays, int k, int i) {
  const auto m = static_cast<int>(arrays.a.size()), n = static_cast<int>(arrays.b.size());
  if (i < std::max(0, k - n) || i > std::min(k, m)) return {};
  const int j = k - i;
  const auto ai = static_cast<std::size_t>(i), bj = static_cast<std::size_t>(j);
  return {true, i == 0 || j == n || arrays.a[ai - 1] <= arrays.b[bj],
          j == 0 || i == m || arrays.b[bj - 1] <= arrays.a[ai]};
}

}  // namespace

int stable_rank(std::span<const int> a, std::span<const int> b, int k) {
  const auto m = static_cast<int>(a.size()), n = static_cast<int>(b.size());
  const auto comes_first = [&](const int& key) {
    return key <= b[static_cast<std::size_t>(k - static_cast<int>(&key - a.data()) - 1)];
  };
  const int* const end = a.data() + std::min(k, m);
  return static_cast<int>(std::partition_point(a.data() + std::max(0, k - n), end, comes_first) - a.data());
}

Statement why_not_the_split(const Keys& arrays, int k, int i) {
  const auto m = static_cast<int>(arrays.a.size()), n = static_cast<int>(arrays.b.size());
  const Split split = split_at(arrays, k, i);
  if (!split.in_range) return Statement(Sentence::rank_out_of_range, std::max(0, k - n), std::min(k, m));
  const int j = k - i;
  const auto ai = static_cast<std::size_t>(i), bj = static_cast<std::size_t>(j);
  if (split.a_fits && split.b_fits) return Statement(Sentence::rank_not_stable, j - 1, arrays.b[bj - 1], i);
  if (split.a_fits) return Statement(Sentence::split_leaves_out_a, j - 1, arrays.b[bj - 1], i, arrays.a[ai]);
  return Statement(Sentence::split_leaves_out_b, i - 1, arrays.a[ai - 1], j, arrays.b[bj]);
}

Outcome check_ranks(const Keys& arrays, std::span<const int> k, std::span<const int> ranks) {
  const auto m = static_cast<int>(arrays.a.size()), n = static_cast<int>(arrays.b.size());
  std::size_t wrong = 0;
  Outcome outcome;
  std::vector<int> right;
  for (std::size_t q = 0; q < k.size(); ++q) {
    const int want = stable_rank(arrays.a, arrays.b, k[q]), got = ranks[q];
    right.push_back(want);
    if (got == want) continue;
    if (wrong++ > 0) continue;
    outcome.verdict = Verdict::wrong_answer;
    std::int32_t poison = 0;
    std::memset(&poison, static_cast<int>(kPoison), sizeof poison);
    if (got == poison) {
      outcome.symptom = "unwritten";
      outcome.why = Statement(Sentence::no_rank, k[q], m, n, want);
    } else {
      const Split split = split_at(arrays, k[q], got);
      outcome.symptom = !split.in_range                               ? "out_of_range"
                        : split.a_fits && split.b_fits && got <= want ? "split_not_stable"
                                                                      : "not_a_split";
      outcome.why =
          Statement(Sentence::wrong_rank, k[q], m, n, want, got) + why_not_the_split(arrays, k[q], got);
    }
  }
  if (wrong > 0) outcome.clues = clues_of_ranks(arrays, k, ranks, right);
  if (wrong > 1) outcome.why += Statement(Sentence::first_wrong_rank, wrong);
  return outcome;
}

std::vector<std::string> clues_of_ranks(const Keys& arrays, std::span<const int> k,
                                        std::span<const int> ranks, std::span<const int> right) {
  const auto m = static_cast<int>(arrays.a.size()), n = static_cast<int>(arrays.b.size());
  bool one_less = true, one_more = true, is_j = true, at_end = true, misses_high = true, misses_low = true;
  for (std::size_t q = 0; q < k.size(); ++q) {
    const int low = std::max(0, k[q] - n), high = std::min(k[q], m), got = ranks[q];
    is_j &= got == k[q] - right[q];
    at_end &= got == low || got == high;
    if (got == right[q]) continue;
    one_less &= got == right[q] - 1;
    one_more &= got == right[q] + 1;
    misses_high &= right[q] == high && got == high - 1;
    misses_low &= right[q] == low && got == low + 1;
  }
  std::vector<std::string> clues;
  if (is_j) clues.emplace_back("counts_b");
  if (one_less && k.size() > 1) clues.emplace_back("one_too_small");
  if (one_more && k.size() > 1) clues.emplace_back("one_too_large");
  if ((misses_high || misses_low) && std::min(m, n) > 2 && k.size() > 2) clues.emplace_back("end_missed");
  if (at_end && std::min(m, n) > 2 && k.size() > 2) clues.emplace_back("at_an_end");
  return clues;
}

}  // namespace mergelab::judge
