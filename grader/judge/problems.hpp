// The arrays and questions of a test, from its case and the lab's shape or observed launch.
#pragma once

#include <cstdint>

#include "judge/image.hpp"
#include "judge/lab_context.hpp"

namespace mergelab::judge {

/// What decides the values of a test's arrays.
[[nodiscard]] std::uint64_t seed_of(const LabContext& context, const PlannedTest& test);
/// The elements of a tile in this test; 0 if the lab has none.
[[nodiscard]] std::int64_t tile_of(const LabContext& context, const PlannedTest& test);

/// Throws OracleError where the lab's oracle makes its inputs, and fails.
[[nodiscard]] ProblemSet problems(LabContext& context, const PlannedTest& test, std::uint64_t seed);
/// One query for `count` ranks: each of one of the set's A's and one of its B's, drawn at random like k. So
/// nearly every rank is of another merge, and what a call keeps of one does not help the next.
[[nodiscard]] ProblemSet crossed(const ProblemSet& set, std::size_t count, std::uint64_t seed);
/// Which array the greatest element comes from, and so which one lasts longer in a merge.
enum class Last { a, b };
/// The set with A and B exchanged where that is needed for `last`; arrays of different lengths stay as they
/// are.
[[nodiscard]] ProblemSet ending_in(ProblemSet set, Last last);
[[nodiscard]] std::int64_t outputs(const ProblemSet& set);

}  // namespace mergelab::judge
