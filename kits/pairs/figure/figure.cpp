// The figure of a trace: the grid of the merge, the tiles of each round, and a legend.
#include "kits/pairs/figure/canvas.hpp"
#include "kits/pairs/merged.hpp"
#include "kits/pairs/pairs_kit.hpp"

namespace mergelab::judge {
namespace {

constexpr double kMargin = 34;       // for keys and the names of the axes
constexpr int kMostNamedSteps = 12;  // outputs whose keys are next to the path

/// Where the share of each thread begins, by block and thread: none if threads have an output or two each.
std::map<std::pair<int, int>, int> shares_of(const Merged& merged) {
  if (merged.trace.on_host) return {};
  auto first = merged.first_outputs();
  if (first.size() < 2 || static_cast<int>(first.size()) * 3 > merged.m + merged.n) return {};
  return first;
}

// The merge as a path through the grid of A and B, with the trace's data.
class GridPicture {
 public:
  GridPicture(Canvas& canvas, Point corner, const Merged& merged)
      : canvas_(canvas),
        merged_(merged),
        corner_{corner.x + kMargin, corner.y + kMargin},
        cell_(std::clamp(340.0 / std::max({merged.m, merged.n, 1}), 20.0, 44.0)) {}

  void draw(int block, const std::vector<Round>& rounds) {
    ground();
    for (std::size_t r = 0; r < rounds.size(); ++r) window(rounds[r], static_cast<int>(r));
    diagonals(block, rounds);
    path();
    if (merged_.k) search();
    shares();
  }
  [[nodiscard]] Point end() const { return at(merged_.m, merged_.n); }

 private:
  /// The point where i elements of A and j of B are taken.
  [[nodiscard]] Point at(double i, double j) const { return {corner_.x + j * cell_, corner_.y + i * cell_}; }
  [[nodiscard]] std::pair<int, int> split(int k) const {
    const int i = merged_.path[static_cast<std::size_t>(k)];
    return {i, k - i};
  }
  [[nodiscard]] int total() const { return merged_.m + merged_.n; }

  void ground() {
    std::string steps;
    for (int k = 0; k <= total(); ++k) {
      const auto [i, j] = split(k);
      const Point point = at(i, j);
      steps += pixels(point.x) + "," + pixels(point.y) + " ";
    }
    const auto third = [&](Point point) { return steps + pixels(point.x) + "," + pixels(point.y); };
    canvas_.polygon("a-first", third(at(0, merged_.n)));
    canvas_.polygon("b-first", third(at(merged_.m, 0)));
    for (int i = 0; i <= merged_.m; ++i) canvas_.line("cells", at(i, 0), at(i, merged_.n));
    for (int j = 0; j <= merged_.n; ++j) canvas_.line("cells", at(0, j), at(merged_.m, j));
    for (int i = 0; i < merged_.m; ++i) {
      const Point point = at(i + 0.5, 0);
      canvas_.text("", {point.x - 8, point.y + 4.5}, "end",
                   std::to_string(merged_.a[static_cast<std::size_t>(i)]));
    }
    for (int j = 0; j < merged_.n; ++j) {
      const Point point = at(0, j + 0.5);
      canvas_.text("", {point.x, point.y - 8}, "middle",
                   std::to_string(merged_.b[static_cast<std::size_t>(j)]));
    }
    canvas_.text("a strong", {corner_.x - 8, corner_.y - 8}, "end", "A ↓");
    const Point right = at(0, merged_.n);
    canvas_.text("b strong", {right.x + 8, right.y - 8}, "start", "B →");
  }

  void path() {
    for (int k = 0; k < total(); ++k) {
      const auto [i, j] = split(k);
      const auto [next_i, next_j] = split(k + 1);
      const bool from_a = next_i > i;
      canvas_.line(from_a ? "from-a" : "from-b", at(i, j), at(next_i, next_j));
      if (total() > kMostNamedSteps) continue;
      const int key =
          from_a ? merged_.a[static_cast<std::size_t>(i)] : merged_.b[static_cast<std::size_t>(j)];
      const Point middle = at((i + next_i) / 2.0, (j + next_j) / 2.0);
      const Point place = from_a ? Point{middle.x + 7, middle.y + 4.5} : Point{middle.x, middle.y - 7};
      canvas_.text(from_a ? "a strong" : "b strong", place, from_a ? "start" : "middle", std::to_string(key));
    }
  }

  void diagonal(std::string_view look, int k) {
    const int low = std::max(0, k - merged_.n), high = std::min(k, merged_.m);
    canvas_.line(look, at(low, k - low), at(high, k - high));
  }

  void diagonals(int block, const std::vector<Round>& rounds) {
    if (merged_.k) return diagonal("searched", *merged_.k);
    if (!merged_.section) return;
    for (int k = *merged_.section; k < total(); k += *merged_.section) diagonal("diagonal", k);
    for (const Round& round : rounds) {
      if (round.completed > 0) diagonal("round", block * *merged_.section + round.completed);
    }
  }

  /// What the two tiles hold of A and of B, of what is not merged yet.
  void window(const Round& round, int number) {
    if (round.a.begin == round.a.end || round.b.begin == round.b.end) return;
    const Point corner = at(round.a.begin, round.b.begin), end = at(round.a.end, round.b.end);
    canvas_.rectangle("window", corner, end.x - corner.x, end.y - corner.y);
    canvas_.text("small strong", {end.x - 4, corner.y + 12}, "end", std::to_string(number + 1));
  }

  void shares() {
    for (const auto& [who, k] : shares_of(merged_)) {
      const auto [i, j] = split(k);
      const Point point = at(i, j);
      canvas_.circle("corner", point, 5);
      canvas_.text("small halo", {point.x + 9, point.y + (i == 0 ? 15 : -5)}, "start",
                   fmt::format("thread {}: i = {}, j = {}", who.second, i, j));
    }
  }

  void search() {
    int number = 0;
    for (const auto& [i, j] : merged_.probes()) {
      const Point point = at(i + 0.5, j + 0.5);
      canvas_.circle("probe", point, std::min(9.0, cell_ * 0.4));
      canvas_.text("sought small", {point.x, point.y + 4}, "middle", std::to_string(++number));
    }
    if (!merged_.rank) return;
    const Point answer = at(*merged_.rank, *merged_.k - *merged_.rank);
    canvas_.circle("corner", answer, 5);
    canvas_.text("strong halo", {answer.x + 10, answer.y + 16}, "start",
                 fmt::format("i = {}, j = {}", *merged_.rank, *merged_.k - *merged_.rank));
  }

  Canvas& canvas_;
  const Merged& merged_;
  Point corner_;
  double cell_;
};

/// Draws it below and to the right of the corner; returns the corner below and to the right of it.
Point draw_grid(Canvas& canvas, Point corner, const Merged& merged, int block,
                const std::vector<Round>& rounds) {
  GridPicture picture(canvas, corner, merged);
  picture.draw(block, rounds);
  const Point end = picture.end();
  return {end.x + kMargin, end.y};
}

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
    return std::ranges::any_of(round.a.slots, kept) || std::ranges::any_of(round.b.slots, kept);
  };
  if (std::ranges::any_of(rounds, any_kept)) marks.push_back({"kept-a", "kept from the round before"});
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
