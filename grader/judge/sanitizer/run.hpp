// Tests of the item `rules` on a GPU: under compute-sanitizer's tools.
#pragma once

#include "judge/lab_context.hpp"

namespace mergelab::judge {

/// One case under each of the tools.
[[nodiscard]] Outcome check_with_sanitizer(LabContext& context, const PlannedTest& test);

}  // namespace mergelab::judge
