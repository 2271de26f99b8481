// Chooses what a student is told to look at, from what was seen.
#pragma once

#include <vector>

#include "model/course.hpp"
#include "model/result.hpp"
#include "score/item.hpp"

namespace mergelab::score {

/// Gives lost items their hints. One mistake costs several items, and most of them show it from afar: of all
/// correctness items, and what they drag along, the first one lost has the word. Others say the same or
/// nothing.
void give_hints(const Lab& lab, std::vector<JudgedItem>& items);

/// Of a part of a lab, run alone: gives its items also the hints on what alone fails, if that is what failed
/// when the whole lab ran last, and what failed now failed then. `lost_before`: the correctness items that
/// were lost then; none where the lab was not run.
void give_hints_as_before(const Lab& part, const std::vector<std::string>& lost_before, LabResult& result);

}  // namespace mergelab::score
