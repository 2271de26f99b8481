// Whether each rank is the one stable split.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "judge/check.hpp"
#include "judge/expected.hpp"
#include "judge/signs.hpp"

namespace mergelab::judge {

Outcome check_ranks(const Arrays& arrays, std::span<const int> k, std::span<const int> ranks) {
  const auto m = static_cast<int>(arrays.a.size()), n = static_cast<int>(arrays.b.size());
  // stable[q]: how many of the first q outputs come from A.
  std::vector<int> stable(arrays.a.size() + arrays.b.size() + 1);
  Expected expected(arrays);
  for (std::size_t q = 1; q < stable.size(); ++q) {
    expected.next();
    stable[q] = static_cast<int>(expected.taken_of_a());
  }
  std::size_t wrong = 0;
  Outcome outcome;
  std::vector<int> right;
  for (std::size_t q = 0; q < k.size(); ++q) {
    const int want = stable[static_cast<std::size_t>(k[q])], got = ranks[q];
    right.push_back(want);
    if (got == want) continue;
    if (wrong++ > 0) continue;
    outcome.verdict = Verdict::wrong_answer;
    const std::string place = fmt::format("rank k = {} of m = {}, n = {}: ", k[q], m, n);
    outcome.message = place + fmt::format("expected i = {}, got {}", want, got);
    const int low = std::max(0, k[q] - n), high = std::min(k[q], m);
    std::int32_t poison = 0;
    std::memset(&poison, static_cast<int>(kPoison), sizeof poison);
    if (got == poison) {
      outcome.symptom = "unwritten";
      outcome.message = place + fmt::format("expected i = {}, nothing was returned", want);
    } else if (got < low || got > high) {
      outcome.symptom = "out_of_range";
      outcome.message += fmt::format("\n  i must lie in [max(0, k-n), min(k, m)] = [{}, {}]", low, high);
    } else {
      const int j = k[q] - got;
      const auto ai = static_cast<std::size_t>(got), bj = static_cast<std::size_t>(j);
      const bool a_fits = got == 0 || j == n || arrays.a[ai - 1] <= arrays.b[bj];
      const bool b_fits = j == 0 || got == m || arrays.b[bj - 1] <= arrays.a[ai];
      outcome.symptom = a_fits && b_fits ? "split_not_stable" : "not_a_split";
      outcome.message +=
          a_fits && b_fits
              ? fmt::format(
                    "\n  the keys of this split are right, but B[{}] = {} is taken before the equal A[{}]",
                    j - 1, arrays.b[bj - 1], got)
          : a_fits ? fmt::format("\n  B[{}] = {} is in the prefix, the smaller A[{}] = {} is not", j - 1,
                                 arrays.b[bj - 1], got, arrays.a[ai])
                   : fmt::format("\n  A[{}] = {} is in the prefix, the smaller B[{}] = {} is not", got - 1,
                                 arrays.a[ai - 1], j, arrays.b[bj]);
      if (a_fits && b_fits && got > want) outcome.symptom = "not_a_split";
    }
  }
  if (wrong > 0) outcome.signs = signs_of_ranks(arrays, k, ranks, right);
  if (wrong > 1) outcome.message += fmt::format("\n  first of {} wrong ranks for these arrays", wrong);
  return outcome;
}

}  // namespace mergelab::judge
