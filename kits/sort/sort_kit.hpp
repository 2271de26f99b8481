// Whether C is A in order, with equal keys in A's order.
#pragma once

#include "judge/image.hpp"
#include "kits/keys/generate.hpp"

namespace mergelab::judge {

/// C must be A in order, equal keys in A's order: so the stable merge of its lists, if it has some. `c` are m
/// values of `type`; B is empty. `kept`: how many of them each rank has, if the lists are ranks'.
[[nodiscard]] Outcome check_sort(const Keys& arrays, std::span<const std::byte> c, ValueType type,
                                 const Labels& labels, std::span<const int> kept = {});

/// check_sort() for int keys of large arrays, by holds_keys_in_order().
[[nodiscard]] Outcome check_sort_of_ints(const Keys& arrays, std::span<const std::byte> c);

}  // namespace mergelab::judge
