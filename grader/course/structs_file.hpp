// The plain structs that a lab's interface declares, for arrays of them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/interface.hpp"
#include "model/json_value.hpp"

namespace mergelab::course {

/// By name.
using Structs = std::map<std::string, std::vector<Field>>;

/// "structs" of an interface: {"Point": ["float x", "float y"]}. Throws DataError for what C++ can't have,
/// and for fields that leave gaps.
[[nodiscard]] Structs read_structs(const JsonValue& interface);

/// The types of fields and of results: those of elements without `value`.
[[nodiscard]] std::vector<std::string> number_types();

/// Whether it is a name in C++, and not too long for one of an argument.
[[nodiscard]] bool is_argument_name(const std::string& text);

}  // namespace mergelab::course
