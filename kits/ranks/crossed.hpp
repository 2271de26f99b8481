// Ranks of many merges in one call.
#pragma once

#include <cstddef>
#include <cstdint>

#include "judge/image.hpp"

namespace mergelab::judge {

/// One query for `count` ranks: each of one of the set's A's and one of its B's, drawn at random like k. So
/// nearly every rank is of another merge, and what a call keeps of one does not help the next.
[[nodiscard]] ProblemSet crossed(const ProblemSet& set, std::size_t count, std::uint64_t seed);

}  // namespace mergelab::judge
