#include "report/formats/rows.hpp"

#include <cctype>
#include <charconv>

#include "report/causes.hpp"
#include "report/page.hpp"

namespace mergelab::report {
namespace {

std::string hidden_note(const ItemResult& item) {
  if (item.hidden_tests == 0) return "";
  const int failed = hidden_failures(item);
  return fmt::format("{}, {}", counted(static_cast<std::size_t>(item.hidden_tests), "hidden case"),
                     failed == 0 ? "none failed" : fmt::format("{} failed", failed));
}

void add_paragraph(std::string& text, std::string_view paragraph) {
  if (paragraph.empty()) return;
  if (!text.empty()) text += '\n';
  text += paragraph;
}

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// The line in "scan.cuh:81"; 0 if the text names none. `at` becomes where it is named.
int line_of(std::string_view text, const std::string& file, std::size_t& at) {
  const std::string wanted = file + ":";
  for (at = text.find(wanted); at != std::string_view::npos; at = text.find(wanted, at + 1)) {
    const bool is_whole = at == 0 || (std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0 &&
                                      text[at - 1] != '_' && text[at - 1] != '-' && text[at - 1] != '.');
    int line = 0;
    const char* digits = text.data() + at + wanted.size();
    const auto [end, error] = std::from_chars(digits, text.data() + text.size(), line);
    if (is_whole && error == std::errc() && end != digits && line > 0) return line;
  }
  return 0;
}

std::optional<Place> first_place(const Grading& grading, std::string_view text) {
  std::optional<Place> first;
  std::size_t first_at = std::string_view::npos;
  for (const LabResult& lab : grading.labs) {
    if (lab.file.empty()) continue;
    std::size_t at = 0;
    const int line = line_of(text, base_name(lab.file), at);
    if (line == 0 || at >= first_at) continue;
    first = Place{lab.file, line};
    first_at = at;
  }
  return first;
}

/// Of the first failure that is shown.
std::optional<Place> place_of_finding(const Grading& grading, const ItemResult& item) {
  const Observation* failure = first_shown_failure(item);
  if (failure == nullptr) return std::nullopt;
  for (const Finding& found : failure->outcome.why.findings()) {
    for (const finding::Site* site : {&found.access.at, &found.access.caller, &found.other.at}) {
      const auto lab = std::ranges::find_if(grading.labs, [&](const LabResult& each) {
        return !each.file.empty() && base_name(each.file) == site->file.view();
      });
      if (lab != grading.labs.end()) return Place{lab->file, site->line};
    }
  }
  return std::nullopt;
}

}  // namespace

std::string fit(const std::string& text, std::size_t bytes) {
  constexpr std::size_t kNote = 64;  // for the line that says what was cut
  if (text.size() <= bytes) return text;
  if (bytes > 2 * kNote) return cut(text, bytes - kNote);
  std::size_t end = bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) --end;
  return text.substr(0, end);
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string item_text(const ItemResult& item) {
  std::string text = item.message;
  if (!item.hint.empty()) add_paragraph(text, "hint: " + item.hint);
  add_paragraph(text, hidden_note(item));
  return text;
}

std::string lab_notes(const LabResult& lab) {
  std::string text = carried_note(lab);
  for (const std::string& line : deduction_lines(lab)) add_paragraph(text, line);
  std::string last;
  for (const BuildResult& build : lab.builds) {
    if (build.ok || build.log == last) continue;  // the same mistake, for another type of element
    add_paragraph(text, build.log);
    last = build.log;
  }
  if (lab.items.empty()) add_paragraph(text, lab.message);
  return text;
}

std::string summary(const Grading& grading) {
  std::string text;
  for (const LabResult& lab : grading.labs) {
    add_paragraph(
        text, fmt::format("{}: {} / {}, {}", lab.name, points(lab.score), lab.max_score, headline_of(lab)));
    add_paragraph(text, lab_notes(lab));
  }
  return text;
}

std::string headline(const Grading& grading) {
  const std::string name = first_line(grading.submission);
  if (grading.score) return fmt::format("{}: {} / {}", name, *grading.score, grading.max_score);
  std::string text = fmt::format("{}: no score", name);
  for (const LabResult& lab : grading.labs) {
    if (!lab.score) return fmt::format("{}: {}: {}", text, lab.name, first_line(lab.message));
  }
  return text + ": the grader did not finish";
}

std::string xml_escape(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t code = bytes == 1 ? lead : lead & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes && at + i < text.size(); ++i)
      code = code << 6U | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
    at += bytes;
    if (code == 0xFFFE || code == 0xFFFF) code = 0xFFFD;  // in UTF-8, and not in XML
    // As numbers: newlines, of which a parser would make blanks in an attribute; and what is not ASCII, since
    // there are viewers that guess at the encoding.
    if (code < 0x20 || code >= 0x7F ||
        std::string_view("&<>\"").find(text[at - bytes]) != std::string_view::npos) {
      out += fmt::format("&#{};", static_cast<std::uint32_t>(code));
    } else {
      out += static_cast<char>(code);
    }
  }
  return out;
}

double shown_seconds(const ItemResult& item) {
  double seconds = 0;
  for (const Observation& seen : item.tests) seconds += seen.hidden ? 0 : seen.duration_s;
  return seconds;
}

WholePoints whole(Points score, Points max_score) {
  if (max_score <= 0) return {};
  const int most = std::max(1, max_score.whole());
  return {score < max_score ? std::min(score.whole(), most - 1) : most, most};
}

std::optional<Place> place_of(const Grading& grading, const LabResult& lab, const ItemResult& item) {
  if (std::optional<Place> place = place_of_finding(grading, item)) return place;
  for (const BuildResult& build : lab.builds) {
    if (build.ok || build.verdict != item.status) continue;
    if (std::optional<Place> place = first_place(grading, build.log)) return place;
  }
  if (lab.file.empty()) return std::nullopt;
  return Place{lab.file, 0};
}

std::vector<Figure> figures(const Grading& grading) {
  if (!grading.score) return {};
  std::vector<Figure> all{{"score", grading.score->number(), false}};
  for (const LabResult& lab : grading.labs) {
    for (const ItemResult& item : lab.items) {
      if (item.kind != ItemKind::performance || item.hidden_tests > 0) continue;
      if (item.status != Verdict::passed && item.status != Verdict::too_slow) continue;
      for (const auto& [name, value] : item.metrics)
        all.push_back({fmt::format("{} {}", lab.name, name), value, true});
    }
  }
  return all;
}

std::string csv_cell(std::string text) {
  text = first_line(text);
  std::ranges::replace(text, '\t', ' ');
  const std::size_t first = text.find_first_not_of(' ');
  if (first != std::string::npos && std::string_view("=+-@").find(text[first]) != std::string_view::npos)
    text.insert(0, 1, '\'');
  // Some spreadsheets know these as = + - @, too: the same signs in full width.
  for (const std::string_view wide : {"\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D", "\xEF\xBC\xA0"}) {
    if (first != std::string::npos && text.compare(first, wide.size(), wide) == 0) text.insert(0, 1, '\'');
  }
  if (text.find_first_of(",\"; ") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string csv_row(const std::vector<std::string>& cells, char separator) {
  std::string line;
  for (const std::string& each : cells) line += each + separator;
  line.pop_back();
  return line + "\r\n";
}

namespace {

// Text and shape say what colours say; all pairs of colours have a contrast of 4.5 or more.
constexpr const char* kStyle = R"(
:root { --ground: #f6f6f3; --card: #fff; --ink: #1c1e21; --quiet: #5a6068; --rule: #d9dad5; --bar: #0b5fae;
  --bar-2: #a64b00; --track: #e3e5e8; --wrong: #b3161f; --good: #1a6b33; --focus: #7a3ff2;
  --mono: ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
@media (prefers-color-scheme: dark) { :root { --ground: #15171a; --card: #1e2125; --ink: #e9eaec;
  --quiet: #a9b0b9; --rule: #363b42; --bar: #74b4ff; --bar-2: #ffab5e; --track: #343a41; --wrong: #ff8087;
  --good: #79d493; --focus: #b79cff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.25rem 1rem 3rem; max-width: 72rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: .95rem; margin: 1rem 0 .25rem; overflow-wrap: anywhere; }
p { margin: .25rem 0; }
.quiet { color: var(--quiet); font-size: .875rem; }
.total { font-size: 1.5rem; font-weight: 700; font-variant-numeric: tabular-nums; }
section { background: var(--card); border: 1px solid var(--rule); border-radius: .6rem; padding: .9rem 1rem;
  margin: 1rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
caption { text-align: left; color: var(--quiet); font-size: .875rem; padding-bottom: .25rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .9rem .3rem 0; border-bottom: 1px solid var(--rule);
  overflow-wrap: break-word; }
th { font-size: .875rem; font-weight: 600; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th[scope=row] { font-family: var(--mono); font-weight: 500; }
.lost { color: var(--wrong); font-weight: 600; }
.kept { color: var(--good); font-weight: 600; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: .875rem/1.45 var(--mono); margin: .25rem 0 .75rem;
  padding: .6rem .8rem; border-left: 4px solid var(--wrong); background: var(--ground); }
pre.note { border-color: var(--quiet); }
.bar { display: block; width: 7rem; height: .65rem; border-radius: .3rem; margin-top: .45rem; background: var(--track);
  overflow: hidden; }
.bar rect { fill: var(--bar); }
svg.chart { display: block; max-width: 100%; height: auto; }
svg.chart text { fill: var(--ink); font-size: 12px; font-family: inherit; }
svg.chart .axis { stroke: var(--quiet); stroke-width: 1; }
svg.chart .column { fill: var(--bar); }
svg.chart .mark { stroke: var(--bar-2); stroke-width: 2.5; stroke-dasharray: 5 3; }
a { color: var(--bar); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
@media print { body { max-width: none; } section { break-inside: avoid; } }
)";

}  // namespace

std::string html_page(const std::string& title, const std::string& body, const std::string& more_style) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" "
      "content=\"no-referrer\">\n"
      "<title>{}</title>\n<style>{}{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      xml_escape(title), kStyle, more_style, body);
}

std::string html_bar(double part) {
  constexpr double kAll = 100;
  return fmt::format(
      "<svg class=\"bar\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      "<rect width=\"{:.4g}\" height=\"10\"/></svg>",
      kAll * std::clamp(part, 0.0, 1.0));
}

}  // namespace mergelab::report
