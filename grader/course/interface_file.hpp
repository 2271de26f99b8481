// A lab's function, as its lab.json declares it.
#pragma once

#include <string>
#include <vector>

#include "model/course.hpp"
#include "model/json_value.hpp"

namespace mergelab::course {

/// Sets lab.kit, lab.interface and lab.constants from the top of lab.json. Throws Error.
void read_interface(const JsonValue& top, Lab& lab);

/// What formulas of a lab without a kit may name: the function's integers and the constants.
[[nodiscard]] std::vector<std::string> names_in_formulas(const Lab& lab);
/// Of these names. Throws Error.
[[nodiscard]] Formula read_formula(const JsonValue& value, const Lab& lab);

}  // namespace mergelab::course
