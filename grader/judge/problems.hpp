// The arrays and questions of a test, from its case and the lab's shape or observed launch.
#pragma once

#include <cstdint>

#include "judge/image.hpp"
#include "judge/lab_context.hpp"

namespace mergelab::judge {

/// What decides the values of a test's arrays.
[[nodiscard]] std::uint64_t seed_of(const LabContext& context, const PlannedTest& test);
[[nodiscard]] ProblemSet problems(const LabContext& context, const PlannedTest& test, std::uint64_t seed);
[[nodiscard]] std::int64_t outputs(const ProblemSet& set);

}  // namespace mergelab::judge
