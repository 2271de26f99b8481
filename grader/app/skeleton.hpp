// What a skeleton shares with its solution: everything outside the TODO regions.
#pragma once

#include <string>
#include <string_view>

namespace mergelab::app {

/// The text without what lies between "TODO n begin" and "TODO n end" lines; these lines stay.
[[nodiscard]] std::string without_regions(std::string_view text);

/// The first line in which a skeleton differs from its solution outside the TODO regions; empty: none.
[[nodiscard]] std::string skeleton_difference(const std::string& skeleton, const std::string& solution);

}  // namespace mergelab::app
