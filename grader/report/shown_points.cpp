#include "report/shown_points.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace mergelab::report {
namespace {

using Cents = std::int64_t;

constexpr double kHundredths = 100, kSame = 1e-6;  // scores are sums of doubles

Cents nearest(double points) { return static_cast<Cents>(std::llround(points * kHundredths)); }

/// A part of what is dealt out: the exact figure, and the hundredths that it may get.
struct Part {
  std::size_t item = 0;
  double exact = 0;
  Cents least = 0, most = 0;
  Cents cents = 0;
};

/// Gives the parts `total` hundredths in all, each as near to its figure as that allows.
void deal(std::vector<Part>& parts, Cents total) {
  for (Part& part : parts) {
    part.cents = std::clamp(nearest(part.exact), part.least, part.most);
    total -= part.cents;
  }
  for (; total != 0; total += total > 0 ? -1 : 1) {
    const int step = total > 0 ? 1 : -1;
    Part* best = nullptr;
    for (Part& part : parts) {
      const auto gain = [&](const Part& one) {
        return (one.exact * kHundredths - static_cast<double>(one.cents)) * step;
      };
      const bool has_room = step > 0 ? part.cents < part.most : part.cents > part.least;
      if (has_room && (best == nullptr || gain(part) > gain(*best))) best = &part;
    }
    if (best == nullptr) return;  // the figures contradict each other
    best->cents += step;
  }
}

Cents sum(const std::vector<Part>& parts) {
  return std::accumulate(parts.begin(), parts.end(), Cents{0},
                         [](Cents so_far, const Part& part) { return so_far + part.cents; });
}
Cents sum_of_nearest(const std::vector<Part>& parts) {
  return std::accumulate(parts.begin(), parts.end(), Cents{0},
                         [](Cents so_far, const Part& part) { return so_far + nearest(part.exact); });
}
double points_of(const Part& part) { return static_cast<double>(part.cents) / kHundredths; }

}  // namespace

std::vector<ShownPoints> shown_points(const LabResult& lab) {
  std::vector<ShownPoints> shown;
  double score = 0, max_score = 0;
  for (const ItemResult& item : lab.items) {
    shown.push_back({item.score, item.max_score});
    score += item.score;
    max_score += item.max_score;
  }
  const auto same = [](double a, double b) { return std::abs(a - b) < 0.5 / kHundredths; };
  if (!lab.score || !same(score, *lab.score) || !same(max_score, lab.max_score)) return shown;
  const Cents all = nearest(lab.max_score);
  // As in points(): never rounded up to the most.
  const bool has_all = *lab.score >= lab.max_score - kSame;
  const Cents scored = has_all ? all : std::min(nearest(*lab.score), all - 1);

  // Scores first: items with all their points make up for how the others' scores are rounded.
  std::vector<Part> full, some, rest;
  for (std::size_t i = 0; i < lab.items.size(); ++i) {
    const ItemResult& item = lab.items[i];
    if (item.max_score <= kSame) continue;
    if (item.score >= item.max_score - kSame)
      full.push_back({i, item.max_score, 1, all});
    else if (item.score > kSame)
      some.push_back({i, item.score, 0, all});
  }
  deal(some, full.empty() ? scored : sum_of_nearest(some));
  deal(full, scored - sum(some));
  for (const Part& part : some) shown[part.item].score = points_of(part);
  for (const Part& part : full) shown[part.item] = {points_of(part), points_of(part)};
  // Then the most of those that lack points.
  for (std::size_t i = 0; i < lab.items.size(); ++i) {
    const ItemResult& item = lab.items[i];
    if (item.max_score > kSame && item.score < item.max_score - kSame)
      rest.push_back({i, item.max_score, nearest(shown[i].score) + 1, all});
  }
  deal(rest, all - sum(full));
  for (const Part& part : rest) shown[part.item].max_score = points_of(part);
  return shown;
}

}  // namespace mergelab::report
