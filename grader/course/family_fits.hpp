// Whether the cases of a family suit a lab: their sizes its shape, their arrays its function.
#pragma once

#include "model/course.hpp"
#include "model/json_value.hpp"

namespace mergelab::course {

/// Fails at `where`, which names the family, with the first case that does not.
void check_family(const JsonValue& where, const Family& family, const Item& item, const Lab& lab);

}  // namespace mergelab::course
