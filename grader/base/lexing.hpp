// How long C++'s tokens are: what every reader of sources and of preprocessed text needs. Header-only, for
// rooms that take no library.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace mergelab::base {

[[nodiscard]] inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] inline bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r';
}
[[nodiscard]] inline bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80) != 0;
}
[[nodiscard]] inline bool continues_name(char c) { return starts_name(c) || is_digit(c); }
/// The character there; '\0' past the end.
[[nodiscard]] inline char char_at(std::string_view text, std::size_t i) {
  return i < text.size() ? text[i] : '\0';
}

/// Characters of the name that begins `text`.
[[nodiscard]] inline std::size_t name_length(std::string_view text) {
  std::size_t length = 1;
  while (continues_name(char_at(text, length))) ++length;
  return length;
}

/// A number may hold quotes (1'000) and signs (1e-5), which must not be taken for other tokens.
[[nodiscard]] inline std::size_t number_length(std::string_view text) {
  std::size_t length = 1;
  for (;; ++length) {
    const char c = char_at(text, length);
    const char before = char_at(text, length - 1);
    const bool exponent = before == 'e' || before == 'E' || before == 'p' || before == 'P';
    const bool separator = c == '\'' && continues_name(char_at(text, length + 1));
    if (!continues_name(c) && c != '.' && !separator && !(exponent && (c == '+' || c == '-'))) return length;
  }
}

/// Up to and with the closing quote, or to the end of the line when there is none.
[[nodiscard]] inline std::size_t literal_length(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && text[length] != text[0] && text[length] != '\n') {
    length += text[length] == '\\' && char_at(text, length + 1) != '\n' ? 2 : 1;
  }
  return char_at(text, length) == text[0] ? length + 1 : std::min(length, text.size());
}

/// Whether a quote right after this name begins a raw literal.
[[nodiscard]] inline bool is_raw_prefix(std::string_view name) {
  return name == "R" || name == "LR" || name == "uR" || name == "UR" || name == "u8R";
}

/// `text` begins with the quote. 0 for other literals.
[[nodiscard]] inline std::size_t raw_literal_length(std::string_view text) {
  constexpr std::size_t kLongestOpening = 18;  // the quote, 16 characters and the parenthesis
  const std::size_t open = text.substr(0, kLongestOpening).find('(');
  if (open == std::string_view::npos) return 0;
  std::string close(1, ')');
  close += text.substr(1, open - 1);
  close += '"';
  const std::size_t end = text.find(close, open);
  return end == std::string_view::npos ? text.size() : end + close.size();
}

}  // namespace mergelab::base
