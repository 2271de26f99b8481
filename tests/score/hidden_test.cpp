// A hidden case reveals only its verdict.
#include <gtest/gtest.h>

#include "rubric.hpp"

namespace mergelab::score {
namespace {

Observation hidden(Observation seen) {
  seen.hidden = true;
  return seen;
}

TEST(Hidden, failure_keeps_its_verdict_alone) {
  Lab lab = make_lab();
  lab.hints = {{{"ties"}, {"payload"}, false, "look at <="}};
  Observation secret =
      hidden(make_observation("ties", "b", Verdict::wrong_answer, "C[512] expected 7", "payload"));
  secret.outcome.metrics["time_ms"] = 3;
  secret.outcome.clues = {"holes"};
  const LabResult result = scored(with({make_observation("ties", "a"), secret}), lab);
  const ItemResult& ties = item_of(result, "ties");
  EXPECT_EQ(ties.status, Verdict::wrong_answer);
  EXPECT_EQ(ties.message, hidden_message(Verdict::wrong_answer));
  EXPECT_EQ(ties.hint, "") << "its choice would tell of the hidden case";
  EXPECT_TRUE(ties.metrics.empty());
  EXPECT_EQ(ties.hidden_tests, 1);
  EXPECT_EQ(result.message, say(Sentence::of_test, "ties", hidden_message(Verdict::wrong_answer)));
  const Observation& stored = ties.tests.at(1);
  EXPECT_EQ(stored.test, "ties/b");
  EXPECT_EQ(stored.outcome.verdict, Verdict::wrong_answer);
  EXPECT_EQ(stored.outcome.message, "");
  EXPECT_EQ(stored.outcome.symptom, "");
  EXPECT_TRUE(stored.outcome.clues.empty());
  EXPECT_EQ(stored.duration_s, 0);
  EXPECT_TRUE(stored.outcome.metrics.empty());
  EXPECT_TRUE(stored.hidden);
}

TEST(Hidden, success_says_nothing_either) {
  Observation secret = hidden(make_measured("a", 0.5));
  secret.outcome.message = "k = 7";
  const LabResult result = scored(with({secret}));
  const ItemResult& item = item_of(result, "comparisons");
  EXPECT_EQ(item.status, Verdict::passed);
  EXPECT_EQ(item.tests.at(0).outcome.message, "");
  EXPECT_EQ(item.tests.at(0).duration_s, 0);
  EXPECT_TRUE(item.metrics.empty());
  EXPECT_EQ(item.hidden_tests, 1);
}

TEST(Hidden, figures_decide_points_without_being_shown) {
  const LabResult result = scored(with({make_measured("a", 1), hidden(make_measured("b", 2))}));
  const ItemResult& item = item_of(result, "comparisons");
  EXPECT_EQ(item.score, Points(0.5));
  EXPECT_EQ(item.message, hidden_message(Verdict::too_slow));
  EXPECT_EQ(item.metrics.at("comparison_ratio"), 1);
}

TEST(Hidden, tests_do_not_silence_visible_ones) {
  const LabResult result =
      scored(with({make_observation("ties", "a", Verdict::wrong_answer, "C[5]"),
                   hidden(make_observation("ties", "b", Verdict::wrong_answer, "C[6]"))}));
  EXPECT_EQ(item_of(result, "ties").message, "C[5]");
  EXPECT_EQ(item_of(result, "ties").tests.at(0).duration_s, 0.25);
}

}  // namespace
}  // namespace mergelab::score
