// A profile for a terminal: one row per source line, and a bar for its share of all memory traffic.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/page.hpp"
#include "report/phrases.hpp"
#include "report/plain_text.hpp"
#include "report/report.hpp"

namespace mergelab::report {
namespace {

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
  const auto cold =
      std::find_if(lines.begin(), lines.end(), [](const LineProfile& line) { return cost(line) == 0; });
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
