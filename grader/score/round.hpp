// Points without the noise of sums of doubles.
#pragma once

#include <cmath>

namespace mergelab::score {

/// To six decimals: what is left differs by far more than rounding errors do.
[[nodiscard]] inline double rounded(double points) { return std::round(points * 1e6) / 1e6; }

}  // namespace mergelab::score
