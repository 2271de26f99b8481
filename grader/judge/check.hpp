// Compares what a worker returned with the contract, and locates the difference in the merge's geometry: A,
// B, C, the block, the tile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "judge/image.hpp"
#include "model/outcome.hpp"

namespace mergelab::judge {

/// Which thread block and tile an output belongs to, in elements; 0: the lab has none.
struct Geometry {
  std::int64_t section = 0;  // outputs per block
  std::int64_t tile = 0;
};

/// By problem: how many elements the C of each rank holds, of a function that runs on ranks.
using Kept = std::span<const std::vector<int>>;

/// C must be the stable merge of A and B, ties from A first. `c` are m+n values of `type`, of Counted with
/// these labels.
[[nodiscard]] Outcome check_merge(const Arrays& arrays, std::span<const std::byte> c, ValueType type,
                                  const Labels& labels, const Geometry& geometry);

/// Whether check_merge() finds nothing wrong with these int keys, many times as fast.
[[nodiscard]] bool is_merge_of_ints(const Arrays& arrays, std::span<const std::byte> c);

/// check_merge() for int keys of large merges, many times as fast where C is right: it must be sorted, and
/// to hold the keys of A and B, by a sum over them that only this process can know.
[[nodiscard]] Outcome check_merge_of_ints(const Arrays& arrays, std::span<const std::byte> c);

/// C must be A in order, equal keys in A's order: so the stable merge of its lists, if it has some. `c` are m
/// values of `type`; B is empty. `kept`: how many of them each rank has, if the lists are ranks'.
[[nodiscard]] Outcome check_sort(const Arrays& arrays, std::span<const std::byte> c, ValueType type,
                                 const Labels& labels, std::span<const int> kept = {});

/// check_sort() for int keys of large arrays, as check_merge_of_ints() is for merges.
[[nodiscard]] Outcome check_sort_of_ints(const Arrays& arrays, std::span<const std::byte> c);

/// Why an i is not the co-rank of k, which it is not: "the split takes B[1] = 4 but leaves out A[0] = 1,
/// ...".
[[nodiscard]] Statement why_not_the_split(const Arrays& arrays, int k, int i);
/// ranks[q] must be the one stable i for k[q].
[[nodiscard]] Outcome check_ranks(const Arrays& arrays, std::span<const int> k, std::span<const int> ranks);

/// A, B and the margins round A, B and C must be as they were sent.
[[nodiscard]] Outcome check_untouched(const Image& image, const wire::Problem& problem,
                                      std::span<const std::byte> returned);

/// All of the above for every problem of a set. `returned` is the judge's own copy of the output memory.
[[nodiscard]] Outcome check_all(const ProblemSet& set, const Image& image,
                                std::span<const std::byte> returned, const Geometry& geometry,
                                Kept kept = {});

}  // namespace mergelab::judge
