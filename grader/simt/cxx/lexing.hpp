// How long C++'s tokens are, which words they are, and what a line marker says: what every reader of
// preprocessed text needs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace simt::cxx {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r'; }
inline bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80) != 0;
}
inline bool continues_name(char c) { return starts_name(c) || is_digit(c); }

/// A marker `# 12 "name" flags`: what follows comes from line 12 of that file.
struct LineMarker {
  int line = 0;
  std::string file;
  bool enters = false;  // flag 1: an include begins
  bool leaves = false;  // flag 2: an include has ended
};

/// Nothing for any other directive. `line` begins with its `#`.
[[nodiscard]] std::optional<LineMarker> parse_marker(std::string_view line);

/// Characters of the name that begins `text`.
[[nodiscard]] std::size_t name_length(std::string_view text);

/// A number may hold quotes (1'000) and signs (1e-5), which must not be taken for other tokens.
[[nodiscard]] std::size_t number_length(std::string_view text);

/// Up to and with the closing quote, or to the end of the line when there is none.
[[nodiscard]] std::size_t literal_length(std::string_view text);

/// Whether a quote right after this name begins a raw literal.
[[nodiscard]] bool is_raw_prefix(std::string_view name);

/// `text` begins with the quote. 0 when it is no raw literal.
[[nodiscard]] std::size_t raw_literal_length(std::string_view text);

template <std::size_t N>
[[nodiscard]] bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace simt::cxx
