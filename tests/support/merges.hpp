// Problems of merges, and what the kit says of answers to them.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "judge/image.hpp"
#include "kits/keys/problems.hpp"
#include "kits/kits.hpp"
#include "model/outcome.hpp"

namespace mergelab::judge {

[[nodiscard]] inline ProblemSet merges_of(std::vector<Arrays> arrays, const Shape& shape = {}) {
  return problems_of(std::move(arrays), merge_kit(), *merge_kit().usual_interface(Runs::device), shape);
}
[[nodiscard]] inline ProblemSet on_ranks(std::vector<Arrays> lists) {
  return problems_of(std::move(lists), lists_kit(), *lists_kit().usual_interface(Runs::ranks));
}
/// Of any kit.
[[nodiscard]] inline Outcome check_all(const ProblemSet& set, const Image& image,
                                       std::span<const std::byte> returned, Kept kept = {}) {
  return set.kit->check(set, image, returned, kept, false);
}

}  // namespace mergelab::judge
