// The sorted lists of a k-way merge, which lie one behind another in A.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "judge/generate.hpp"
#include "judge/random.hpp"

namespace mergelab::judge {

/// Deals sorted keys to k sorted lists, as list_lengths() and list_orders() say. Throws std::out_of_range for
/// keys and no list, and std::invalid_argument for lengths of another name.
[[nodiscard]] Arrays deal_to_lists(const std::vector<int>& keys, const ListsSpec& spec, std::size_t k,
                                   Random& random);

/// "list 3, element 5": where a[index] stands among the lists.
[[nodiscard]] std::string place_in_lists(const Arrays& arrays, std::size_t index);

/// The arrays as lists: those that they are, or A and B as list 0 and list 1.
[[nodiscard]] Arrays as_lists(Arrays arrays);

}  // namespace mergelab::judge
