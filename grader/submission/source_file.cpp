#include "submission/source_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <optional>

#include "base/lexing.hpp"
#include "base/read_file.hpp"
#include "base/source_tokens.hpp"

namespace mergelab::submission {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;

std::string refusal_of_kind(mode_t mode) {
  if (S_ISREG(mode)) return {};
  if (S_ISLNK(mode)) return "is a symbolic link";
  if (S_ISDIR(mode)) return "is a folder";
  if (S_ISFIFO(mode)) return "is a named pipe";
  if (S_ISSOCK(mode)) return "is a socket";
  return "is a device";
}

std::string refusal_of_error(int error) { return fmt::format("can't be read ({})", std::strerror(error)); }

SourceFile unreadable(int error) {
  SourceFile source;
  source.unreadable = true;
  source.refusal = refusal_of_error(error);
  return source;
}

/// By its mark, or as every second byte of plain English is 0.
bool is_utf16(const std::string& bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return true;
  std::size_t even = 0, odd = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) (i % 2 == 0 ? even : odd) += bytes[i] == '\0' ? 1 : 0;
  const std::size_t half = bytes.size() / 2;
  return half > 1 && ((even == 0 && odd * 10 > half * 9) || (odd == 0 && even * 10 > half * 9));
}

/// Letters of any encoding are allowed; bytes that no editor writes into source are not.
std::string refusal_of_bytes(const std::string& bytes) {
  if (bytes.size() > kMostBytes) return "is larger than 1 MiB";
  if (bytes.empty()) return "is empty";
  if (is_utf16(bytes)) return "is UTF-16 text: save it as UTF-8";
  if (bytes.find('\0') != std::string::npos) return "contains NUL bytes";
  const bool binary = std::any_of(bytes.begin(), bytes.end(), [](unsigned char c) {
    return (c < 0x20 && (c < '\t' || c > '\r')) || c == 0x7f;
  });
  return binary ? "contains control characters" : "";
}

}  // namespace

SourceFile look_at_source(const std::filesystem::path& path) {
  SourceFile source;
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    source.missing = errno == ENOENT || errno == ENOTDIR;
    return source.missing ? source : unreadable(errno);
  }
  source.refusal = refusal_of_kind(status.st_mode);
  return source;
}

bool may_include(std::string_view text, const std::string& file) {
  for (std::size_t at = 0; (at = text.find(file + '"', at)) != std::string_view::npos; ++at) {
    const std::size_t begin = text.rfind('\n', at) + 1;  // 0 in the first line
    const std::string_view before = text.substr(begin, at - begin);
    const std::size_t block = before.rfind("/*");
    const bool in_block =
        block != std::string_view::npos && before.find("*/", block) == std::string_view::npos;
    if (!in_block && before.find("//") == std::string_view::npos) return true;
  }
  return false;
}

SourceFile read_source(const std::filesystem::path& path) {
  SourceFile source = look_at_source(path);  // before opening, because opening a device may have an effect
  if (!source.good()) return source;
  struct stat status {};
  const base::Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file && errno != ELOOP) return unreadable(errno);
  if (!file) {
    source.refusal = "is a symbolic link";
    return source;
  }
  if (::fstat(file.get(), &status) != 0) return unreadable(errno);
  source.refusal = refusal_of_kind(status.st_mode);
  if (!source.refusal.empty()) return source;
  std::optional<std::string> bytes = base::read_all(file.get(), kMostBytes + 1);
  if (!bytes) return unreadable(errno);
  source.refusal = refusal_of_bytes(*bytes);
  source.bytes = *std::move(bytes);
  return source;
}

namespace {

constexpr int kMostTold = 5;

struct Range {
  char32_t first, last;
};

template <std::size_t N>
bool is_in(const std::array<Range, N>& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& range) { return code >= range.first && code <= range.last; });
}

constexpr std::array<Range, 8> kBlanks{{{0x85, 0x85},
                                        {0xA0, 0xA0},
                                        {0x1680, 0x1680},
                                        {0x2000, 0x200A},
                                        {0x2028, 0x2029},
                                        {0x202F, 0x202F},
                                        {0x205F, 0x205F},
                                        {0x3000, 0x3000}}};
constexpr std::array<Range, 6> kInvisible{
    {{0xAD, 0xAD}, {0x180E, 0x180E}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}}};
/// Punctuation and signs; without those that Unicode allows in names (XID_Continue).
constexpr std::array<Range, 30> kSigns{
    {{0xA1, 0xA9},     {0xAB, 0xAC},     {0xAE, 0xB4},     {0xB6, 0xB6},     {0xB8, 0xB9},
     {0xBB, 0xBF},     {0xD7, 0xD7},     {0xF7, 0xF7},     {0x2D2, 0x2DF},   {0x37E, 0x37E},
     {0x55A, 0x55F},   {0x589, 0x58A},   {0x60C, 0x60D},   {0x61B, 0x61B},   {0x61F, 0x61F},
     {0x2010, 0x2027}, {0x2030, 0x203E}, {0x2041, 0x2053}, {0x2055, 0x205E}, {0x207A, 0x207E},
     {0x208A, 0x208E}, {0x20A0, 0x20CF}, {0x2190, 0x2BFF}, {0x2E00, 0x2E2E}, {0x3001, 0x3003},
     {0x3008, 0x3020}, {0xFE10, 0xFE1F}, {0xFE50, 0xFE6F}, {0xFF5F, 0xFF65}, {0xFFE0, 0xFFEE}}};
constexpr Range kFullWidth{0xFF01, 0xFF5E};  // ASCII's signs, digits and letters in the same order

struct Meant {
  char32_t code;
  const char* ascii;
};
constexpr std::array<Meant, 45> kMeant{
    {{0xAB, "<<"},   {0xAC, "!"},    {0xB4, "'"},    {0xB8, ","},     {0xBB, ">>"},  {0xD7, "*"},
     {0xF7, "/"},    {0x2DC, "~"},   {0x37E, ";"},   {0x589, ":"},    {0x60C, ","},  {0x61B, ";"},
     {0x2010, "-"},  {0x2011, "-"},  {0x2012, "-"},  {0x2013, "-"},   {0x2014, "-"}, {0x2015, "-"},
     {0x2016, "||"}, {0x2018, "'"},  {0x2019, "'"},  {0x201A, ","},   {0x201B, "'"}, {0x201C, "\""},
     {0x201D, "\""}, {0x201E, "\""}, {0x201F, "\""}, {0x2026, "..."}, {0x2032, "'"}, {0x2033, "\""},
     {0x2039, "<"},  {0x203A, ">"},  {0x2044, "/"},  {0x2192, "->"},  {0x2212, "-"}, {0x2215, "/"},
     {0x2217, "*"},  {0x2223, "|"},  {0x2227, "&&"}, {0x2228, "||"},  {0x223C, "~"}, {0x2260, "!="},
     {0x2264, "<="}, {0x2265, ">="}, {0x3001, ","}}};

constexpr const char* kNoMeaning = "is not C++: delete it, or type what is meant";

bool is_letter_or_digit(char c) { return base::continues_name(c) && c != '_' && c != '$'; }

/// What to do about a character; empty for one that may stand in a name. `begins`: whether it begins a token,
/// or stands in a number.
std::string advice(char32_t code, bool begins) {
  if (is_in(kBlanks, code)) return "is not a plain blank: type one";
  if (is_in(kInvisible, code)) return "can't be seen: delete it";
  if (code >= kFullWidth.first && code <= kFullWidth.last) {
    const char meant = static_cast<char>(code - kFullWidth.first + '!');
    const bool may_stand = is_letter_or_digit(meant) ? !(base::is_digit(meant) && begins) : meant == '_';
    if (may_stand) return "";
    return meant == '`' || meant == '@' ? kNoMeaning : fmt::format("is not C++: type `{}`", meant);
  }
  if (!is_in(kSigns, code)) return "";
  const auto* const meant =
      std::find_if(kMeant.begin(), kMeant.end(), [&](const Meant& each) { return each.code == code; });
  return meant == kMeant.end() ? kNoMeaning : fmt::format("is not C++: type `{}`", meant->ascii);
}

/// One character of UTF-8.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool is_utf8 = true;
};

Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(at);
  if (lead < 0x80) return {lead};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + bytes > text.size()) return {lead, 1, false};
  char32_t code = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80) return {lead, 1, false};
    code = (code << 6U) | (byte(at + i) & 0x3FU);
  }
  return {code, bytes};
}

std::size_t column_of(std::string_view source, std::size_t offset) {
  const std::size_t start = offset == 0 ? 0 : source.rfind('\n', offset - 1) + 1;  // 0 in the first line
  const std::string_view before = source.substr(start, offset - start);
  return 1 + static_cast<std::size_t>(std::count_if(before.begin(), before.end(),
                                                    [](unsigned char c) { return (c & 0xC0U) != 0x80; }));
}

/// The word of a line's preprocessor directive; empty without one.
std::string_view directive_of(std::string_view line, std::size_t& sign) {
  sign = line.find_first_not_of(" \t");
  if (sign == std::string_view::npos || line[sign] != '#') return {};
  const std::size_t begin = std::min(line.find_first_not_of(" \t", sign + 1), line.size());
  return line.substr(begin, std::min(line.find_first_of(" \t\r", begin), line.size()) - begin);
}

/// The source with directives as code, since their tokens are read too, and without what a condition may
/// leave out, which can hold anything; include guards (#ifndef) are none. Every byte keeps its place.
std::string without_directives(std::string_view source) {
  std::string code(source);
  int open = 0;  // conditions since one that is left out, with that one
  for (std::size_t begin = 0, end = 0; begin < code.size(); begin = end + 1) {
    end = std::min(code.find('\n', begin), code.size());
    std::size_t sign = 0;
    const std::string_view word = directive_of(source.substr(begin, end - begin), sign);
    if (word == "if" || word == "ifdef" || (open > 0 && word == "ifndef")) ++open;
    if (open > 0) {
      std::fill(code.begin() + static_cast<std::ptrdiff_t>(begin),
                code.begin() + static_cast<std::ptrdiff_t>(end), ' ');
      if (word == "endif") --open;
      continue;
    }
    const bool is_prose = word == "error" || word == "warning" || word == "pragma";
    if (!word.empty() && !is_prose) code[begin + sign] = ' ';
  }
  return code;
}

}  // namespace

std::string odd_characters_in(std::string_view source, const std::string& file) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";  // of UTF-8, which compilers pass over
  const std::string code = without_directives(source);
  const std::size_t skipped = code.starts_with(kMark) ? kMark.size() : 0;
  std::string told;
  int count = 0;
  for (const base::SourceToken& token : base::source_tokens(std::string_view(code).substr(skipped))) {
    if (token.kind != base::TokenKind::name && token.kind != base::TokenKind::number) continue;
    Character character;
    for (std::size_t at = 0; at < token.text.size(); at += character.bytes) {
      character = character_at(token.text, at);
      if (character.is_utf8 && character.code < 0x80) continue;
      const std::string what = character.is_utf8
                                   ? advice(character.code, at == 0 || token.kind == base::TokenKind::number)
                                   : "is not UTF-8: type it again, or save the file as UTF-8";
      if (what.empty()) continue;
      if (++count > kMostTold) return told;
      const std::string place =
          fmt::format("{}:{}:{}", file, token.line, column_of(source, skipped + token.offset + at));
      const bool is_seen =
          character.is_utf8 && !is_in(kBlanks, character.code) && !is_in(kInvisible, character.code);
      told += fmt::format("{}: error: the {} {}{:0{}X}{} {}\n", place,
                          character.is_utf8 ? "character" : "byte", character.is_utf8 ? "U+" : "0x",
                          static_cast<unsigned>(character.code), character.is_utf8 ? 4 : 2,
                          is_seen ? fmt::format(" ({})", token.text.substr(at, character.bytes)) : "", what);
    }
  }
  return told;
}

}  // namespace mergelab::submission
