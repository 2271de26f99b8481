// Displayed points add up for all exact figures.
#include "report/shown_points.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "report/phrases.hpp"

namespace mergelab::report {
namespace {

ItemResult item(double score, double max_score) {
  ItemResult result;
  result.score = score;
  result.max_score = max_score;
  return result;
}

double sum(const std::vector<ShownPoints>& shown, double ShownPoints::*part) {
  double total = 0;
  for (const ShownPoints& each : shown) total += each.*part;
  return total;
}

/// 25 points over 22 in the rubric, as in lab 4 without a GPU: no item has whole hundredths.
LabResult spread() {
  LabResult lab;
  lab.max_score = 25;
  lab.score = 0;
  for (const double points : {1.75, 0.5, 0.5, 0.75, 0.25, 0.5, 0.25, 2.5, 7.0, 2.0, 6.0}) {
    lab.items.push_back(item(0, points * 25 / 22));
  }
  return lab;
}

TEST(ShownPoints, add_up_to_the_labs) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    LabResult lab = spread();
    double score = 0;
    for (ItemResult& one : lab.items) {
      const unsigned kind = random() % 4;
      one.score = kind == 0   ? 0
                  : kind == 1 ? one.max_score * static_cast<double>(random() % 1000) / 1000
                              : one.max_score;
      if (round % 2 == 0 && kind == 1) one.score = 0;
      score += one.score;
    }
    lab.score = score;
    const std::vector<ShownPoints> shown = shown_points(lab);
    ASSERT_EQ(points(sum(shown, &ShownPoints::max_score), 25), "25");
    ASSERT_EQ(points(sum(shown, &ShownPoints::score), 25), points(score, 25)) << "round " << round;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const ItemResult& exact = lab.items[i];
      EXPECT_NEAR(shown[i].max_score, exact.max_score, 0.06);
      EXPECT_NEAR(shown[i].score, exact.score, 0.06);
      EXPECT_EQ(shown[i].score == shown[i].max_score, exact.score == exact.max_score) << "round " << round;
    }
  }
}

TEST(ShownPoints, are_the_exact_ones_where_these_are_whole_hundredths) {
  LabResult lab;
  lab.items = {item(2.5, 2.5), item(0, 1.5), item(0.75, 6)};
  lab.score = 3.25;
  lab.max_score = 10;
  const std::vector<ShownPoints> shown = shown_points(lab);
  EXPECT_EQ(shown[0].score, 2.5);
  EXPECT_EQ(shown[1].max_score, 1.5);
  EXPECT_EQ(shown[2].score, 0.75);
}

TEST(ShownPoints, are_the_exact_ones_where_there_is_no_score) {
  LabResult lab = spread();
  lab.score.reset();
  EXPECT_EQ(shown_points(lab)[0].max_score, lab.items[0].max_score);
}

}  // namespace
}  // namespace mergelab::report
