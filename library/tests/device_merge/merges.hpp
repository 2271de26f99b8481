// Sorted inputs for device_merge, and std::merge's output for them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "../shared/keys.hpp"
#include "../shared/requests.hpp"

using MergeFunction = int (*)(const MergeRequest*);

/// How keys are drawn: so many different ones, and how A's and B's lie to each other.
/// The last is made against threads of 23 outputs.
enum class Mix { even, equal, A_first, B_first, blocks, conflicts, lockstep };

struct MergeCase {
  std::int64_t m, n;
  int symbols = 0;  // 0: as many as the type has
  Mix mix = Mix::even;
  int A_offset = 0, B_offset = 0, C_offset = 0, values_offset = 0;
  int multiprocessors = 0;
  bool wide_offsets = false, workspace = false;
  std::uint64_t seed = 1;
  bool is_sorted = true;
};

inline std::ostream& operator<<(std::ostream& out, const MergeCase& c) {
  return out << "m " << c.m << ", n " << c.n << ", symbols " << c.symbols << ", mix "
             << static_cast<int>(c.mix) << ", offsets " << c.A_offset << ' ' << c.B_offset << ' '
             << c.C_offset << ' ' << c.values_offset << ", multiprocessors " << c.multiprocessors << ", wide "
             << c.wide_offsets << ", workspace " << c.workspace << ", seed " << c.seed;
}

/// Sorted keys, as numbers.
inline std::vector<std::int64_t> draw_keys(const MergeCase& c, bool of_A, std::int64_t limit) {
  const std::int64_t size = of_A ? c.m : c.n;
  std::mt19937_64 random(c.seed * 2 + (of_A ? 0 : 1));
  std::vector<std::int64_t> keys(static_cast<std::size_t>(size));
  const std::int64_t symbols = c.symbols > 0 ? std::min<std::int64_t>(c.symbols, limit) : limit;
  for (std::int64_t i = 0; i < size; ++i) {
    std::int64_t key = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(symbols));
    if (c.mix == Mix::equal) key = 0;
    if (c.mix == Mix::A_first) key = key / 2 + (of_A ? 0 : symbols / 2);
    if (c.mix == Mix::B_first) key = key / 2 + (of_A ? symbols / 2 : 0);
    if (c.mix == Mix::blocks) key = i / 700 * 2 + (of_A ? 0 : 1);
    if (c.mix == Mix::conflicts) {  // 16 of one to 1 of the other, which change places every 544
      const std::int64_t turn = i / 544, at = i % 544, first = of_A ? 512 : 32;
      const bool many = of_A == (at < first);
      const std::int64_t from = at < first ? at : at - first;
      key = turn * 1088 + (at < first ? 0 : 544) + (many ? from / 16 * 17 + from % 16 : from * 17 + 16);
    }
    if (c.mix == Mix::lockstep) {  // 23 and 9 of one, 14 of the other, which change places every 736
      const std::int64_t turn = i / 736, at = i % 736, first = of_A ? 512 : 224;
      const bool many = of_A == (at < first);
      const std::int64_t from = at < first ? at : at - first;
      key = turn * 1472 + (at < first ? 0 : 736) +
            (many ? from / 32 * 46 + from % 32 : from / 14 * 46 + 32 + from % 14);
    }
    keys[static_cast<std::size_t>(i)] = std::min(key, limit - 1);
  }
  if (c.is_sorted) std::sort(keys.begin(), keys.end());
  return keys;
}

struct NoValue {
  constexpr explicit NoValue(std::int64_t) {}
  constexpr NoValue() = default;
};

/// Merges by `function` and by std::merge; "" when both made the same. Of keys that aren't sorted nothing is
/// compared.
template <class Key, class Value = NoValue>
std::string check_merge(const std::function<int(const MergeRequest*)>& function, const MergeCase& c) {
  constexpr bool kHasValues = !std::is_same_v<Value, NoValue>;
  struct Both {
    Key key;
    Value value;
  };
  std::vector<Key> keys[2];
  std::vector<Value> values[2];
  std::vector<Both> both[2], expected(static_cast<std::size_t>(c.m + c.n));
  for (const bool of_A : {true, false}) {
    const int side = of_A ? 0 : 1;
    std::int64_t origin = of_A ? 0 : 1'000'000'000;
    for (const std::int64_t number : draw_keys(c, of_A, KeyMaker<Key>::kLimit)) {
      keys[side].push_back(KeyMaker<Key>::make(number, origin));
      values[side].push_back(static_cast<Value>(origin));
      both[side].push_back({keys[side].back(), values[side].back()});
      ++origin;
    }
  }
  std::merge(both[0].begin(), both[0].end(), both[1].begin(), both[1].end(), expected.begin(),
             [](const Both& a, const Both& b) { return KeyMaker<Key>::less(a.key, b.key); });
  std::vector<Key> C(expected.size());
  std::vector<Value> C_values(expected.size());
  MergeRequest request{};
  request.A = keys[0].data();
  request.B = keys[1].data();
  request.A_values = values[0].data();
  request.B_values = values[1].data();
  request.C = C.data();
  request.C_values = C_values.data();
  request.m = c.m;
  request.n = c.n;
  request.A_offset = c.A_offset;
  request.B_offset = c.B_offset;
  request.C_offset = c.C_offset;
  request.values_offset = c.values_offset;
  request.multiprocessors = c.multiprocessors;
  request.wide_offsets = c.wide_offsets;
  request.workspace = c.workspace;
  const int status = function(&request);
  if (status != 0) return "status " + std::to_string(status);
  if (!c.is_sorted) return "";
  for (std::size_t k = 0; k < expected.size(); ++k) {
    if (!same_bytes(C[k], expected[k].key) || (kHasValues && !same_bytes(C_values[k], expected[k].value)))
      return "C[" + std::to_string(k) + "] is wrong";
  }
  return "";
}
