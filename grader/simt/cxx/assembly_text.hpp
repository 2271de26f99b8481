// Words of a line of assembly.
#pragma once

#include <algorithm>
#include <string_view>

#include "lexing.hpp"

namespace simt::cxx {

[[nodiscard]] inline std::string_view without_blanks(std::string_view line) {
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  return line;
}

/// Takes the first word, up to a blank or a comma.
[[nodiscard]] inline std::string_view take_word(std::string_view& line) {
  line = without_blanks(line);
  const std::size_t end = std::min(line.find_first_of(" \t,"), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

}  // namespace simt::cxx
