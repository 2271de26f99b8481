// One item's result, before the lab's points are dealt out and hints chosen.
#pragma once

#include <string>
#include <vector>

#include "model/backend.hpp"
#include "model/observation.hpp"
#include "model/result.hpp"
#include "model/rubric.hpp"

namespace mergelab::score {

/// What an item earned and why.
struct JudgedItem {
  ItemResult result;              // all but score, max_score and hint
  double credit = 0;              // in [0, 1]
  std::vector<std::string> seen;  // symptom and clues of the test that the message is from; for the hints
  bool by_build = false;
};

/// What hints may be chosen by: clues and symptom; of a hidden case nothing, or the choice would reveal it.
[[nodiscard]] std::vector<std::string> seen_in(const Observation& test);

/// Those of the backends that the rubric asks for this item on.
[[nodiscard]] Backends due_on(const Item& item, Backends backends);

/// An item without observations yet, with this verdict and message.
[[nodiscard]] JudgedItem decided_item(const Item& item, Backends backends, Verdict verdict,
                                      const std::string& message);

/// `observations` may hold other items' too. A due item whose value type did not build has that build's
/// verdict.
[[nodiscard]] JudgedItem judge_item(const Item& item, Backends backends,
                                    const std::vector<BuildResult>& builds,
                                    const std::vector<Observation>& observations);

}  // namespace mergelab::score
