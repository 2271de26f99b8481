// Deadlines and late rules as an instructor writes them.
#pragma once

#include <optional>
#include <string>

#include "model/json_value.hpp"
#include "model/settings.hpp"

namespace mergelab::course {

/// A time, in the zone where it has no offset; empty: no zone. Throws Error.
[[nodiscard]] Moment read_time_at(const JsonValue& value, const std::string& zone);

/// With what late work costs. Throws Error.
[[nodiscard]] Deadline read_deadline(const JsonValue& time, const std::optional<JsonValue>& late,
                                     const std::string& zone);

}  // namespace mergelab::course
