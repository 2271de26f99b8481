// All labs at one glance, and the line that is printed when one lab is done.
#include <fmt/ranges.h>

#include "report/causes.hpp"
#include "report/page.hpp"

namespace mergelab::report {
namespace {

constexpr int kBarCells = 10;

/// One row of the table, before its columns are aligned.
struct TableRow {
  std::string name;
  std::optional<Points> score;
  Points max_score;
  Verdict status = Verdict::passed;
  std::string words;
  std::string time;
};

struct Widths {
  std::size_t name = 22, score = 5, max_score = 2, words = 0, time = 0;  // so that lab_line's lines align
  bool bar = true;
};

std::string bar(const TableRow& row, const TextStyle& style) {
  const std::int64_t most = row.max_score.hundredths(), got = row.score.value_or(0).hundredths();
  const auto full = most > 0 ? std::clamp<std::int64_t>(kBarCells * got / most, 0, kBarCells) : 0;
  std::string text;
  for (std::int64_t i = 0; i < full; ++i) text += style.unicode ? "█" : "#";
  std::string rest;
  for (std::int64_t i = full; i < kBarCells; ++i) rest += style.unicode ? "░" : ".";
  return text + paint(rest, Colour::dim, style);
}

/// `text` in its own column; only the text is painted, never the blanks.
std::string cell(const std::string& text, std::size_t width, const TextStyle& style, bool right = false,
                 Colour colour = Colour::none) {
  const std::string gap(width - std::min(width, columns(text)), ' ');
  const std::string painted = paint(text, colour, style);
  return right ? gap + painted : painted + gap;
}

std::string row_text(const TableRow& row, const Widths& widths, const TextStyle& style, Colour name_colour) {
  std::string text = "  " + cell(row.name, widths.name, style, false, name_colour) + "  ";
  if (widths.bar) text += bar(row, style) + "  ";
  text += cell(points(row.score, style), widths.score, style, true) + " / " +
          cell(to_string(row.max_score), widths.max_score, style);
  text += "   " + cell(row.words, widths.words, style, false, colour_of(row.status));
  if (widths.time > 0) text += "  " + cell(row.time, widths.time, style, true, Colour::dim);
  return text;
}

/// Builds and shown tests; without the durations of hidden cases.
double lab_seconds(const LabResult& lab) {
  double seconds = 0;
  for (const BuildResult& build : lab.builds) seconds += build.duration_s;
  for (const ItemResult& item : lab.items) {
    for (const Observation& seen : item.tests) seconds += seen.hidden ? 0 : seen.duration_s;
  }
  return seconds;
}

TableRow row_of(const LabResult& lab, const TextStyle& style) {
  return {printable(lab.name, style), lab.score, lab.max_score, lab.status, std::string(headline_of(lab)),
          duration(lab_seconds(lab))};
}

Widths widths_of(const std::vector<TableRow>& rows, const TextStyle& style) {
  Widths widths{0, 0, 0, 0, 0, true};
  for (const TableRow& row : rows) {
    widths.name = std::max(widths.name, columns(row.name));
    widths.score = std::max(widths.score, columns(points(row.score, style)));
    widths.max_score = std::max(widths.max_score, columns(to_string(row.max_score)));
    widths.words = std::max(widths.words, columns(row.words));
    widths.time = std::max(widths.time, columns(row.time));
  }
  const auto room = static_cast<std::size_t>(std::max(style.width, 0));
  const auto total = [&] {
    return 2 + widths.name + 2 + (widths.bar ? kBarCells + 2 : 0) + widths.score + 3 + widths.max_score + 3 +
           widths.words + (widths.time > 0 ? widths.time + 2 : 0);
  };
  if (total() > room) widths.bar = false;
  if (total() > room) widths.time = 0;
  return widths;
}

void put_notes(Page& page, const Grading& grading, const TextStyle& style) {
  std::vector<std::string> failed, by_oracle;
  int hidden = 0;
  for (const LabResult& lab : grading.labs) {
    if (!lab.score) (fails_by_oracle(lab) ? by_oracle : failed).push_back(lab.name);
    for (const ItemResult& item : lab.items) hidden += item.hidden_tests;
  }
  if (!by_oracle.empty())
    page.put("  ",
             fmt::format("no score: a mistake in the course itself, in {}; tell the course's staff",
                         fmt::join(by_oracle, ", ")),
             Colour::red);
  if (!failed.empty())
    page.put("  ",
             fmt::format("no score: the grader itself failed in {}; grade again, and if it stays, tell the "
                         "course's staff",
                         fmt::join(failed, ", ")),
             Colour::red);
  if (!grading.complete)
    page.put("  ", "incomplete: not every lab that was asked for has its result", Colour::yellow);
  const std::string reason =
      grading.backend_reason.empty() ? "" : fmt::format(" ({})", grading.backend_reason);
  std::string setting = fmt::format("backend {}{}, isolation {}, seed {}", grading.backend, reason,
                                    grading.isolation, grading.seed);
  if (hidden > 0) setting += fmt::format(", {}", counted(static_cast<std::size_t>(hidden), "hidden case"));
  if (grading.secret) setting += " with the instructor's secret";
  page.put("  ", setting, Colour::dim);
  if (grading.settings) {
    const UsedSettings& settings = *grading.settings;
    std::string used = fmt::format("settings {}{}({})", settings.name, settings.name.empty() ? "" : " ",
                                   settings.fingerprint);
    if (!settings.submitted.empty()) used += fmt::format(", submitted {}", settings.submitted);
    page.put("  ", used, Colour::dim);
  }
  if (!style.verbose) return;
  for (const std::string& reason : grading.isolation_missing) page.put("  isolation: ", reason, Colour::dim);
  if (!grading.device.empty()) page.put("  ", "device " + grading.device, Colour::dim);
  if (!grading.compiler.empty()) page.put("  ", "compiler " + grading.compiler, Colour::dim);
}

constexpr std::size_t kMostLines = 20;
constexpr int kShareCells = 8;

/// Units that memory handles one after the other: sectors of global memory, wavefronts of shared memory.
std::uint64_t cost(const LineProfile& line) { return line.sectors + line.wavefronts; }

std::string ratio(std::uint64_t count, std::uint64_t of, const char* format = "{:.1f}") {
  return of == 0 ? ""
                 : fmt::format(fmt::runtime(format), static_cast<double>(count) / static_cast<double>(of));
}

std::string bar(std::uint64_t part, std::uint64_t most, const TextStyle& style) {
  const double cells = most == 0 ? 0 : static_cast<double>(part) * kShareCells / static_cast<double>(most);
  const int full = static_cast<int>(std::clamp(std::lround(cells), part > 0 ? 1L : 0L, long{kShareCells}));
  std::string text, rest;
  for (int i = 0; i < kShareCells; ++i)
    (i < full ? text : rest) += style.unicode ? (i < full ? "█" : "░") : (i < full ? "#" : ".");
  return paint(text, Colour::yellow, style) + paint(rest, Colour::dim, style);
}

/// At most `most` bytes of cleaned text, cut between characters.
std::string shortened(const std::string& text, std::size_t most) {
  if (columns(text) <= most) return text;
  std::size_t end = most - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + "...";
}

}  // namespace

std::string lab_line(const LabResult& lab, const TextStyle& style) {
  const TableRow row = row_of(lab, style);
  Widths widths;
  const auto room = static_cast<std::size_t>(std::max(style.width, 0));
  widths.bar = 2 + widths.name + 2 + kBarCells + 2 + 5 + 3 + 2 + 3 + columns(row.words) <= room;
  const std::string text = row_text(row, widths, style, Colour::none);
  return text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
}

std::string table_text(const Grading& grading, const TextStyle& style) {
  std::vector<TableRow> rows;
  for (const LabResult& lab : grading.labs) rows.push_back(row_of(lab, style));
  rows.push_back(
      {"total", grading.score, grading.max_score, Verdict::passed, "", duration(grading.duration_s)});
  const Widths widths = widths_of(rows, style);

  Page page(style);
  if (!grading.submission.empty()) page.put("", grading.submission, Colour::bold);
  for (std::size_t i = 0; i < grading.labs.size(); ++i) {
    page.raw(row_text(rows[i], widths, style, Colour::none));
    if (const std::string note = carried_note(grading.labs[i]); !note.empty())
      page.put("    ", note, Colour::dim);
    for (const std::string& line : deduction_lines(grading.labs[i])) page.put("    ", line, Colour::yellow);
  }
  page.raw(row_text(rows.back(), widths, style, Colour::bold));
  page.gap();
  put_notes(page, grading, style);
  return page.take();
}

std::string profile_text(const std::string& title, const Observation& test, const TextStyle& style) {
  Page page(style);
  page.raw(fmt::format("{}  {}, hottest lines first", paint(printable(title, style), Colour::bold, style),
                       test.test));
  page.gap();
  const std::vector<LineProfile> lines = public_part(test).outcome.lines;
  std::uint64_t all = 0, most = 0;
  for (const LineProfile& line : lines) {
    all += cost(line);
    most = std::max(most, cost(line));
  }
  page.raw(paint(fmt::format("{:<{}}  {:>5}  {:>7}  {:>6}  {:>9}  {:>5}  line", "traffic", kShareCells,
                             "share", "sectors", "ideal", "conflicts", "lanes"),
                 Colour::dim, style));
  const auto cold = std::ranges::find_if(lines, [](const LineProfile& line) { return cost(line) == 0; });
  const auto hot = static_cast<std::size_t>(cold - lines.begin());
  const std::size_t count = std::min(kMostLines, hot);
  const std::size_t used =
      fmt::format("{:<{}}  {:>5}  {:>7}  {:>6}  {:>9}  {:>5}  ", "", kShareCells, "", "", "", "", "").size();
  const std::size_t room =
      style.width > static_cast<int>(used) + 20 ? static_cast<std::size_t>(style.width) - used : 20;
  for (std::size_t i = 0; i < count; ++i) {
    const LineProfile& line = lines[i];
    const std::string numbers = fmt::format(
        "{}  {:>4.0f}%  {:>7}  {:>6}  {:>9}  {:>5}  ", bar(cost(line), most, style),
        all == 0 ? 0.0 : 100.0 * static_cast<double>(cost(line)) / static_cast<double>(all),
        ratio(line.sectors, line.requests), ratio(line.ideal_sectors, line.requests),
        ratio(line.wavefronts, line.ideal_wavefronts, "{:.2f}"), ratio(line.lanes, line.executions));
    const std::string text = printable(fmt::format("{}:{}  {}", line.file, line.line, line.text), style);
    page.raw(numbers + shortened(text, room));
  }
  if (hot > count) page.raw(fmt::format("... and {} more", counted(hot - count, "line")));
  page.gap();
  page.put("",
           "share: of all sectors of global memory and turns of shared memory. sectors: 32-byte sectors for "
           "each request of a "
           "warp; ideal: as few as would hold what it asks for. conflicts: how many times as many turns "
           "shared memory takes "
           "as without bank conflicts. lanes: of 32, active when the line reads or writes memory.",
           Colour::dim);
  return page.take();
}

}  // namespace mergelab::report
