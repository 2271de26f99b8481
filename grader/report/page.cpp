#include "report/page.hpp"

#include "base/lines.hpp"

namespace mergelab::report {
namespace {

constexpr char32_t kInvalid = 0xFFFD;
constexpr char32_t kEscape = 0x1B;

/// Reads one code point at `at` and moves past it; past one byte and kInvalid where the bytes are not UTF-8
/// (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
char32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at++);
  if (lead < 0x80) return lead;
  const std::size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  if (lead < 0xC2 || lead > 0xF4 || at + more > text.size()) return kInvalid;
  char32_t code = lead & (0x3FU >> more);
  for (std::size_t i = 0; i < more; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80) return kInvalid;
    code = (code << 6U) | (byte(at + i) & 0x3FU);
  }
  constexpr std::array<char32_t, 4> kSmallest{0, 0x80, 0x800, 0x10000};
  if (code < kSmallest.at(more) || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return kInvalid;
  at += more;
  return code;
}

/// Moves past what follows an ESC: "[…m" and its like, "]…" up to BEL or ESC "\", or two characters.
void skip_escape(std::string_view text, std::size_t& at) {
  if (at >= text.size()) return;
  const char kind = text[at];
  if (kind == '[') {
    ++at;
    while (at < text.size() && text[at] >= 0x20 && text[at] < 0x40) ++at;  // parameters
    if (at < text.size() && text[at] >= 0x40 && text[at] < 0x7F) ++at;     // the final byte
  } else if (kind == ']' || kind == 'P' || kind == 'X' || kind == '^' || kind == '_') {
    // A string without its end must not swallow a whole message: a newline ends it too.
    while (at < text.size() && text[at] != '\a' && text[at] != '\n' && text[at] != '\x1b') ++at;
    if (at < text.size() && text[at] == '\a') ++at;
  } else if (kind >= 0x20 && kind < 0x7F) {
    const bool has_argument = kind < 0x30;  // "ESC ( B" chooses a character set
    at += has_argument && at + 1 < text.size() && text[at + 1] >= 0x30 && text[at + 1] < 0x7F ? 2 : 1;
  }
}

bool is_dropped(char32_t code) {
  if (code == '\n' || code == '\t') return false;
  return code < 0x20 || (code >= 0x7F && code < 0xA0)  // C0, DEL, C1
         || code == 0x200E || code == 0x200F           // marks of direction
         || (code >= 0x2028 && code <= 0x202E)         // line separators, embeddings and overrides
         || (code >= 0x2066 && code <= 0x2069)         // isolates
         || code == 0xFEFF;
}

std::string_view ascii_form(char32_t code) {
  constexpr std::array<std::pair<char32_t, std::string_view>, 15> kForms{{{0xA0, " "},
                                                                          {0xB7, "-"},
                                                                          {0xD7, "x"},
                                                                          {0x2013, "-"},
                                                                          {0x2014, "-"},
                                                                          {0x2018, "'"},
                                                                          {0x2019, "'"},
                                                                          {0x201C, "\""},
                                                                          {0x201D, "\""},
                                                                          {0x2026, "..."},
                                                                          {0x2192, "->"},
                                                                          {0x2212, "-"},
                                                                          {0x2260, "!="},
                                                                          {0x2264, "<="},
                                                                          {0x2265, ">="}}};
  const auto* found = std::ranges::find_if(kForms, [&](const auto& form) { return form.first == code; });
  return found == kForms.end() ? "?" : found->second;
}

std::string expand_tabs(std::string_view line) {
  constexpr std::size_t kTab = 8;
  std::string out;
  std::size_t column = 0;
  for (const char c : line) {
    const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80;
    if (c == '\t') {
      const std::size_t gap = kTab - column % kTab;
      out.append(gap, ' ');
      column += gap;
    } else {
      out += c;
      if (!continues) ++column;
    }
  }
  return out;
}

std::size_t bytes_of_columns(std::string_view text, std::size_t width) {
  std::size_t at = 0;
  for (std::size_t seen = 0; seen < width && at < text.size(); ++seen) next_code_point(text, at);
  return at;
}

void wrap_line(std::string line, std::size_t width, std::vector<std::string>& out) {
  line.erase(line.find_last_not_of(' ') + 1);
  const std::size_t indent = std::min(std::min(line.find_first_not_of(' '), line.size()), width / 2);
  std::size_t first_word = std::min(line.find_first_not_of(' '), line.size());
  while (columns(line) > width) {
    const std::size_t limit = bytes_of_columns(line, width);
    std::size_t space = line.rfind(' ', limit);
    if (space == std::string::npos || space <= first_word)
      space = line.find(' ', std::max(limit, first_word));
    if (space == std::string::npos) break;
    const std::size_t next = line.find_first_not_of(' ', space);
    std::string head = line.substr(0, space);
    head.erase(head.find_last_not_of(' ') + 1);
    out.push_back(std::move(head));
    line = std::string(indent, ' ') + line.substr(next);
    first_word = indent;
  }
  out.push_back(std::move(line));
}

constexpr int kNarrowest = 40;         // below, wrapping does not help
constexpr std::size_t kShortest = 24;  // text next to a prefix; with less room it goes below
constexpr std::size_t kBelowIndent = 6;
constexpr std::size_t kTextBytes = 16 * 1024;  // more than any page shows

}  // namespace

std::string clean(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    const char32_t code = next_code_point(text, at);
    if (code == kEscape) {
      skip_escape(text, at);
    } else if (code == '\r') {
      if (at >= text.size() || text[at] != '\n') out += '\n';
    } else if (code == kInvalid) {
      out += "\xEF\xBF\xBD";
    } else if (!is_dropped(code)) {
      out += text.substr(start, at - start);
    }
  }
  return out;
}

std::string to_ascii(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t code = next_code_point(text, at);
    if (code < 0x80) {
      out += static_cast<char>(code);
    } else {
      out += ascii_form(code);
    }
  }
  return out;
}

std::size_t columns(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) next_code_point(text, at);
  return count;
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string& line : base::lines_of(text)) wrap_line(expand_tabs(line), width, lines);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  const auto first = std::ranges::find_if(lines, [](const std::string& line) { return !line.empty(); });
  lines.erase(lines.begin(), first);
  return lines;
}

std::string cut(std::string text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  const std::size_t whole = text.size();
  std::size_t end = bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) --end;
  text.resize(end);
  return text + fmt::format("\n[cut: the first {} of {} bytes]", end, whole);
}

Page::Page(const TextStyle& style)
    : style_(style), width_(static_cast<std::size_t>(std::max(style.width, kNarrowest))) {}

void Page::put(std::string_view prefix, std::string_view text, Colour colour, std::size_t max_lines) {
  std::size_t indent = columns(clean(prefix));  // cleaning takes the colours away
  std::string before(prefix);
  if (indent + kShortest > width_) {
    raw(before);
    indent = kBelowIndent;
    before.assign(indent, ' ');
  }
  const std::vector<std::string> lines =
      wrap(printable(cut(clean(text), kTextBytes), style_), width_ - indent);
  if (lines.empty() && indent == columns(clean(prefix))) raw(before);
  // A line about one omitted line takes as much room as that line.
  const bool fits = lines.size() <= max_lines || lines.size() - 1 == max_lines;
  const std::size_t count = fits ? lines.size() : max_lines;
  for (std::size_t i = 0; i < count; ++i) {
    raw(before + paint(lines[i], colour, style_));
    before.assign(indent, ' ');
  }
  if (count < lines.size())
    raw(before +
        paint(fmt::format("{} {}", style_.unicode ? "…" : "...", counted(lines.size() - count, "more line")),
              Colour::dim, style_));
}

void Page::raw(std::string_view line) {
  const std::size_t end = line.find_last_not_of(' ');
  out_ += line.substr(0, end == std::string_view::npos ? 0 : end + 1);
  out_ += '\n';
}

void Page::gap() {
  if (!out_.empty() && !out_.ends_with("\n\n")) out_ += '\n';
}

}  // namespace mergelab::report
