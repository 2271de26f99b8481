// Lays a text out for a terminal: every line goes through here, so that width, alphabet and colour hold
// everywhere. A student's process may have shaped the text, so it is made safe to show: no terminal escapes,
// valid UTF-8, wrapped.
#pragma once

#include "report/phrases.hpp"

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

class Page {
 public:
  explicit Page(const TextStyle& style);

  /// `text` after `prefix` (which may be painted), continued below its own first column. `text` is untrusted.
  /// At most `max_lines` lines, and one more that counts the others.
  void put(std::string_view prefix, std::string_view text, Colour colour = Colour::none,
           std::size_t max_lines = std::numeric_limits<std::size_t>::max());
  /// One line as it is: laid out and cleaned by the caller, or a command that a line break would spoil.
  void raw(std::string_view line);
  /// A blank line, unless the page begins or ends with one.
  void gap();

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  const TextStyle& style_;
  std::size_t width_;
  std::string out_;
};

}  // namespace mergelab::report
