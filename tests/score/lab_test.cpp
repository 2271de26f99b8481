// One lab's points from observations and rubric.
#include <random>

#include "rubric.hpp"
#include "score/score.hpp"
#include "support/test.hpp"

namespace mergelab::score {
namespace {

TEST(Score, keeps_the_groups_of_items_for_the_text) {
  Lab lab = make_lab();
  lab.groups = {{"ties", "treats equal keys"}};
  lab.items[1].group = lab.items[2].group = "ties";
  const LabResult result = scored(all_passed(), lab);
  EXPECT_EQ(item_of(result, "ties").group, "ties");
  EXPECT_EQ(item_of(result, "stability").group_about, "treats equal keys");
  EXPECT_EQ(item_of(result, "plain").group, "");
}

TEST(Lab, has_full_marks_when_everything_passed) {
  const LabResult result = scored(all_passed());
  EXPECT_EQ(result.name, "04_tiled_kernel");
  EXPECT_EQ(told(result), "passed, 10 of 10");
  EXPECT_EQ(result.builds.size(), 3U);
  for (const ItemResult& item : result.items) {
    EXPECT_EQ(item.status, Verdict::passed) << item.id;
    EXPECT_EQ(item.score, item.max_score) << item.id;
    EXPECT_EQ(item.tests.size(), 2U) << item.id;
    EXPECT_EQ(item.about, "about " + item.id);
  }
}

TEST(Lab, gives_a_correctness_item_all_or_nothing) {
  const LabResult result = scored(with(
      {make_observation("ties", "a"), make_observation("ties", "b", Verdict::wrong_answer, "C[5] expected 7"),
       make_observation("ties", "c", Verdict::wrong_answer, "C[6] expected 8")}));
  EXPECT_EQ(told(result, "ties"), "wrong_answer, 0 of 3: C[5] expected 7");
  EXPECT_EQ(told(result), "wrong_answer, 7 of 10: ties: C[5] expected 7");
}

TEST(Lab, with_a_reference_in_the_build_tells_nothing_that_the_code_chose) {
  Lab lab = make_lab();
  lab.hints = {{{}, {"race"}, false, "A race."}};
  std::vector<Observation> seen =
      with({make_observation("ties", "a"),
            make_observation("ties", "b", Verdict::wrong_answer, "C[4711] expected 7, got 4711", "race")});
  for (Observation& each : seen) {
    each.outcome.metrics["loads"] = 4711;
    each.outcome.printed = "4711\n";
    each.duration_s = 4711;
  }
  const LabResult result = score_lab(lab, Backends{Backend::cpu}, good_builds(), seen, {"02_co_rank"});
  EXPECT_EQ(result.carried_forward, std::vector<std::string>{"02_co_rank"});
  EXPECT_EQ(result.message, "ties: wrong answer");
  EXPECT_EQ(item_of(result, "ties").hint, "A race.") << "one of the rubric's own";
  for (const ItemResult& item : result.items) {
    EXPECT_TRUE(item.tests.empty()) << item.id;
    EXPECT_TRUE(item.metrics.empty()) << item.id;
    EXPECT_EQ(item.message, item.id == "ties" ? "wrong answer" : "");
  }
}

TEST(Lab, with_a_reference_in_the_build_gives_parts_of_points_in_twentieths) {
  const Lab lab = make_lab();
  const auto score_at = [&](double ratio, const std::vector<std::string>& references) {
    return score_lab(lab, Backends{Backend::cpu}, good_builds(), with({make_measured("a", ratio)}),
                     references);
  };
  EXPECT_EQ(item_of(score_at(2.1, {"02_co_rank"}), "comparisons").score, Points(0.45));
  EXPECT_EQ(score_at(2.1, {"02_co_rank"}).score, Points(9.45));
  EXPECT_EQ(item_of(score_at(2.14, {"02_co_rank"}), "comparisons").score, Points(0.45))
      << "the figure is not told";
  EXPECT_NE(item_of(score_at(2.1, {}), "comparisons").score,
            item_of(score_at(2.14, {}), "comparisons").score);
  EXPECT_EQ(score_at(1, {"02_co_rank"}).score, 10);
}

TEST(Lab, gives_a_part_the_hints_of_the_whole_if_the_same_was_lost) {
  Lab lab = make_lab();
  lab.hints = {{{"ties"}, {}, true, "Only ties fail."}, {{}, {"race"}, false, "A race."}};
  const std::vector<Observation> lost{make_observation("ties", "a", Verdict::wrong_answer, "C[5]", "race")};
  EXPECT_EQ(item_of(scored(with(lost), lab), "ties").hint, "Only ties fail.");
  Lab part = lab;
  part.items = {lab.items[1]};
  part.whole = false;
  const auto hint_after = [&](const std::vector<std::string>& lost_before) {
    LabResult result = scored(lost, part);
    EXPECT_EQ(item_of(result, "ties").hint, "A race.");
    give_hints_as_before(part, lost_before, result);
    return item_of(result, "ties").hint;
  };
  EXPECT_EQ(hint_after({"ties"}), "In the last run of the whole lab: Only ties fail.");
  EXPECT_EQ(hint_after({}), "A race.") << "the whole lab was not run";
  EXPECT_EQ(hint_after({"plain", "ties"}), "A race.") << "others failed as well";
  EXPECT_EQ(hint_after({"plain"}), "A race.") << "this one did not fail";
}

TEST(Lab, hints_at_what_took_the_time_and_not_at_what_was_not_tried) {
  Lab lab = make_lab();
  lab.hints = {{{"ties"}, {}, true, "Only ties fail."}, {{}, {"waits_for_block"}, false, "It waits."}};
  Observation untried = make_observation("ties", "a", Verdict::timed_out, "not run", "endless");
  untried.outcome.untried = true;
  Observation waits = make_observation("comparisons", "a", Verdict::timed_out, "waits", "waits_for_block");
  const LabResult result = scored(with({untried, waits}), lab);
  EXPECT_EQ(item_of(result, "ties").hint, "");
  EXPECT_EQ(item_of(result, "comparisons").hint, "It waits.");
}

TEST(Lab, has_the_verdict_that_tells_most) {
  const LabResult result = scored(with({make_observation("ties", "a", Verdict::wrong_answer, "wrong"),
                                        make_observation("ties", "b", Verdict::crashed, "SIGSEGV"),
                                        make_observation("plain", "a", Verdict::timed_out, "endless")}));
  EXPECT_EQ(told(result, "ties"), "crashed, 0 of 3: wrong") << "the first test that did not pass speaks";
  EXPECT_EQ(told(result), "crashed, 3 of 10: plain: endless") << "the first item that lost points speaks";
}

/// The lab with an item that is timed on a GPU, and all of it passed there.
LabResult timed_on_gpu(const std::vector<Verdict>& verdicts) {
  Lab lab = make_lab();
  lab.items.push_back(make_item("time", 3));
  Item& time = lab.items.back();
  time.kind = ItemKind::performance;
  time.backends = {Backend::gpu};
  time.metric = kDeviceMetric;
  time.yardstick = kDeviceYardstick;
  time.full = 1.2;
  time.zero = 10;
  std::vector<Observation> seen = all_passed(Backend::gpu);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const double figure = 1.0 + static_cast<double>(i);
    Observation test =
        make_observation("time", std::string(1, static_cast<char>('a' + i)), verdicts[i], "said");
    test.backend = Backend::gpu;
    test.outcome.metrics = {{"cub_ratio", figure}, {"time_ms", 10 - figure}, {"copy_fraction", 1 / figure}};
    if (verdicts[i] != Verdict::not_run) test.outcome.metrics["slowdown"] = figure;
    seen.push_back(std::move(test));
  }
  return score_lab(lab, {Backend::gpu}, good_builds(), seen);
}

TEST(Lab, spreads_points_of_a_time_that_nothing_is_known_to_hold_against) {
  const LabResult result = timed_on_gpu({Verdict::not_run, Verdict::not_run});
  EXPECT_EQ(told(result, "time"), "not_run, 0 of 0: said");
  EXPECT_EQ(item_of(result, "time").metrics.at("cub_ratio"), 2);
  EXPECT_EQ(item_of(result, "time").tests.size(), 2U);
  EXPECT_EQ(result.score, 10);
  EXPECT_EQ(told(result, "plain"), "passed, 4.45 of 4.45");
  // One of two is a mistake of the grader's.
  EXPECT_EQ(item_of(timed_on_gpu({Verdict::passed, Verdict::not_run}), "time").status, Verdict::grader_error);
}

TEST(Lab, tells_times_of_one_case_that_belong_together) {
  const ItemResult time = item_of(timed_on_gpu({Verdict::passed, Verdict::too_slow}), "time");
  EXPECT_EQ(time.metrics, (std::map<std::string, double>{
                              {"cub_ratio", 2}, {"copy_fraction", 0.5}, {"slowdown", 2}, {"time_ms", 8}}));
}

TEST(Lab, spreads_points_of_items_that_do_not_run_here) {
  const LabResult result = score_lab(make_lab(), {Backend::gpu}, good_builds(), all_passed(Backend::gpu));
  EXPECT_EQ(told(result, "comparisons"), "not_run, 0 of 0: " + say(Sentence::runs_only_on, "cpu"));
  EXPECT_TRUE(item_of(result, "comparisons").tests.empty());
  EXPECT_EQ(told(result, "plain"), "passed, 4.45 of 4.45");
  EXPECT_EQ(told(result, "ties"), "passed, 3.33 of 3.33");
  EXPECT_EQ(told(result), "passed, 10 of 10");
}

TEST(Lab, has_no_score_when_nothing_can_run) {
  Lab lab = make_lab();
  for (Item& item : lab.items) item.backends = {Backend::gpu};
  EXPECT_EQ(told(scored({}, lab)), "not_run, no score of 10: " + say(Sentence::no_item_ran));
}

/// With a build that failed.
LabResult built(ValueType value, Verdict verdict, const std::string& message,
                const std::vector<Observation>& seen = all_passed()) {
  std::vector<BuildResult> builds = good_builds();
  builds[value == ValueType::record ? 1 : 0] = {value, false, verdict, message, 1};
  return score_lab(make_lab(), {Backend::cpu}, builds, seen);
}

std::vector<Observation> without(const std::string& item) {
  std::vector<Observation> seen = all_passed();
  std::erase_if(seen, [&](const Observation& test) { return test.item == item; });
  return seen;
}

TEST(Lab, loses_only_record_items_when_the_record_build_fails) {
  const LabResult result =
      built(ValueType::record, Verdict::build_failed,
            "in merge.cuh:\nmerge.cuh:5: error: no '+' for Record\n", without("stability"));
  EXPECT_EQ(told(result, "stability"), "build_failed, 0 of 2: merge.cuh:5: error: no '+' for Record");
  EXPECT_EQ(told(result), "build_failed, 8 of 10: merge.cuh:5: error: no '+' for Record");
}

TEST(Lab, loses_every_int_item_when_the_int_build_fails) {
  const LabResult result = built(ValueType::int32, Verdict::forbidden, "asm is not allowed");
  EXPECT_EQ(told(result, "plain"), "forbidden, 0 of 4: asm is not allowed");
  EXPECT_EQ(told(result, "ties"), "forbidden, 0 of 3: asm is not allowed");
  EXPECT_EQ(item_of(result, "stability").status, Verdict::passed);
  EXPECT_EQ(result.score, 3);
}

/// No points are given, and none are lost.
void expect_error(const LabResult& result) {
  EXPECT_EQ(result.status, Verdict::grader_error);
  EXPECT_EQ(result.score, std::nullopt);
  EXPECT_EQ(result.max_score, 10);
}

TEST(Lab, blames_the_grader_for_a_build_that_failed_without_a_verdict) {
  for (const Verdict verdict : {Verdict::passed, Verdict::not_run})
    expect_error(built(ValueType::int32, verdict, ""));
}

TEST(Lab, has_no_score_when_a_due_item_was_not_observed_or_a_test_did_not_run) {
  const std::vector<Observation> not_run =
      with({make_observation("ties", "a"), make_observation("ties", "b", Verdict::not_run)});
  for (const std::vector<Observation>& seen : {without("ties"), not_run}) {
    expect_error(scored(seen));
    EXPECT_EQ(item_of(scored(seen), "ties").status, Verdict::grader_error);
  }
}

TEST(Lab, says_what_the_grader_failed_at) {
  const LabResult result = scored(with({make_observation("ties", "a", Verdict::wrong_answer, "wrong"),
                                        make_observation("ties", "b", Verdict::grader_error, "no memory")}));
  EXPECT_EQ(told(result, "ties"), "grader_error, 0 of 3: no memory");
}

TEST(Lab, ignores_observations_of_no_item) {
  std::vector<Observation> seen = all_passed();
  seen.push_back(make_observation("unknown", "a", Verdict::grader_error));
  EXPECT_EQ(scored(seen).score, 10);
}

TEST(UnscoredLab, counts_its_nominal_points) {
  const LabResult result =
      unscored_lab(make_lab(), {Backend::gpu}, Verdict::not_submitted, "it is not there");
  EXPECT_EQ(told(result), "not_submitted, 0 of 10: it is not there");
  Points max_score;
  for (const ItemResult& item : result.items) max_score += item.max_score;
  EXPECT_EQ(max_score, 10);
  EXPECT_EQ(told(result, "plain"), "not_submitted, 0 of 4.45: it is not there");
  EXPECT_EQ(item_of(result, "comparisons").status, Verdict::not_run);
  expect_error(unscored_lab(make_lab(), {Backend::cpu}, Verdict::grader_error, "x"));
}

/// Any observations: what must hold of every result.
TEST(Lab, keeps_scores_in_their_range_and_maxima_at_the_nominal_points) {
  std::mt19937 random(7);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  for (int round = 0; round < 2000; ++round) {
    Lab lab = make_lab();
    lab.points = 0;
    for (Item& item : lab.items) {
      item.points = Points((1 + below(40)) / 4.0 + below(3) / 3.0);
      lab.points += item.points;
      if (below(4) == 0) item.backends = {Backend::gpu};
    }
    std::vector<Observation> seen;
    for (const Observation& test : all_passed()) {
      Observation changed = test;
      if (below(5) == 0)
        changed.outcome.verdict =
            static_cast<Verdict>(below(static_cast<unsigned>(Verdict::grader_error) + 1));
      if (below(3) == 0) changed.outcome.metrics["comparison_ratio"] = below(100) / 20.0;
      changed.hidden = below(4) == 0;
      if (below(30) != 0) seen.push_back(changed);
    }
    std::vector<BuildResult> builds = good_builds();
    if (below(10) == 0) builds[below(3)] = {ValueType::record, false, Verdict::build_failed, "no", 1};
    const LabResult result = score_lab(lab, {Backend::cpu}, builds, seen);
    SCOPED_TRACE(round);
    EXPECT_EQ(result.max_score, lab.points);
    Points score, max_score;
    bool all_items_passed = true;
    for (const ItemResult& item : result.items) {
      EXPECT_GE(item.score, 0);
      EXPECT_LE(item.score, item.max_score);
      EXPECT_TRUE(item.status != Verdict::too_slow || item.score < item.max_score);
      score += item.score;
      max_score += item.max_score;
      all_items_passed &= item.status == Verdict::passed || item.status == Verdict::not_run;
    }
    if (result.status != Verdict::not_run) {
      EXPECT_EQ(max_score, result.max_score);
    }
    EXPECT_EQ(result.score.has_value(),
              result.status != Verdict::grader_error && result.status != Verdict::not_run);
    EXPECT_EQ(result.status == Verdict::passed, all_items_passed && result.score.has_value());
    if (!result.score) continue;
    EXPECT_EQ(*result.score, score);
    EXPECT_LE(*result.score, result.max_score);
    if (result.status == Verdict::passed) {
      EXPECT_EQ(*result.score, result.max_score);
    }
  }
}

// A hidden case reveals only its verdict.

Observation hidden(Observation seen) {
  seen.hidden = true;
  return seen;
}

void expect_silent(const Observation& stored) {
  EXPECT_TRUE(stored.hidden);
  EXPECT_EQ(stored.outcome.message, "");
  EXPECT_EQ(stored.outcome.symptom, "");
  EXPECT_TRUE(stored.outcome.clues.empty());
  EXPECT_TRUE(stored.outcome.metrics.empty());
  EXPECT_EQ(stored.duration_s, 0);
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
  EXPECT_EQ(told(result, "ties"), "wrong_answer, 0 of 3: " + hidden_message(Verdict::wrong_answer));
  EXPECT_EQ(ties.hint, "") << "its choice would tell of the hidden case";
  EXPECT_TRUE(ties.metrics.empty());
  EXPECT_EQ(ties.hidden_tests, 1);
  EXPECT_EQ(result.message, say(Sentence::of_test, "ties", hidden_message(Verdict::wrong_answer)));
  EXPECT_EQ(ties.tests.at(1).test, "ties/b");
  EXPECT_EQ(ties.tests.at(1).outcome.verdict, Verdict::wrong_answer);
  expect_silent(ties.tests.at(1));
}

TEST(Hidden, success_says_nothing_either) {
  Observation secret = hidden(make_measured("a", 0.5));
  secret.outcome.message = "k = 7";
  const LabResult result = scored(with({secret}));
  const ItemResult& item = item_of(result, "comparisons");
  EXPECT_EQ(item.status, Verdict::passed);
  expect_silent(item.tests.at(0));
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
