// What the ranks of one call did, added up.
#pragma once

#include <vector>

#include "judge/received.hpp"
#include "model/outcome.hpp"
#include "wire/message.hpp"

namespace mergelab::judge {

/// Sums; of span and probes the largest.
void add(wire::Traffic& sum, const wire::Traffic& one);
/// By line: requests and the like of all ranks.
void add(std::vector<LineProfile>& sum, std::vector<LineProfile>&& lines);
/// A rule at one place is reported once, whichever ranks broke it.
void add(std::vector<Violation>& sum, std::vector<Violation>&& violations);

}  // namespace mergelab::judge
