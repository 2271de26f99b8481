#include "lexing.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <system_error>

namespace simt::cxx {
namespace {

// The text of a literal at the begin of `line`; moves past it. Compilers write unprintable bytes in octal.
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

/// The letter of a universal character name at the beginning of `text`, in UTF-8; moves past it. Empty for
/// anything else, and for characters that names can't contain.
std::string take_letter(std::string_view text, std::size_t& at) {
  const std::size_t digits = char_at(text, at + 1) == 'u' ? 4 : char_at(text, at + 1) == 'U' ? 8 : 0;
  if (text[at] != '\\' || digits == 0) return "";
  std::uint32_t code = 0;
  const char* const begin = text.data() + std::min(at + 2, text.size());
  const char* const end = text.data() + std::min(at + 2 + digits, text.size());
  const auto [read, error] = std::from_chars(begin, end, code, 16);
  const bool is_letter = code >= 0xa0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  if (error != std::errc() || read != begin + digits || !is_letter) return "";
  at += 2 + digits;
  std::string letter;
  int shift = code < 0x800 ? 6 : code < 0x10000 ? 12 : 18;
  letter += static_cast<char>((shift == 6 ? 0xc0U : shift == 12 ? 0xe0U : 0xf0U) | code >> shift);
  while (shift > 0) {
    shift -= 6;
    letter += static_cast<char>(0x80U | (code >> shift & 0x3fU));
  }
  return letter;
}

}  // namespace

std::string as_nvcc_reads(std::string preprocessed, bool of_program) {
  constexpr std::array<const char*, 3> kChanged{"\\u", "\\U", "\\\n"};
  if (std::none_of(kChanged.begin(), kChanged.end(),
                   [&](const char* each) { return preprocessed.find(each) != std::string::npos; }))
    return preprocessed;
  const std::string_view text = preprocessed;
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (const std::string letter = take_letter(text, at); !letter.empty()) {
      out += letter;
      continue;
    }
    const char c = text[at];
    const std::string_view rest = text.substr(at);
    if (of_program && rest.substr(0, 2) == "\\\n") {
      ++at;
      continue;
    }
    std::size_t length = 1;
    if (starts_name(c)) {
      length = name_length(rest);
      if (char_at(rest, length) == '"' && is_raw_prefix(rest.substr(0, length)))
        length += raw_literal_length(rest.substr(length));
    } else if (is_digit(c)) {
      length = number_length(rest);
    } else if (c == '"' || c == '\'') {
      length = literal_length(rest);
    }
    out += rest.substr(0, length);
    at += std::min(length, rest.size());
  }
  return out;
}

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
