// The microscope's page as the program holds it: what CMake made of the files in this folder.
#pragma once

#include <span>
#include <string_view>

namespace mergelab::report {

/// The page from its first byte to the place of its data: JSON in which no '<' stands.
[[nodiscard]] std::span<const std::string_view> page_before_data();
/// What follows the data, to the page's end.
[[nodiscard]] std::span<const std::string_view> page_after_data();

}  // namespace mergelab::report
