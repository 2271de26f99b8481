// Chooses what a student is told to look at, from what was seen.
#pragma once

#include <vector>

#include "score/item.hpp"

namespace mergelab::score {

/// Gives lost items their hints. One mistake costs several items, and most of them show it from afar: of all
/// correctness items, and what they drag along, the first one lost has the word. Others say the same or
/// nothing.
void give_hints(const Lab& lab, std::vector<JudgedItem>& items);

}  // namespace mergelab::score
