// Arrays for device_merge_sort, and std::stable_sort's output for them.
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

using SortFunction = int (*)(const SortRequest*);

/// The order of the array's keys.
enum class Shape { random, sorted, reversed, equal, pipe, saw, one_astray, runs, ends };
constexpr int kShapes = 9;

struct SortCase {
  std::int64_t m;
  int symbols = 0;  // 0: as many as the type has
  Shape shape = Shape::random;
  int A_offset = 0, C_offset = 0, scratch_offset = 0;
  bool in_place = false, wide_offsets = false;
  std::uint64_t seed = 1;
};

inline std::ostream& operator<<(std::ostream& out, const SortCase& c) {
  return out << "m " << c.m << ", symbols " << c.symbols << ", shape " << static_cast<int>(c.shape)
             << ", offsets " << c.A_offset << ' ' << c.C_offset << ' ' << c.scratch_offset << ", in place "
             << c.in_place << ", wide " << c.wide_offsets << ", seed " << c.seed;
}

/// Keys as numbers below `limit`.
inline std::vector<std::int64_t> draw_keys(const SortCase& c, std::int64_t limit) {
  std::mt19937_64 random(c.seed);
  const std::int64_t symbols = c.symbols > 0 ? std::min<std::int64_t>(c.symbols, limit) : limit;
  std::vector<std::int64_t> keys(static_cast<std::size_t>(c.m));
  for (std::int64_t i = 0; i < c.m; ++i) {
    std::int64_t key = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(symbols));
    switch (c.shape) {
      case Shape::random:
        break;
      case Shape::sorted:
        key = i;
        break;
      case Shape::reversed:
        key = c.m - 1 - i;
        break;
      case Shape::equal:
        key = 1;
        break;
      case Shape::pipe:
        key = std::min(i, c.m - 1 - i);
        break;
      case Shape::saw:
        key = i % 777;
        break;
      case Shape::one_astray:
        key = i == c.m / 3 ? c.m : i;
        break;
      case Shape::runs:
        key = i / 700 * 40503 % 1009;
        break;
      case Shape::ends:
        key = key % 2 == 0 ? 0 : limit - 1;
        break;
    }
    keys[static_cast<std::size_t>(i)] = std::min(key, limit - 1);
  }
  return keys;
}

/// Sorts by `function` and by std::stable_sort; "" when both made the same.
template <class Key>
std::string check_sort(const std::function<int(const SortRequest*)>& function, const SortCase& c) {
  std::vector<Key> A;
  for (const std::int64_t number : draw_keys(c, KeyMaker<Key>::kLimit))
    A.push_back(KeyMaker<Key>::make(number, static_cast<std::int64_t>(A.size())));
  std::vector<Key> expected = A, C(A.size()), A_after(A.size());
  std::stable_sort(expected.begin(), expected.end(), KeyMaker<Key>::less);
  const SortRequest request{A.data(),   C.data(),         A_after.data(), c.m,           c.A_offset,
                            c.C_offset, c.scratch_offset, c.in_place,     c.wide_offsets};
  const int status = function(&request);
  if (status != 0) return "status " + std::to_string(status);
  for (std::size_t k = 0; k < expected.size(); ++k)
    if (!same_bytes(C[k], expected[k])) return "C[" + std::to_string(k) + "] is wrong";
  for (std::size_t k = 0; k < A.size() && !c.in_place; ++k)
    if (!same_bytes(A_after[k], A[k])) return "A[" + std::to_string(k) + "] was written";
  return "";
}
