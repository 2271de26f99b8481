// A short text of fixed size, so that a struct with texts can cross to another process as it is.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace mergelab::finding {

/// At most N - 1 bytes; a longer text is cut. Usable in a signal handler.
template <std::size_t N>
class Text {
 public:
  Text() = default;
  Text(std::string_view text) {  // NOLINT(google-explicit-constructor)
    std::memcpy(bytes_.data(), text.data(), std::min(text.size(), N - 1));
  }
  Text(const std::string& text) : Text(std::string_view(text)) {}  // NOLINT(google-explicit-constructor)
  Text(const char* text) : Text(std::string_view(text)) {}         // NOLINT(google-explicit-constructor)

  /// Of a text from another process, too, which may lack its end.
  [[nodiscard]] std::string_view view() const { return {bytes_.data(), ::strnlen(bytes_.data(), N)}; }
  [[nodiscard]] std::string string() const { return std::string(view()); }
  [[nodiscard]] bool empty() const { return bytes_[0] == '\0'; }
  [[nodiscard]] bool operator==(const Text& other) const { return view() == other.view(); }

 private:
  std::array<char, N> bytes_{};
};

}  // namespace mergelab::finding
