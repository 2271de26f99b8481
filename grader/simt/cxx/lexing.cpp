#include "lexing.hpp"

#include <algorithm>

namespace simt::cxx {
namespace {

// The text of a literal that begins `line`; moves past it. Compilers write bytes that do not print in octal.
std::string unquote(std::string_view& line) {
  std::string name;
  std::size_t i = 1;
  for (; i < line.size() && line[i] != '"'; ++i) {
    if (line[i] != '\\' || i + 1 >= line.size()) {
      name += line[i];
      continue;
    }
    ++i;
    if (line[i] >= '0' && line[i] <= '7') {
      int byte = 0;
      std::size_t digits = 0;
      for (; digits < 3 && char_at(line, i + digits) >= '0' && char_at(line, i + digits) <= '7'; ++digits) {
        byte = byte * 8 + (line[i + digits] - '0');
      }
      i += digits - 1;
      name += static_cast<char>(byte);
    } else {
      name += line[i];
    }
  }
  line.remove_prefix(std::min(i + 1, line.size()));
  return name;
}

}  // namespace

std::optional<LineMarker> parse_marker(std::string_view line) {
  const auto skip_blanks = [&] {
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  };
  line.remove_prefix(1);
  skip_blanks();
  if (line.substr(0, 4) == "line") line.remove_prefix(4);
  skip_blanks();
  if (line.empty() || !is_digit(line.front())) return std::nullopt;
  LineMarker marker;
  for (; !line.empty() && is_digit(line.front()); line.remove_prefix(1)) {
    if (marker.line < 100'000'000) marker.line = marker.line * 10 + (line.front() - '0');
  }
  skip_blanks();
  if (line.empty() || line.front() != '"') return std::nullopt;
  marker.file = unquote(line);
  for (skip_blanks(); !line.empty(); skip_blanks()) {
    marker.enters = marker.enters || line.front() == '1';
    marker.leaves = marker.leaves || line.front() == '2';
    line.remove_prefix(1);
  }
  return marker;
}

}  // namespace simt::cxx
