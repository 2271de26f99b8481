// Sorted keys, made by the distances between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "judge/random.hpp"

namespace mergelab::judge {

/// Over the whole range of int, in linear time. A key may come twice.
[[nodiscard]] std::vector<int> spread(std::size_t count, Random& random);
/// Every 128 keys the mean distance to the next one changes by a factor of up to 256. All are even, or odd
/// with `parity` 1.
[[nodiscard]] std::vector<int> uneven(std::size_t count, std::int64_t parity, Random& random);
/// Each sixteenth of the keys spans twice the range of the one before. No key comes twice among 2^19.
[[nodiscard]] std::vector<int> skewed(std::size_t count, Random& random);

}  // namespace mergelab::judge
