// Items of kind answers: a share of right answers is a share of the points, separate from the code.
#include <gtest/gtest.h>

#include "rubric.hpp"

namespace mergelab::score {
namespace {

/// An item `thinking` of 5 points, before plain, ties, stability and comparisons.
Lab lab_that_asks() {
  Lab lab = make_lab();
  Item asks = make_item("thinking", 5);
  asks.kind = ItemKind::answers;
  asks.backends = {Backend::cpu};
  lab.items.insert(lab.items.begin(), asks);
  lab.points += 5;
  lab.hints = {{{}, {}, false, "whatever is lost"}};
  return lab;
}

Observation answered(double right, Verdict verdict = Verdict::wrong_answer) {
  Observation seen = make_observation("thinking", "questions", verdict, "some answers are right");
  seen.outcome.metrics["right"] = right;
  return seen;
}

TEST(Answers, earn_their_share) {
  for (const double right : {0.0, 0.2, 0.6}) {
    const LabResult result = scored(with({answered(right)}), lab_that_asks());
    EXPECT_EQ(item_of(result, "thinking").status, Verdict::wrong_answer);
    EXPECT_EQ(item_of(result, "thinking").score, Points(5 * right));
    EXPECT_EQ(result.score, Points(10 + 5 * right));
    EXPECT_EQ(item_of(result, "thinking").message, "some answers are right");
  }
  EXPECT_EQ(scored(with({answered(1, Verdict::passed)}), lab_that_asks()).score, 15);
}

TEST(Answers, never_earn_more_than_all_or_less_than_nothing) {
  EXPECT_EQ(item_of(scored(with({answered(7)}), lab_that_asks()), "thinking").score, 5);
  EXPECT_EQ(item_of(scored(with({answered(-7)}), lab_that_asks()), "thinking").score, 0);
  Observation without = answered(0);
  without.outcome.metrics.clear();
  EXPECT_EQ(item_of(scored(with({without}), lab_that_asks()), "thinking").score, 0);
}

TEST(Answers, are_a_grader_error_where_the_grader_failed_or_left_them_out) {
  EXPECT_EQ(scored(with({answered(1, Verdict::grader_error)}), lab_that_asks()).score, std::nullopt);
  EXPECT_EQ(item_of(scored(all_passed(), lab_that_asks()), "thinking").status, Verdict::grader_error);
}

TEST(Answers, stand_apart_from_the_build) {
  std::vector<BuildResult> builds = good_builds();
  for (BuildResult& build : builds) {
    build.ok = false;
    build.verdict = Verdict::build_failed;
    build.log = "error: no";
  }
  const LabResult result = score_lab(lab_that_asks(), {Backend::cpu}, builds, {answered(1, Verdict::passed)});
  EXPECT_EQ(result.score, 5);
  EXPECT_EQ(result.status, Verdict::build_failed);
  EXPECT_EQ(item_of(result, "plain").hint, "") << "nothing of the code was seen";
}

TEST(Answers, that_are_not_marked_here_cost_nothing) {
  Lab lab = lab_that_asks();
  lab.items.front().backends = {};
  const LabResult result = scored(all_passed(), lab);
  EXPECT_EQ(item_of(result, "thinking").status, Verdict::not_run);
  EXPECT_EQ(item_of(result, "thinking").message, say(Sentence::not_marked));
  EXPECT_EQ(result.score, 15);
}

TEST(Answers, get_no_hint_and_are_told_after_the_code) {
  const LabResult result = scored(
      with({answered(0), make_observation("ties", "a", Verdict::wrong_answer, "C[3] is wrong", "order")}),
      lab_that_asks());
  EXPECT_EQ(item_of(result, "thinking").hint, "");
  EXPECT_EQ(item_of(result, "ties").hint, "whatever is lost");
  EXPECT_EQ(result.message, "ties: C[3] is wrong");
  EXPECT_EQ(scored(with({answered(0)}), lab_that_asks()).message, "thinking: some answers are right");
}

TEST(Answers, that_are_wrong_carry_nothing_forward) {
  const Lab lab = lab_that_asks();
  EXPECT_FALSE(lost_untimed_points(lab, scored(with({answered(0)}), lab)));
  EXPECT_TRUE(lost_untimed_points(
      lab, scored(with({answered(1, Verdict::passed),
                        make_observation("ties", "a", Verdict::wrong_answer, "C[3] is wrong", "order")}),
                  lab)));
}

}  // namespace
}  // namespace mergelab::score
