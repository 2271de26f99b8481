// A text's lines, a word without the blanks around it, a text with other words in it, and a word among
// others.
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

inline void replace_all(std::string& text, std::string_view from, std::string_view to) {
  if (from.empty()) return;
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

/// Whether an array of words has this one.
template <class Words>
[[nodiscard]] constexpr bool is_one_of(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != std::ranges::end(words);
}

}  // namespace mergelab::base
