#include "lexing.hpp"

#include <algorithm>

namespace simt::cxx {
namespace {

char at(std::string_view text, std::size_t i) { return i < text.size() ? text[i] : '\0'; }

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
      for (; digits < 3 && at(line, i + digits) >= '0' && at(line, i + digits) <= '7'; ++digits) {
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

std::size_t name_length(std::string_view text) {
  std::size_t length = 1;
  while (continues_name(at(text, length))) ++length;
  return length;
}

std::size_t number_length(std::string_view text) {
  std::size_t length = 1;
  for (;; ++length) {
    const char c = at(text, length);
    const char before = at(text, length - 1);
    const bool exponent = before == 'e' || before == 'E' || before == 'p' || before == 'P';
    const bool separator = c == '\'' && continues_name(at(text, length + 1));
    if (!continues_name(c) && c != '.' && !separator && !(exponent && (c == '+' || c == '-'))) return length;
  }
}

std::size_t literal_length(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && text[length] != text[0] && text[length] != '\n') {
    length += text[length] == '\\' && at(text, length + 1) != '\n' ? 2 : 1;
  }
  return at(text, length) == text[0] ? length + 1 : std::min(length, text.size());
}

bool is_raw_prefix(std::string_view name) {
  return name == "R" || name == "LR" || name == "uR" || name == "UR" || name == "u8R";
}

std::size_t raw_literal_length(std::string_view text) {
  constexpr std::size_t kLongestOpening = 18;  // the quote, 16 characters and the parenthesis
  const std::size_t open = text.substr(0, kLongestOpening).find('(');
  if (open == std::string_view::npos) return 0;
  std::string close(1, ')');
  close += text.substr(1, open - 1);
  close += '"';
  const std::size_t end = text.find(close, open);
  return end == std::string_view::npos ? text.size() : end + close.size();
}

}  // namespace simt::cxx
