// The submission's score.
#include <gtest/gtest.h>

#include "rubric.hpp"

namespace mergelab::score {
namespace {

Grading grading_of(const std::vector<std::optional<Points>>& scores, std::vector<std::string> asked) {
  Grading grading;
  grading.asked = std::move(asked);
  for (const auto& score : scores) {
    LabResult lab;
    lab.name = std::to_string(grading.labs.size() + 1);
    lab.max_score = Points(20.1);
    lab.score = score;
    grading.labs.push_back(lab);
  }
  return grading;
}

TEST(Total, is_the_sum_without_noise) {
  Grading grading = grading_of({Points(0.1), Points(0.2), Points(0.3)}, {"1", "2", "3"});
  total(grading);
  EXPECT_EQ(grading.score, Points(0.6));
  EXPECT_EQ(grading.max_score, Points(60.3));
  EXPECT_TRUE(grading.complete);
}

TEST(Total, is_not_complete_before_the_last_lab) {
  Grading grading = grading_of({5}, {"1", "2"});
  total(grading);
  EXPECT_EQ(grading.score, 5);
  EXPECT_FALSE(grading.complete);
}

TEST(Total, is_empty_when_a_lab_has_no_score) {
  Grading grading = grading_of({5, std::nullopt}, {"1", "2"});
  total(grading);
  EXPECT_EQ(grading.score, std::nullopt);
  EXPECT_EQ(grading.max_score, Points(40.2));
  EXPECT_FALSE(grading.complete);
}

TEST(Total, is_0_of_0_before_the_first_lab) {
  Grading grading = grading_of({}, {"1"});
  total(grading);
  EXPECT_EQ(grading.score, 0);
  EXPECT_EQ(grading.max_score, 0);
  EXPECT_FALSE(grading.complete);
}

}  // namespace
}  // namespace mergelab::score
