// A text's lines, and a word without the blanks around it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace mergelab::base {

/// The parts that end with `end`, without it; what follows the last one is a part unless it is empty.
[[nodiscard]] inline std::vector<std::string> lines_of(std::string_view text, char end = '\n') {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(end), text.size());
    lines.emplace_back(text.substr(0, length));
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return lines;
}

[[nodiscard]] inline std::string trimmed(std::string_view text, std::string_view blanks = " \t\r") {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

}  // namespace mergelab::base
