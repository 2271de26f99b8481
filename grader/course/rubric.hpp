// A lab's items: what earns points, decided by which family.
#pragma once

#include "model/course.hpp"
#include "model/json_value.hpp"

namespace mergelab::course {

/// Fills lab.items from the list; the lab's interface and shape are known by then. Throws Error.
void read_rubric(const JsonValue& list, const Course& so_far, Lab& lab);

/// What an instructor's settings change in an item of the lab. Throws Error.
void change_item(const JsonValue& object, const Course& course, const Lab& lab, Item& item);

}  // namespace mergelab::course
