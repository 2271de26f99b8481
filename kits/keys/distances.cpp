#include "kits/keys/distances.hpp"

#include <algorithm>
#include <limits>

namespace mergelab::judge {
namespace {

int as_int(std::int64_t key) {
  return static_cast<int>(std::min<std::int64_t>(key, std::numeric_limits<int>::max()));
}

}  // namespace

std::vector<int> spread(std::size_t count, Random& random) {
  std::vector<int> keys(count);
  const std::uint64_t mean = (std::uint64_t{1} << 32) / (count + 1);
  std::int64_t key = std::numeric_limits<int>::min();
  for (int& place : keys) {
    // Multiply and shift: the bias of the high bits does not matter here.
    key += static_cast<std::int64_t>(((random.next() >> 32) * (2 * mean)) >> 32);
    place = as_int(key);
  }
  return keys;
}

std::vector<int> uneven(std::size_t count, std::int64_t parity, Random& random) {
  constexpr std::size_t kStretch = 128, kDistances = 9;
  std::vector<int> keys(count);
  std::int64_t key = -static_cast<std::int64_t>(random.below(1 << 20));
  std::uint64_t distance = 1;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % kStretch == 0) distance = 2ULL << random.below(kDistances);
    key += 1 + static_cast<std::int64_t>(random.below(distance));
    keys[i] = as_int(2 * key + parity);
  }
  return keys;
}

std::vector<int> skewed(std::size_t count, Random& random) {
  constexpr std::size_t kStretches = 16;
  std::vector<int> keys(count);
  std::int64_t key = 0;
  for (std::size_t i = 0; i < count; ++i) {
    key += 1 + static_cast<std::int64_t>(random.below(2ULL << kStretches * i / count));
    keys[i] = as_int(key);
  }
  return keys;
}

}  // namespace mergelab::judge
