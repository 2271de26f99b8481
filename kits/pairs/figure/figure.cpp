// The figure of a trace: the grid of the merge, the tiles of each round, and a legend.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "kits/pairs/figure/canvas.hpp"
#include "kits/pairs/figure/grid.hpp"
#include "kits/pairs/figure/rounds.hpp"
#include "kits/pairs/pairs_kit.hpp"

namespace mergelab::judge {
namespace {

constexpr double kEdge = 16, kSlot = 30, kRow = 52, kName = 150, kBetween = 24, kLegendRow = 22;
constexpr double kLeastWidth = 460;

struct Mark {
  std::string look, words;
};

/// The marks that the figure has, in words.
std::vector<Mark> legend_of(const Merged& merged, const std::vector<Round>& rounds) {
  std::vector<Mark> marks{{"from-a", "down: the next output is A's"}, {"from-b", "right: it is B's"}};
  if (merged.k) {
    marks.push_back({"searched", fmt::format("the splits i + j = {}", *merged.k)});
    marks.push_back({"probe", "A[i] and B[j] are compared, in this order"});
  }
  if (merged.section && *merged.section < merged.m + merged.n)
    marks.push_back({"diagonal", fmt::format("a section of {} outputs ends", *merged.section)});
  if (!shares_of(merged).empty()) marks.push_back({"corner", "a thread's share of the outputs begins"});
  if (rounds.empty()) return marks;
  marks.push_back({"round", "a round ends"});
  marks.push_back({"window", "not merged yet, and in the tiles of round 1, 2, …"});
  marks.push_back({"new-a", "loaded for this round"});
  const auto any_kept = [](const Round& round) {
    const auto kept = [](const Slot& slot) { return slot.state == Slot::State::kept; };
    return std::any_of(round.a.slots.begin(), round.a.slots.end(), kept) ||
           std::any_of(round.b.slots.begin(), round.b.slots.end(), kept);
  };
  if (std::any_of(rounds.begin(), rounds.end(), any_kept))
    marks.push_back({"kept-a", "kept from the round before"});
  marks.push_back({"slot", "grey: not used any more"});
  marks.push_back({"head", "the next element to be merged"});
  return marks;
}

void draw_mark(Canvas& canvas, const Mark& mark, Point corner) {
  const Point middle{corner.x, corner.y + 8};
  if (mark.look == "probe" || mark.look == "corner") {
    canvas.circle(mark.look, {middle.x + 11, middle.y}, mark.look == "probe" ? 7 : 5);
  } else if (mark.look == "head") {
    canvas.polygon(mark.look,
                   fmt::format("{0},{1} {2},{1} {3},{4}", pixels(middle.x + 6), pixels(middle.y - 4),
                               pixels(middle.x + 16), pixels(middle.x + 11), pixels(middle.y + 4)));
  } else if (mark.look == "window" || mark.look == "new-a" || mark.look == "kept-a" || mark.look == "slot") {
    canvas.rectangle(mark.look, {corner.x, corner.y + 1}, 22, 14);
  } else {
    canvas.line(mark.look, middle, {middle.x + 22, middle.y});
  }
  canvas.text("quiet", {corner.x + 30, corner.y + 12.5}, "start", mark.words);
}

void draw_tile(Canvas& canvas, const TileInRound& tile, bool of_a, Point corner) {
  for (std::size_t s = 0; s < tile.slots.size(); ++s) {
    const Slot& slot = tile.slots[s];
    const double x = corner.x + static_cast<double>(s) * kSlot;
    const bool is_new = slot.state == Slot::State::loaded, is_kept = slot.state == Slot::State::kept;
    canvas.rectangle(is_new    ? (of_a ? "new-a" : "new-b")
                     : is_kept ? (of_a ? "kept-a" : "kept-b")
                               : "slot",
                     {x + 1.5, corner.y}, kSlot - 3, 26);
    if (slot.state != Slot::State::never)
      canvas.text(slot.state == Slot::State::spent ? "spent" : "", {x + kSlot / 2, corner.y + 18}, "middle",
                  std::to_string(slot.key));
    if (static_cast<int>(s) == tile.head)
      canvas.polygon("head",
                     fmt::format("{0},{1} {2},{1} {3},{4}", pixels(x + kSlot / 2 - 5), pixels(corner.y - 10),
                                 pixels(x + kSlot / 2 + 5), pixels(x + kSlot / 2), pixels(corner.y - 2)));
  }
}

/// A row for each round: the two tiles. Returns the corner below and to the right.
Point draw_rounds(Canvas& canvas, const std::vector<Round>& rounds, Point corner) {
  const auto width = [](const TileInRound& tile) { return static_cast<double>(tile.slots.size()) * kSlot; };
  const double a = corner.x + kName, b = a + width(rounds.front().a) + kBetween;
  canvas.text("a strong", {a + 2, corner.y + 10}, "start", "the tile of A");
  canvas.text("b strong", {b + 2, corner.y + 10}, "start", "the tile of B");
  double y = corner.y + 32;
  for (std::size_t r = 0; r < rounds.size(); ++r, y += kRow) {
    const Round& round = rounds[r];
    canvas.text("strong", {corner.x, y + 12}, "start", fmt::format("round {}", r + 1));
    canvas.text(
        "quiet small", {corner.x, y + 26}, "start",
        round.completed == 0 ? "nothing is merged" : fmt::format("{} outputs are merged", round.completed));
    draw_tile(canvas, round.a, true, {a, y});
    draw_tile(canvas, round.b, false, {b, y});
  }
  return {b + width(rounds.front().b), y};
}

std::string described(const Merged& merged, int block, const std::vector<Round>& rounds) {
  std::string text = fmt::format(
      "A grid of {} rows, the keys of A, and {} columns, the keys of B. A path from the "
      "upper left to the lower right goes down for an output of A and right for one of B.",
      merged.m, merged.n);
  if (merged.k) {
    text += fmt::format(" A search on the diagonal i + j = {} compares", *merged.k);
    for (const auto& [i, j] : merged.probes()) text += fmt::format(" A[{}] with B[{}],", i, j);
    text += merged.rank ? fmt::format(" and finds i = {}.", *merged.rank) : " and finds nothing.";
  }
  for (std::size_t r = 0; r < rounds.size(); ++r) {
    const Round& round = rounds[r];
    const auto part = [](const char* array, const TileInRound& tile) {
      return tile.begin == tile.end ? fmt::format("nothing of {}", array)
                                    : fmt::format("{}[{}..{}]", array, tile.begin, tile.end - 1);
    };
    text += fmt::format(" Block {}, round {}, after {} outputs: the tiles hold {} and {}.", block, r + 1,
                        round.completed, part("A", round.a), part("B", round.b));
  }
  return text;
}

}  // namespace

std::string PairsKit::figure(const Trace& trace, int block) const {
  const Merged merged(trace);
  const std::vector<Round> rounds = rounds_of(merged, block);
  Canvas canvas;
  canvas.text("strong", {kEdge, kEdge + 12}, "start",
              fmt::format("{}: {} + {} keys{}", trace.title, merged.m, merged.n,
                          merged.k ? fmt::format(", k = {}", *merged.k) : ""));
  Point end = draw_grid(canvas, {kEdge, kEdge + 20}, merged, block, rounds);
  double width = std::max(end.x, kLeastWidth);
  if (!rounds.empty()) {
    end = draw_rounds(canvas, rounds, {kEdge, end.y + 28});
    width = std::max(width, end.x + kEdge);
  }
  double y = end.y + (rounds.empty() ? 20 : 4);
  for (const Mark& mark : legend_of(merged, rounds)) {
    draw_mark(canvas, mark, {kEdge, y});
    y += kLegendRow;
  }
  const std::string title =
      fmt::format("{}: the merge of {} and {} keys as a path", trace.title, merged.m, merged.n);
  return canvas.take(std::ceil(width), std::ceil(y + 8), title, described(merged, block, rounds));
}

}  // namespace mergelab::judge
