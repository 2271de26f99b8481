// Words that are compared without a difference between small and capital letters.
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace mergelab::base {

/// The text in small letters; letters beyond ASCII stay.
[[nodiscard]] inline std::string lower_case(std::string_view text) {
  std::string lower;
  for (const char c : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

}  // namespace mergelab::base
