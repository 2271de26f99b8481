// File names that a browser, a file manager or an editor makes of a lab file's name.
#pragma once

#include <string>
#include <string_view>

namespace mergelab::submission {

enum class NameMatch {
  none,
  similar,  // "merge_tield.cuh", "ada_merge_tiled.cuh": somebody has to say that it is the file
  variant,  // "merge_tiled (1).cuh", "Merge_Tiled.cuh.txt": it can be no other file
  exact,
};

/// How a file's name relates to the one that a lab asks for.
[[nodiscard]] NameMatch match_name(std::string_view name, std::string_view wanted);

/// A name for a message.
[[nodiscard]] std::string quoted_name(std::string_view name);

}  // namespace mergelab::submission
