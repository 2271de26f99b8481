#include "report/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/plain_text.hpp"

namespace mergelab::report {
namespace {

constexpr int kNarrowest = 40;         // below, wrapping does not help
constexpr std::size_t kShortest = 24;  // text next to a prefix; with less room it goes below
constexpr std::size_t kBelowIndent = 6;
constexpr std::size_t kTextBytes = 16 * 1024;  // more than any page shows

}  // namespace

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
  if (count < lines.size()) {
    raw(before +
        paint(fmt::format("{} {}", style_.unicode ? "…" : "...", counted(lines.size() - count, "more line")),
              Colour::dim, style_));
  }
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
