#include "kits/pairs/figure/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace mergelab::judge {
namespace {

constexpr double kMargin = 34;       // for keys and the names of the axes
constexpr int kMostNamedSteps = 12;  // outputs whose keys are next to the path

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

}  // namespace

std::map<std::pair<int, int>, int> shares_of(const Merged& merged) {
  if (merged.trace.on_host) return {};
  auto first = merged.first_outputs();
  if (first.size() < 2 || static_cast<int>(first.size()) * 3 > merged.m + merged.n) return {};
  return first;
}

Point draw_grid(Canvas& canvas, Point corner, const Merged& merged, int block,
                const std::vector<Round>& rounds) {
  GridPicture picture(canvas, corner, merged);
  picture.draw(block, rounds);
  const Point end = picture.end();
  return {end.x + kMargin, end.y};
}

}  // namespace mergelab::judge
