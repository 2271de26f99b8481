// Whether this is a student's copy, which has no solutions, and the message if one is needed.
#pragma once

#include <filesystem>
#include <string_view>

#include "app/command_line/errors.hpp"

namespace mergelab::app {

/// `root` is a course's folder. A hand-out is known by what it lacks: solutions/.
[[nodiscard]] bool is_hand_out(const std::filesystem::path& root);

/// "this is a hand-out: " and the rest.
[[nodiscard]] UsageError in_a_hand_out(std::string_view rest);

}  // namespace mergelab::app
