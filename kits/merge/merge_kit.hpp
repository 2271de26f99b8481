// Whether C is the stable merge of A and B.
#pragma once

#include "kits/keys/check.hpp"

namespace mergelab::judge {

/// C must be the stable merge of A and B, ties from A first. `c` are m+n values of `type`, of Counted with
/// these labels. A failure tells where it is in the merge's geometry: A, B, C, the block, the tile.
[[nodiscard]] Outcome check_merge(const Keys& arrays, std::span<const std::byte> c, ValueType type,
                                  const Labels& labels, const Geometry& geometry);

/// Whether check_merge() finds nothing wrong with these int keys, many times as fast.
[[nodiscard]] bool is_merge_of_ints(const Keys& arrays, std::span<const std::byte> c);

/// check_merge() for int keys of large merges, by holds_keys_in_order().
[[nodiscard]] Outcome check_merge_of_ints(const Keys& arrays, std::span<const std::byte> c);

}  // namespace mergelab::judge
