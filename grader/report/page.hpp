// Lays a text out for a terminal: every line goes through here, so that width, alphabet and colour hold
// everywhere.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "report/phrases.hpp"
#include "report/report.hpp"

namespace mergelab::report {

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
