// Pairs of arrays, sorted lists and ranks as what a function is called with, and back.
#pragma once

#include "judge/image.hpp"
#include "kits/keys/generate.hpp"

namespace mergelab::judge {

/// What a block produces and what shared memory holds at once, in elements.
struct Shape {
  std::int64_t section = 0, tile = 0;
};
/// That of a lab's cases.
[[nodiscard]] Shape shape_of(const Lab& lab);

/// m elements from A[a] and n elements from B[b].
struct Part {
  int a = 0, m = 0;
  int b = 0, n = 0;
};

/// One query for each of the arrays, of the kit's function; `interface` must outlive the set.
[[nodiscard]] ProblemSet problems_of(std::vector<Arrays> arrays, const Kit& kit, const Interface& interface,
                                     const Shape& shape = {});
/// Of its plainest function.
[[nodiscard]] ProblemSet problems_of(std::vector<Arrays> arrays, const Kit& kit);
/// A call for each k, of co_rank, in these inputs of the set. `parts`: of the arrays, for each k; empty: each
/// is asked of all.
[[nodiscard]] Query ranks_query(const ProblemSet& set, std::size_t inputs, std::span<const int> k,
                                std::span<const Part> parts = {});

/// The arrays of these inputs. The set must outlive it.
[[nodiscard]] Keys keys_of(const ProblemSet& set, std::size_t inputs);
/// Those of a query.
[[nodiscard]] inline Keys keys_of(const ProblemSet& set, const Query& query) {
  return keys_of(set, query.inputs);
}
/// The k of each call, of co_rank; else empty.
[[nodiscard]] std::vector<int> ranks_asked(const ProblemSet& set, const Query& query);
/// Of one of its calls.
[[nodiscard]] Part part_asked(const ProblemSet& set, const Query& query, std::size_t call);

/// Of all calls.
[[nodiscard]] Shape shape_of(const ProblemSet& set);

}  // namespace mergelab::judge
