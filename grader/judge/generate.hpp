// Pairs of arrays, each kind built to show one difficulty of a merge or of a sort.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/catalog.hpp"

namespace mergelab::judge {

/// Two arrays of keys, sorted unless the lab must sort; B is empty then. The origin of A[i] is i, that of
/// B[j] is m+j.
struct Arrays {
  std::vector<int> a, b;
  // Not empty: `a` holds sorted lists, one behind another, list i from a[starts[i]] to a[starts[i + 1] - 1],
  // and `b` is empty.
  std::vector<int> starts = {};
};

/// The seed of one case: public seed, family, case and, for hidden families, the instructor's secret.
[[nodiscard]] std::uint64_t case_seed(std::uint64_t seed, const Family& family, const CaseSpec& spec,
                                      std::string_view secret);

/// The case with its sizes drawn, if they vary: the section is smaller than the case says by up to `vary`
/// percent, in whole tiles, and m and n are so in whole sections. `of_lab` is what sizes refer to otherwise.
[[nodiscard]] CaseSpec with_drawn_sizes(CaseSpec spec, const Symbols& of_lab, std::uint64_t seed);

/// The problems of a case for these sizes: `spec.count` pairs, or all small pairs for "exhaustive".
/// model/terms.cpp says what each generator makes.
/// Throws std::invalid_argument for a generator of another name, and std::out_of_range for sizes that are.
[[nodiscard]] std::vector<Arrays> generate(const CaseSpec& spec, const Symbols& symbols, std::uint64_t seed);

}  // namespace mergelab::judge
