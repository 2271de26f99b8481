// The sorted lists of a k-way merge, or those that ranks begin with, which lie one behind another in A.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "judge/random.hpp"
#include "kits/keys/generate.hpp"

namespace mergelab::judge {

/// Deals keys to k lists, which are sorted where the keys are, as list_lengths() and list_orders() say.
/// Throws std::out_of_range for keys and no list, and std::invalid_argument for lengths of another name.
[[nodiscard]] Arrays deal_to_lists(const std::vector<int>& keys, const ListsSpec& spec, std::size_t k,
                                   Random& random);

/// "list 3, element 5", or where they are ranks' "A[5] of rank 3": where a[index] stands among the lists.
[[nodiscard]] std::string place_in_lists(const Keys& arrays, std::size_t index, bool of_ranks = false);

/// The arrays as lists: those that they are, or A and B as list 0 and list 1.
[[nodiscard]] Arrays as_lists(Arrays arrays);

}  // namespace mergelab::judge
