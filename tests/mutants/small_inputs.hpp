// The inputs on which a file is compared with its solution.
#pragma once

#include "judge/image.hpp"

namespace mergelab::mutants {

/// One request, which the workers of both files get.
struct Input {
  std::string name;  // "m = 3, n = 2, section = 4, tile = 2"
  ValueType value = ValueType::int32;
  judge::ProblemSet set;
  bool counts = false;    // whether the traffic is counted: then of only one problem
  bool may_fail = false;  // whether the function need not take it: it is left out where the solution fails
};

/// For functions of the host: all pairs of sorted arrays of up to 6 elements over 3 keys, for each type of
/// elements, and for co_rank all ranks. For kernels: all pairs of up to 4 elements over 3 keys in sections
/// and tiles of a few elements; and, since a block has a hundred threads and more, pairs of up to a few
/// thousand elements with sizes next to powers of two. For a lab without a kit: the cases of its items with
/// other seeds, and one of each family with each number in turn next to what warps and blocks take.
[[nodiscard]] std::vector<Input> small_inputs(const Course& course, const Lab& lab);

}  // namespace mergelab::mutants
