// Sorted keys taken out of their order, for functions that sort.
#pragma once

#include <cstddef>
#include <vector>

#include "judge/random.hpp"

namespace mergelab::judge {

/// In random order.
[[nodiscard]] std::vector<int> shuffled(std::vector<int> keys, Random& random);
/// From the greatest down.
[[nodiscard]] std::vector<int> reversed(std::vector<int> keys);
/// The first half, and then the same keys down again. An odd number of keys has one at the top.
[[nodiscard]] std::vector<int> organ_pipe(std::vector<int> keys);
/// The first `run` keys again and again, to as many as there were.
[[nodiscard]] std::vector<int> sawtooth(std::vector<int> keys, std::size_t run);
/// One key, at random, is at another place; two keys change places.
[[nodiscard]] std::vector<int> one_displaced(std::vector<int> keys, Random& random);

}  // namespace mergelab::judge
