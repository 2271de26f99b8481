// A lab's function, as its lab.json declares it.
#pragma once

#include "model/course.hpp"
#include "model/json_value.hpp"

namespace mergelab::course {

/// By name.
using Structs = std::map<std::string, std::vector<Field>>;

/// "structs" of an interface: {"Point": ["float x", "float y"]}. Throws DataError for what C++ can't have,
/// and for fields that leave gaps.
[[nodiscard]] Structs read_structs(const JsonValue& interface);

/// The types of fields and of results: those of elements without `value`.
[[nodiscard]] std::vector<std::string> number_types();

/// The type that a text names, one of `known`. Throws DataError, which says what to write instead.
[[nodiscard]] std::string read_type(const JsonValue& value, const std::string& text,
                                    const std::vector<std::string>& known);
/// What to write in place of a type that is not one of `known`.
[[nodiscard]] std::string instead_of_type(const std::string& type, const std::vector<std::string>& known,
                                          char quote);

/// Whether it is a name in C++, and not too long for one of an argument.
[[nodiscard]] bool is_argument_name(const std::string& text);

/// Sets lab.kit, lab.interface and lab.constants from the top of lab.json. Throws Error.
void read_interface(const JsonValue& top, Lab& lab);

/// What formulas of a lab without a kit may name: the function's integers and the constants.
[[nodiscard]] std::vector<std::string> names_in_formulas(const Lab& lab);
/// Of these names. Throws Error.
[[nodiscard]] Formula read_formula(const JsonValue& value, const Lab& lab);

}  // namespace mergelab::course
