#include "app/course_files/hand_out.hpp"

#include <fmt/format.h>

namespace mergelab::app {

bool is_hand_out(const std::filesystem::path& root) {
  std::error_code ignored;
  return !std::filesystem::is_directory(root / "solutions", ignored);
}

UsageError in_a_hand_out(std::string_view rest) {
  return UsageError(fmt::format("this is a hand-out: {}", rest));
}

}  // namespace mergelab::app
