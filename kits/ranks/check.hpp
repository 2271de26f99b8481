// Whether each rank is the one stable split.
#pragma once

#include "judge/image.hpp"
#include "kits/keys/generate.hpp"

namespace mergelab::judge {

/// How many of the first k outputs of the stable merge come from A, by the library's search: hand-outs have
/// no solution of lab 2.
[[nodiscard]] int stable_rank(std::span<const int> a, std::span<const int> b, int k);
/// Why an i is not the co-rank of k, which it is not: "the split takes B[1] = 4 but leaves out A[0] = 1,
/// ...".
[[nodiscard]] Statement why_not_the_split(const Keys& arrays, int k, int i);
/// ranks[q] must be the one stable i for k[q].
[[nodiscard]] Outcome check_ranks(const Keys& arrays, std::span<const int> k, std::span<const int> ranks);
/// Clues of ranks of which some are wrong; `right[q]` is the stable i of k[q].
[[nodiscard]] std::vector<std::string> clues_of_ranks(const Keys& arrays, std::span<const int> k,
                                                      std::span<const int> ranks, std::span<const int> right);

// Ranks of many merges in one call.

/// One query for `count` ranks: each of one of the set's A's and one of its B's, drawn at random like k. So
/// nearly every rank is of another merge, and what a call keeps of one does not help the next.
[[nodiscard]] ProblemSet crossed(const ProblemSet& set, std::size_t count, std::uint64_t seed);

}  // namespace mergelab::judge
