// Whether a file that is there may be replaced: a name may have been typed wrong.
#pragma once

#include <filesystem>
#include <string_view>

namespace mergelab::app {

/// True for no file, an empty one, or one whose first bytes contain `mark`.
[[nodiscard]] bool is_replaceable(const std::filesystem::path& file, std::string_view mark);

}  // namespace mergelab::app
