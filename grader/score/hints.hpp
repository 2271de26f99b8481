// Chooses, from what was seen, what a student should look at.
#pragma once

#include <vector>

#include "model/course.hpp"
#include "model/result.hpp"
#include "score/item.hpp"

namespace mergelab::score {

/// Gives lost items their hints. One mistake costs several items, most of them only by its consequences: of
/// the correctness items and those that depend on them, the first one lost gives the hint. Others say the
/// same or nothing.
void give_hints(const Lab& lab, std::vector<JudgedItem>& items);

/// For a part of a lab: also gives the hints on an item that fails by itself, if it did so when the whole lab
/// ran last, and what failed now failed then. `lost_before`: the correctness items lost then; none if the lab
/// was not run.
void give_hints_as_before(const Lab& part, const std::vector<std::string>& lost_before, LabResult& result);

}  // namespace mergelab::score
