// The merge as a path through the grid of A and B, with the trace's data.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "kits/pairs/figure/canvas.hpp"
#include "kits/pairs/figure/rounds.hpp"
#include "kits/pairs/merged.hpp"

namespace mergelab::judge {

/// Where the share of each thread begins, by block and thread: none if threads have an output or two each.
[[nodiscard]] std::map<std::pair<int, int>, int> shares_of(const Merged& merged);

/// Draws it below and to the right of the corner; returns the corner below and to the right of it.
[[nodiscard]] Point draw_grid(Canvas& canvas, Point corner, const Merged& merged, int block,
                              const std::vector<Round>& rounds);

}  // namespace mergelab::judge
