// The arrays and questions of a test, from its case and the lab's shape or observed launch.
#pragma once

#include <cstdint>

#include "judge/image.hpp"
#include "judge/lab_context.hpp"

namespace mergelab::judge {

/// What decides the values of a test's arrays.
[[nodiscard]] std::uint64_t seed_of(const LabContext& context, const PlannedTest& test);

/// Throws OracleError where the lab's oracle makes its inputs, and fails.
[[nodiscard]] ProblemSet problems(LabContext& context, const PlannedTest& test, std::uint64_t seed);
/// How many elements all problems give.
[[nodiscard]] std::int64_t outputs(const ProblemSet& set);
/// Whether every problem came out right, its inputs as they were: by the kit or the oracle. `locates`: as for
/// Kit::check().
[[nodiscard]] Outcome check_outputs(LabContext& context, const PlannedTest& test, const ProblemSet& set,
                                    const Image& image, const Answer& answer, bool locates);

}  // namespace mergelab::judge
