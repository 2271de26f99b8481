// A distribution's rows where device_merge was timed beside two versions of CUB.
#pragma once

#include <vector>

#include "bench/results/rows.hpp"
#include "report/page.hpp"

namespace mergelab::bench {

/// Milliseconds of every kernel, device_merge's speed in % of the copy's, and how often it fits into each
/// CUB's time, and into the one's of its fastest tuning.
void put_rival_panel(report::Page& page, const Panel& panel, const std::vector<Kernel>& kernels,
                     const report::TextStyle& style);

}  // namespace mergelab::bench
