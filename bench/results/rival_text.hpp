// A distribution's rows for device_merge and two versions of CUB.
#pragma once

#include <vector>

#include "bench/results/rows.hpp"
#include "report/page.hpp"

namespace mergelab::bench {

/// Milliseconds of every kernel, device_merge's speed in % of the copy's, and the ratios of each CUB's time,
/// and of its fastest tuning's, to device_merge's.
void put_rival_panel(report::Page& page, const Panel& panel, const std::vector<Kernel>& kernels,
                     const report::TextStyle& style);

}  // namespace mergelab::bench
