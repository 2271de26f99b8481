// Whether the cases of a family suit a lab: their sizes its shape, their arrays its function.
#pragma once

#include "course/json_reader.hpp"
#include "model/course.hpp"

namespace mergelab::course {

/// Fails at `where`, which names the family, with the first case that does not.
void check_family(const JsonValue& where, const Family& family, const Item& item, const Lab& lab);

}  // namespace mergelab::course
