// How grading a mutant can end.
#pragma once

#include <cstddef>

namespace mergelab::mutants {

enum class MutantStatus {
  killed,      // it loses points
  equivalent,  // it loses none, and nothing tells it from the solution
  survived,    // it loses none, and it does something else: a gap in the cases or in the rubric
  not_built,   // it does not compile, and says nothing
};
inline constexpr std::size_t kMutantStatuses = 4;

}  // namespace mergelab::mutants
