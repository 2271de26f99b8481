// Texts in messages: arrays of a fixed size that end with NUL.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace mergelab::wire {

/// Cuts what does not fit. Safe in a signal handler.
template <std::size_t N>
void set_text(std::array<char, N>& target, std::string_view text) {
  const std::size_t length = std::min(text.size(), N - 1);
  std::memcpy(target.data(), text.data(), length);
  target[length] = '\0';
}

}  // namespace mergelab::wire
