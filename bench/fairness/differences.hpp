// When two gradings of one submission are the same grade.
#pragma once

#include <string>
#include <vector>

#include "model/result.hpp"

namespace mergelab::bench {

/// Whether a clock decides the item: such figures differ from run to run.
[[nodiscard]] bool is_timed(const ItemResult& item);

/// What differs though it must not, a line each; empty when both are the same grade. Of timed items the
/// points may be up to 2% of the item's apart; of all others everything but the times that pass has to be the
/// same: status, points, words, figures and tests.
[[nodiscard]] std::vector<std::string> differences(const Grading& one, const Grading& other);

}  // namespace mergelab::bench
