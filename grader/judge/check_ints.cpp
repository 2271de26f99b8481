// The fast check of large merges of ints, which is all that most of them need.
#include <algorithm>
#include <cstring>
#include <future>
#include <limits>

#include "judge/check.hpp"
#include "judge/random.hpp"
#include "wire/digest.hpp"

namespace mergelab::judge {

bool is_merge_of_ints(const Arrays& arrays, std::span<const std::byte> c) {
  const std::size_t m = arrays.a.size(), n = arrays.b.size();
  if (c.size() != (m + n) * sizeof(int)) return false;
  const auto is_there = [&](const std::vector<int>& keys, std::size_t from, std::size_t k) {
    const std::size_t bytes = (keys.size() - from) * sizeof(int);
    return bytes == 0 || std::memcmp(keys.data() + from, c.data() + k * sizeof(int), bytes) == 0;
  };
  std::size_t i = 0, j = 0;
  int differs = 0;
  while (i < m && j < n) {
    // Without an unpredictable branch.
    const int a = arrays.a[i], b = arrays.b[j];
    int got = 0;
    std::memcpy(&got, c.data() + (i + j) * sizeof got, sizeof got);
    const bool from_a = a <= b;
    differs |= got ^ std::min(a, b);
    i += from_a ? 1 : 0;
    j += from_a ? 0 : 1;
  }
  return differs == 0 && is_there(arrays.a, i, i + j) && is_there(arrays.b, j, m + j);
}

namespace {

/// Whether C is sorted, and has the keys of A and B.
bool holds_keys_in_order(const Arrays& arrays, std::span<const std::byte> c) {
  const std::uint64_t key = fresh_seed();
  const auto weight = [key](int value) { return wire::digest_of(0, static_cast<std::uint32_t>(value), key); };
  std::future<std::uint64_t> given = std::async(std::launch::async, [&] {
    std::uint64_t sum = 0;
    for (const std::vector<int>* keys : {&arrays.a, &arrays.b}) {
      for (const int value : *keys) sum += weight(value);
    }
    return sum;
  });
  std::uint64_t returned = 0;
  bool sorted = c.size() == (arrays.a.size() + arrays.b.size()) * sizeof(int);
  int last = std::numeric_limits<int>::min();
  for (std::size_t at = 0; at < c.size(); at += sizeof(int)) {
    int value = 0;
    std::memcpy(&value, c.data() + at, sizeof value);
    sorted &= value >= last;
    returned += weight(value);
    last = value;
  }
  return sorted && returned == given.get();
}

}  // namespace

Outcome check_merge_of_ints(const Arrays& arrays, std::span<const std::byte> c) {
  if (holds_keys_in_order(arrays, c)) return {};
  return check_merge(arrays, c, ValueType::int32, Labels(), {});
}

Outcome check_sort_of_ints(const Arrays& arrays, std::span<const std::byte> c) {
  if (holds_keys_in_order(arrays, c)) return {};
  return check_sort(arrays, c, ValueType::int32, Labels());
}

}  // namespace mergelab::judge
