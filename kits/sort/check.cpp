#include "kits/sort/check.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "kits/keys/check.hpp"
#include "kits/keys/generate.hpp"

namespace mergelab::judge {
namespace {

/// Which element of A comes where. Sorted byte by byte of the key, which goes in front of the place.
std::vector<std::size_t> stable_order(std::span<const int> keys) {
  constexpr std::size_t kByte = 0xff;
  std::vector<std::size_t> order(keys.size()), next(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i)
    order[i] = std::size_t{static_cast<unsigned>(keys[i]) ^ 1U << 31} << 32 | i;
  for (unsigned shift = 32; shift < 64; shift += 8) {
    std::array<std::size_t, kByte + 2> begins{};
    for (const std::size_t each : order) ++begins[(each >> shift & kByte) + 1];
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    for (const std::size_t each : order) next[begins[each >> shift & kByte]++] = each;
    order.swap(next);
  }
  for (std::size_t& each : order) each &= 0xffff'ffffU;
  return order;
}

/// "A[7]", of lists "list 3, element 5", or of ranks "A[5] of rank 3". `origin` may be anything that a
/// submission wrote.
std::string source_of(std::int64_t origin, const Keys& arrays, bool of_ranks) {
  if (origin < 0 || origin >= static_cast<std::int64_t>(arrays.a.size())) return say(Sentence::nowhere);
  if (arrays.starts.empty()) return say(Sentence::element_of, "A", origin);
  return place_in_lists(arrays, static_cast<std::size_t>(origin), of_ranks);
}

/// "C[7]", or of ranks "C[2] of rank 1".
std::string place_in_c(std::size_t k, std::span<const int> kept) {
  if (kept.empty()) return say(Sentence::element_of, "C", k);
  std::size_t rank = 0;
  while (rank + 1 < kept.size() && k >= static_cast<std::size_t>(kept[rank]))
    k -= static_cast<std::size_t>(kept[rank++]);
  return say(Sentence::element_of_c_of_rank, k, rank);
}

/// The length of the sorted runs that keys consist of, which begin at its multiples; 0: there are none.
std::size_t length_of_runs(const std::vector<int>& keys) {
  constexpr std::size_t kShortest = 2;
  const auto first_end = std::is_sorted_until(keys.begin(), keys.end());
  const auto length = static_cast<std::size_t>(first_end - keys.begin());
  if (length < kShortest || length == keys.size()) return 0;
  for (std::size_t k = length + 1; k < keys.size(); ++k) {
    if (k % length != 0 && keys[k] < keys[k - 1]) return 0;
  }
  return length;
}

}  // namespace

Outcome check_sort(const Keys& arrays, std::span<const std::byte> c, ValueType type, const Labels& labels,
                   std::span<const int> kept) {
  const std::span<const int> keys = arrays.a;
  const std::vector<std::size_t> order = stable_order(keys);
  std::vector<int> right(keys.size()), got(keys.size());
  std::vector<bool> written(keys.size());
  std::size_t wrong = 0, first = 0;
  bool keys_differ = false;
  Explanation why;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const Element element = read_element(c, k, type, labels);
    right[k] = keys[order[k]];
    got[k] = element.key;
    written[k] = !holds_only(kPoison, c, k, type);
    const bool key_right = got[k] == right[k];
    if (key_right && (type == ValueType::int32 || element.origin == static_cast<int>(order[k]))) continue;
    keys_differ |= !key_right;
    if (wrong++ > 0) continue;
    first = k;
    const std::string source = source_of(static_cast<std::int64_t>(order[k]), arrays, !kept.empty()),
                      place = place_in_c(k, kept);
    const bool is_record = key_right && written[k];
    why = Statement(is_record ? Sentence::expected_record : Sentence::expected_key, place, right[k], source);
    why += is_record ? Statement(Sentence::got_record, source_of(element.origin, arrays, !kept.empty()))
                     : what_is_there(c, k, type, labels);
  }
  if (wrong == 0) return {};
  why += first_of(static_cast<std::int64_t>(wrong));
  why += arrays.starts.empty() ? Statement(Sentence::length, keys.size())
                               : Statement(kept.empty() ? Sentence::list_lengths : Sentence::rank_lengths,
                                           arrays.starts.size() - 1, keys.size());
  Outcome outcome{Verdict::wrong_answer, std::move(why), "payload", {}};
  if (keys_differ) {
    outcome.clues = clues_of_keys({right, {}}, got, right, written, first, {});
    std::vector<int> in_order = got;
    std::sort(in_order.begin(), in_order.end());
    outcome.symptom = !written[first] ? "unwritten" : in_order == right ? "order" : "lost_keys";
    const std::size_t length = arrays.starts.empty() ? length_of_runs(got) : 0;
    if (length > 0 && outcome.symptom == "order") {
      outcome.clues.emplace_back("runs_left");
      outcome.why += Statement(Sentence::sorted_runs, length);
    }
  }
  return outcome;
}

Outcome check_sort_of_ints(const Keys& arrays, std::span<const std::byte> c) {
  if (holds_keys_in_order(arrays, c)) return {};
  return check_sort(arrays, c, ValueType::int32, Labels());
}

}  // namespace mergelab::judge
