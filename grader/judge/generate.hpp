// Pairs of sorted arrays, each kind built to show one difficulty of a merge.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/course.hpp"

namespace mergelab::judge {

/// Two sorted arrays of keys. The origin of A[i] is i, that of B[j] is m+j.
struct Arrays {
  std::vector<int> a, b;
};

/// The seed of one case: public seed, family, case and, for hidden families, the instructor's secret.
[[nodiscard]] std::uint64_t case_seed(std::uint64_t seed, const Family& family, const CaseSpec& spec,
                                      std::string_view secret);

/// The problems of a case for these sizes: `spec.count` pairs, or all small pairs for "exhaustive". The
/// generators:
///   distinct     no key twice; which array a key lands in is random
///   uniform      keys over the whole range of int
///   few          `distinct` different keys, drawn at random
///   all_equal    one key
///   equal_runs   every key `run` times in each array
///   a_first      all of A before all of B; b_first the other way round
///   alternating  A and B take turns
///   runs         A and B take turns for `run` elements; staircase for 1, 1, 2, 2, 3, 3, ... elements
///   extremes     INT_MIN, INT_MAX and their neighbours among ordinary keys
///   same         B repeats A
///   spread       random keys over the whole range of int, like uniform, but made in linear time
///   exhaustive   all pairs of sorted arrays over `distinct` keys, of at most m and n elements
///   literal      the arrays given
/// Throws std::invalid_argument for a generator of another name, and std::out_of_range for sizes that are.
[[nodiscard]] std::vector<Arrays> generate(const CaseSpec& spec, const Symbols& symbols, std::uint64_t seed);

}  // namespace mergelab::judge
