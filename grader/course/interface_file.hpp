// A lab's function, as its lab.json declares it.
#pragma once

#include "model/course.hpp"
#include "model/json_value.hpp"

namespace mergelab::course {

/// Sets lab.kit and lab.interface from the top of lab.json. Throws Error.
void read_interface(const JsonValue& top, Lab& lab);

}  // namespace mergelab::course
