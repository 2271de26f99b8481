// Sorted lists for device_k_way_merge, and std::stable_sort's output for them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "../shared/keys.hpp"
#include "../shared/requests.hpp"

using KWayFunction = int (*)(const KWayRequest*);

/// How the keys of lists lie to each other.
enum class ListMix { even, equal, forward, backward, blocks, turns, greatest };
constexpr int kListMixes = 7;

struct KWayCase {
  std::vector<int> lengths;
  int symbols = 0;  // 0: as many as the type has
  ListMix mix = ListMix::even;
  int lists_offset = 0, starts_offset = 0, C_offset = 0;
  bool small_shares = false;
  std::uint64_t seed = 1;
  bool is_sorted = true;
};

inline std::ostream& operator<<(std::ostream& out, const KWayCase& c) {
  out << c.lengths.size() << " lists of";
  for (std::size_t l = 0; l < c.lengths.size() && l < 20; ++l) out << ' ' << c.lengths[l];
  return out << (c.lengths.size() > 20 ? " ..." : "") << ", symbols " << c.symbols << ", mix "
             << static_cast<int>(c.mix) << ", offsets " << c.lists_offset << ' ' << c.starts_offset << ' '
             << c.C_offset << ", small shares " << c.small_shares << ", seed " << c.seed;
}

/// The numbers of list l, sorted.
inline std::vector<std::int64_t> draw_list(const KWayCase& c, int l, std::int64_t limit) {
  const auto k = static_cast<std::int64_t>(c.lengths.size());
  std::mt19937_64 random(c.seed * 1031 + static_cast<std::uint64_t>(l));
  const std::int64_t symbols = c.symbols > 0 ? std::min<std::int64_t>(c.symbols, limit) : limit;
  std::vector<std::int64_t> keys(static_cast<std::size_t>(c.lengths[static_cast<std::size_t>(l)]));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::int64_t key = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(symbols));
    if (c.mix == ListMix::equal) key = 0;
    if (c.mix == ListMix::forward) key = (key + l * symbols) / k;
    if (c.mix == ListMix::backward) key = (key + (k - 1 - l) * symbols) / k;
    if (c.mix == ListMix::blocks) key = static_cast<std::int64_t>(i) / 70 * k + l;
    if (c.mix == ListMix::turns) key = static_cast<std::int64_t>(i) * k + l;
    if (c.mix == ListMix::greatest) key = limit - 1 - key % 2;  // could be a merge's sentinel
    keys[i] = std::min(key, limit - 1);
  }
  if (c.is_sorted) std::sort(keys.begin(), keys.end());
  return keys;
}

/// Merges by `function` and by std::stable_sort; "" when both made the same. Of keys that aren't sorted
/// nothing is compared.
template <class Key>
std::string check_k_way(const std::function<int(const KWayRequest*)>& function, const KWayCase& c) {
  std::vector<Key> keys;
  std::vector<int> starts{0};
  for (int l = 0; l < static_cast<int>(c.lengths.size()); ++l) {
    for (const std::int64_t number : draw_list(c, l, KeyMaker<Key>::kLimit))
      keys.push_back(KeyMaker<Key>::make(number, static_cast<std::int64_t>(keys.size())));
    starts.push_back(static_cast<int>(keys.size()));
  }
  std::vector<Key> expected = keys, C(keys.size());
  std::stable_sort(expected.begin(), expected.end(), KeyMaker<Key>::less);
  const KWayRequest request{
      keys.data(),   starts.data(),  C.data(),        static_cast<int>(c.lengths.size()),
      starts.back(), c.lists_offset, c.starts_offset, c.C_offset,
      c.small_shares};
  const int status = function(&request);
  if (status != 0) return "status " + std::to_string(status);
  if (!c.is_sorted) return "";
  for (std::size_t i = 0; i < C.size(); ++i)
    if (!same_bytes(C[i], expected[i])) return "C[" + std::to_string(i) + "] is wrong";
  return "";
}
