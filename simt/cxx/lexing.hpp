// The lexical basis of every reader of preprocessed text: the length of C++'s tokens, keywords and line
// markers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/lexing.hpp"

namespace simt::cxx {

using mergelab::base::char_at;
using mergelab::base::continues_name;
using mergelab::base::is_blank;
using mergelab::base::is_digit;
using mergelab::base::is_raw_prefix;
using mergelab::base::literal_length;
using mergelab::base::name_length;
using mergelab::base::number_length;
using mergelab::base::raw_literal_length;
using mergelab::base::starts_name;

/// A marker `# 12 "name" flags`: the following text comes from line 12 of that file.
struct LineMarker {
  int line = 0;
  std::string file;
  bool enters = false;  // flag 1: an include begins
  bool leaves = false;  // flag 2: an include has ended
};

/// Nothing for any other directive. `line` begins with its `#`.
[[nodiscard]] std::optional<LineMarker> parse_marker(std::string_view line);

/// `preprocessed` with letters for the universal character names (\u00e9) in names, which g++ writes for
/// letters beyond ASCII; literals stay. In a program also without backslashes that end a line, which nvcc
/// accepts before a comment; a lab could hide the next line from the checks behind one.
[[nodiscard]] std::string as_nvcc_reads(std::string preprocessed, bool of_program = false);

template <std::size_t N>
[[nodiscard]] bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

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
