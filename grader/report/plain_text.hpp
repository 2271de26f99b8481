// Text that a student's process may have shaped, made safe to show: no terminal escapes, valid UTF-8,
// wrapped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mergelab::report {

/// `text` without terminal escape sequences, control characters (but newline and tab) and characters that
/// reorder a line; "\r\n" and "\r" become "\n", bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string clean(std::string_view text);

/// Cleaned text in ASCII: quotes, dashes and other common signs by their nearest form, the rest by "?".
[[nodiscard]] std::string to_ascii(std::string_view text);

/// The columns that cleaned text without newlines takes; every code point counts as one.
[[nodiscard]] std::size_t columns(std::string_view text);

/// The lines of cleaned text, tabs expanded, each at most `width` columns where words allow it: a word is
/// never broken. A continued line keeps its line's own indentation. Blank lines at both ends are dropped.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, std::size_t width);

/// At most `bytes` bytes of cleaned text, cut between characters, with a last line that says what was cut.
[[nodiscard]] std::string cut(std::string text, std::size_t bytes);

}  // namespace mergelab::report
