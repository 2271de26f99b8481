// The merge as a path through the grid of A and B, with the trace's data.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "model/trace.hpp"
#include "report/figure/canvas.hpp"
#include "report/figure/rounds.hpp"

namespace mergelab::report {

/// Where the share of each thread begins, by block and thread: none if threads have an output or two each.
[[nodiscard]] std::map<std::pair<int, int>, int> shares_of(const Trace& trace);

/// Draws it below and to the right of the corner; returns the corner below and to the right of it.
[[nodiscard]] Point draw_grid(Canvas& canvas, Point corner, const Trace& trace, int block,
                              const std::vector<Round>& rounds);

}  // namespace mergelab::report
