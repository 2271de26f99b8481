// Items of kind answers: what a student answers to predict or detective.
#pragma once

#include "model/course.hpp"
#include "model/json_value.hpp"

namespace mergelab::course {

/// Fills in what such an item has besides id, points and words. `lab` has its questions and earlier items.
/// Throws Error.
void read_answers(const JsonValue& object, const Lab& lab, Item& item);

}  // namespace mergelab::course
