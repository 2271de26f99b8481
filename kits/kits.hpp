// The kits that there are.
#pragma once

#include "model/kit.hpp"

namespace mergelab {

/// C is the stable merge of A and B: m + n elements.
[[nodiscard]] const Kit& merge_kit();
/// Each call returns the split of a rank k.
[[nodiscard]] const Kit& rank_kit();
/// C is A in order, stable: m elements.
[[nodiscard]] const Kit& sort_kit();
/// C is the stable merge of sorted lists, one behind another; on ranks, A is a rank's own, unsorted.
[[nodiscard]] const Kit& lists_kit();

}  // namespace mergelab
