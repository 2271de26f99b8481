// Performance items, their decisive figure, items that violations decide, and the hints of a lost item. Long
// because all of them share a made-up lab.
#include "rubric.hpp"
#include "support/reported.hpp"
#include "support/test.hpp"

namespace mergelab::score {
namespace {

TEST(Performance, follows_from_all_of_its_tests) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN(),
                   kInfinity = std::numeric_limits<double>::infinity();
  const auto item = [](const std::vector<Observation>& tests) {
    return told(scored(with(tests)), "comparisons");
  };
  const Observation right = make_measured("a", 1);
  const auto then = [&](double ratio, Verdict verdict = Verdict::passed) {
    return item({right, make_measured("b", ratio, verdict), make_measured("c", 1.5)});
  };
  EXPECT_EQ(then(2, Verdict::too_slow), "too_slow, 0.5 of 1: too many") << "the worst counts";
  EXPECT_EQ(item({make_measured("a", 2)}),
            "too_slow, 0.5 of 1: " + say(Sentence::figure_past_full, "comparison_ratio", 2.0, 1.0));
  EXPECT_EQ(item({make_measured("a", 1, Verdict::too_slow)}), "passed, 1 of 1") << "full credit";
  EXPECT_EQ(then(0.5, Verdict::wrong_answer), "wrong_answer, 0 of 1: too many");
  EXPECT_EQ(item({right, make_observation("comparisons", "b")}),
            "grader_error, 0 of 1: " + say(Sentence::no_figure, "comparisons/b", "comparison_ratio"));
  for (const double none : {kNan, kInfinity, -1.0})
    EXPECT_TRUE(then(none).starts_with("invalid_measurement, 0 of 1")) << none << then(none);
}

TEST(Performance, counts_in_the_lab) {
  const auto lab = [](const Observation& test) { return told(scored(with({make_measured("a", 1), test}))); };
  EXPECT_EQ(lab(make_measured("b", 2, Verdict::too_slow)), "too_slow, 9.5 of 10: comparisons: too many");
  EXPECT_EQ(scored(with({make_observation("comparisons", "b")})).score, std::nullopt);
  EXPECT_EQ(scored(with({make_measured("b", -1)})).score, 9);
}

/// plain, ties and comparisons as before, and in front of, between or after them an item that must not be
/// shown with a violation.
Lab lab_with_rules(std::size_t place) {
  Lab lab = make_lab();
  Item rules = make_item("rules", 2);
  rules.kind = ItemKind::checker;
  rules.checker = CheckerRule::accesses;
  lab.items.insert(lab.items.begin() + static_cast<std::ptrdiff_t>(place), rules);
  return lab;
}

/// Observations in the rubric's order, of which one saw a race.
std::vector<Observation> with_race_in(const std::string& test, const Lab& lab, bool is_hidden = false) {
  std::vector<Observation> given = all_passed(), ordered;
  given.push_back(make_observation("rules", "a"));
  given.push_back(make_observation("rules", "b"));
  for (Observation& seen : given) {
    if (seen.test != test) continue;
    seen.outcome.violations = {{"race", {}, "thread 1 reads tileA[1]", "a barrier is missing"}};
    seen.hidden = is_hidden;
  }
  for (const Item& item : lab.items) {
    for (const Observation& seen : given) {
      if (seen.item == item.id) ordered.push_back(seen);
    }
  }
  return ordered;
}

TEST(Rules, are_lost_by_a_violation_in_any_test_whatever_the_order_of_items) {
  for (const std::size_t place : {0, 2, 4}) {
    Lab lab = lab_with_rules(place);
    lab.hints = {{{}, {"race"}, false, "look at the barriers"}};
    for (const char* test : {"plain/a", "ties/b", "comparisons/a"}) {
      const LabResult result = scored(with_race_in(test, lab), lab);
      const ItemResult& rules = item_of(result, "rules");
      EXPECT_EQ(rules.status, Verdict::checker_violation) << test << place;
      EXPECT_EQ(rules.score, 0) << test << place;
      EXPECT_EQ(rules.message, std::string(test) + ": thread 1 reads tileA[1]\na barrier is missing");
      EXPECT_EQ(rules.hint, "look at the barriers");
      for (const Observation& seen : rules.tests) EXPECT_EQ(seen.outcome.verdict, Verdict::checker_violation);
      EXPECT_EQ(item_of(result, "plain").status, Verdict::passed) << "only `rules` is about violations";
    }
    const LabResult clean = scored(with_race_in("none", lab), lab);
    EXPECT_EQ(item_of(clean, "rules").status, Verdict::passed);
  }
}

TEST(Rules, name_the_case_that_saw_it_where_it_is_one_of_their_own) {
  const Lab lab = lab_with_rules(2);
  const LabResult result = scored(with_race_in("rules/b", lab), lab);
  const ItemResult& rules = item_of(result, "rules");
  EXPECT_EQ(rules.status, Verdict::checker_violation);
  EXPECT_TRUE(rules.tests.at(0).outcome.passed());
  EXPECT_EQ(rules.tests.at(1).outcome.verdict, Verdict::checker_violation);
}

TEST(Rules, keep_their_own_verdict_where_it_is_none_that_passed) {
  const Lab lab = lab_with_rules(2);
  std::vector<Observation> seen = with_race_in("plain/a", lab);
  for (Observation& each : seen) {
    if (each.item == "rules") each.outcome = reported(Verdict::wrong_answer, "C[5] expected 7");
  }
  EXPECT_EQ(told(scored(seen, lab), "rules"), "wrong_answer, 0 of 1.67: C[5] expected 7");
}

TEST(Rules, are_told_by_the_lab_where_no_item_is_about_them) {
  const Lab lab = make_lab(), with_rules = lab_with_rules(2);
  const std::string race = "ties/b: thread 1 reads tileA[1]\na barrier is missing";
  EXPECT_EQ(told(scored(with_race_in("ties/b", lab), lab)), "passed, 10 of 10: " + race);
  EXPECT_EQ(scored(with_race_in("ties/b", lab, true), lab).message, "") << "a hidden case";
  EXPECT_EQ(scored(with_race_in("ties/b", with_rules), with_rules).message, "rules: " + race);
  const LabResult hidden = scored(with_race_in("ties/b", with_rules, true), with_rules);
  EXPECT_EQ(item_of(hidden, "rules").message, say(Sentence::in_hidden_case, "race"));
  EXPECT_TRUE(item_of(hidden, "ties").tests.at(1).outcome.violations.empty());
}

TEST(Rules, are_lost_on_the_backend_that_saw_it) {
  const Lab lab = lab_with_rules(2);
  std::vector<Observation> both = with_race_in("plain/a", lab);
  for (Observation seen : with_race_in("none", lab)) {
    seen.backend = Backend::gpu;
    both.push_back(seen);
  }
  const LabResult result = score_lab(lab, {Backend::cpu, Backend::gpu}, good_builds(), both);
  const ItemResult& rules = item_of(result, "rules");
  EXPECT_EQ(rules.status, Verdict::checker_violation);
  for (const Observation& seen : rules.tests) EXPECT_EQ(seen.outcome.passed(), seen.backend == Backend::gpu);
}

Lab lab_with_hints(const std::vector<Hint>& hints) {
  Lab lab = make_lab();
  lab.hints = hints;
  return lab;
}

TEST(Hint, is_the_first_that_fits_item_and_symptom) {
  const Lab lab = lab_with_hints({{{"plain"}, {"payload"}, false, "other item"},
                                  {{"ties"}, {"unwritten"}, false, "other symptom"},
                                  {{"plain", "ties"}, {"payload"}, false, "this"},
                                  {{}, {}, false, "later"}});
  const LabResult result =
      scored(with({make_observation("ties", "a"),
                   make_observation("ties", "b", Verdict::wrong_answer, "x", "payload"),
                   make_observation("ties", "c", Verdict::wrong_answer, "x", "unwritten")}),
             lab);
  EXPECT_EQ(item_of(result, "ties").hint, "this");
  EXPECT_EQ(item_of(result, "plain").hint, "") << "passed items need none";
}

TEST(Hint, that_is_for_one_alone_needs_all_others_to_pass_but_for_performance_and_what_did_not_run) {
  Lab lab = lab_with_hints({{{"ties"}, {}, true, "ties alone"}, {{}, {}, false, "several"}});
  const Observation ties = make_observation("ties", "a", Verdict::wrong_answer, "x");
  const Observation plain = make_observation("plain", "a", Verdict::wrong_answer, "x");
  EXPECT_EQ(hint_of({ties}, lab), "ties alone");
  EXPECT_EQ(hint_of({ties, plain}, lab), "several");
  EXPECT_EQ(hint_of({ties, make_measured("a", 9)}, lab), "ties alone");
  lab.items[0].backends = {Backend::gpu};
  EXPECT_EQ(hint_of({ties, plain}, lab), "ties alone");
}

TEST(Hint, comes_with_a_failed_build_but_not_with_a_todo_or_where_nothing_was_built) {
  const Lab lab = lab_with_hints(
      {{{"stability"}, {"type_not_built"}, false, "compare and copy alone"}, {{"plain"}, {}, false, "any"}});
  std::vector<BuildResult> builds = good_builds();
  builds[1] = {ValueType::record, false, Verdict::build_failed, "error", 1};
  EXPECT_EQ(item_of(score_lab(lab, {Backend::cpu}, builds, all_passed()), "stability").hint,
            "compare and copy alone");
  EXPECT_EQ(hint_of({make_observation("stability", "a", Verdict::todo, "TODO 1")}, lab), "");
  for (BuildResult& build : builds) build.verdict = Verdict::build_failed, build.ok = false;
  const LabResult failed = score_lab(lab, {Backend::cpu}, builds, {});
  const LabResult refused = unscored_lab(lab, {Backend::cpu}, Verdict::build_failed, "is a link");
  for (const char* item : {"plain", "stability"})
    EXPECT_EQ(item_of(failed, item).hint + item_of(refused, item).hint, "") << item;
}

TEST(Hint, of_a_wrong_merge_does_not_stand_beside_a_race_seen_before_it) {
  Lab lab = lab_with_rules(2);
  lab.hints = {{{"ties"}, {}, true, "only totals over 2^24 fail"},
               {{}, {"race"}, false, "a barrier is missing"}};
  const Observation wrong = make_observation("ties", "a", Verdict::wrong_answer, "x", "order");
  for (const bool checks : {false, true}) {
    lab.items[1].checks = checks;
    std::vector<Observation> seen = with_race_in("plain/a", lab);
    std::erase_if(seen, [](const Observation& test) { return test.item == "ties"; });
    seen.push_back(wrong);
    const LabResult result = scored(seen, lab);
    EXPECT_EQ(item_of(result, "ties").hint, "") << "the race was seen in an earlier item: " << checks;
    EXPECT_EQ(item_of(result, "rules").hint, "a barrier is missing");
  }
}

/// A wrong answer with what else it showed.
Observation wrong(const std::string& item, const std::string& symptom, std::vector<std::string> clues = {}) {
  Observation seen = make_observation(item, "a", Verdict::wrong_answer, "x", symptom);
  seen.outcome.clues = std::move(clues);
  return seen;
}

TEST(Race, does_not_cost_an_item_that_runs_without_the_checks_too) {
  Lab lab = lab_with_rules(2);
  for (Item& item : lab.items) item.checks = item.id != "ties";
  const auto ties = [&](const char* item, Verdict verdict, bool races) {
    std::vector<Observation> seen = races ? with_race_in("plain/a", lab) : all_passed();
    if (!races) seen.push_back(make_observation("rules", "a"));
    for (Observation& each : seen) {
      if (each.item == item) each.outcome.verdict = verdict;
    }
    return item_of(scored(seen, lab), "ties");
  };
  const ItemResult spared = ties("ties", Verdict::wrong_answer, true);
  EXPECT_EQ(spared.status, Verdict::passed);
  EXPECT_EQ(spared.score, Points(2.5));
  EXPECT_EQ(spared.message, say(Sentence::spared, "rules"));
  EXPECT_EQ(ties("ties", Verdict::crashed, true).score, Points(2.5));
  EXPECT_EQ(ties("ties", Verdict::timed_out, true).score, Points(2.5));
  EXPECT_EQ(ties("ties", Verdict::wrong_answer, false).score, 0) << "no race";
  EXPECT_EQ(ties("ties", Verdict::forbidden, true).score, 0) << "no race does that";
}

TEST(Race, explains_no_wrong_merge_where_a_checked_one_is_wrong_too) {
  Lab lab = lab_with_rules(2);
  for (Item& item : lab.items) item.checks = item.id != "ties";
  std::vector<Observation> seen = with_race_in("plain/a", lab);
  for (Observation& each : seen) {
    if (each.test == "ties/a" || each.test == "stability/a") each.outcome.verdict = Verdict::wrong_answer;
  }
  EXPECT_EQ(item_of(scored(seen, lab), "ties").status, Verdict::wrong_answer);
}

TEST(Hint, of_a_wrong_merge_without_the_checks_is_not_given_where_a_race_may_be_why) {
  Lab lab = lab_with_hints({{{}, {"order"}, false, "look at the search"}});
  lab.items[1].checks = false;
  lab.items[0].checks = true;
  lab.whole = false;
  EXPECT_EQ(hint_of({wrong("ties", "order")}, lab), "");
  EXPECT_EQ(hint_of({wrong("plain", "order")}, lab), "look at the search");
  lab.whole = true;
  EXPECT_EQ(hint_of({wrong("ties", "order")}, lab), "look at the search");
}

TEST(Hint, about_an_item_alone_does_not_explain_a_crash) {
  const Lab lab =
      lab_with_hints({{{"ties"}, {}, false, "look at <="}, {{}, {"fault"}, false, "bad address"}});
  EXPECT_EQ(hint_of({make_observation("ties", "a", Verdict::crashed, "SIGSEGV", "fault")}, lab),
            "bad address");
  EXPECT_EQ(hint_of({make_observation("ties", "a", Verdict::crashed, "ended itself", "exited")}, lab), "");
}

TEST(Hint, asks_for_all_of_its_symptoms) {
  const Lab lab = lab_with_hints(
      {{{}, {"race", "both_write"}, false, "shares overlap"}, {{}, {"race"}, false, "a barrier is missing"}});
  EXPECT_EQ(hint_of({wrong("ties", "race", {"both_write"})}, lab), "shares overlap");
  EXPECT_EQ(hint_of({wrong("ties", "race")}, lab), "a barrier is missing");
}

TEST(Hint, is_that_of_the_first_item_and_others_say_the_same_or_nothing) {
  const Lab lab = lab_with_hints(
      {{{}, {"order"}, false, "look at the search"}, {{}, {"payload"}, false, "look at ties"}});
  const LabResult result =
      scored(with({wrong("plain", "order"), wrong("ties", "payload"), wrong("stability", "order")}), lab);
  EXPECT_EQ(item_of(result, "plain").hint, "look at the search");
  EXPECT_EQ(item_of(result, "ties").hint, "") << "it shows only a consequence of the same mistake";
  EXPECT_EQ(item_of(result, "stability").hint, "look at the search");
}

TEST(Hint, is_that_of_the_first_case_where_a_race_and_a_failure_are_of_one_item) {
  Lab lab = lab_with_rules(2);
  for (Item& item : lab.items) item.checks = true;
  lab.hints = {{{}, {"race"}, false, "look at the barriers"}, {{}, {"endless"}, false, "look at the loop"}};
  const auto told = [&](const char* raced, const char* failed) {
    std::vector<Observation> seen = with_race_in(raced, lab);
    for (Observation& each : seen) {
      if (each.test == failed) each.outcome = reported(Verdict::timed_out, "still running", "endless");
    }
    const LabResult result = scored(seen, lab);
    return item_of(result, "rules").hint + "|" + item_of(result, "plain").hint;
  };
  EXPECT_EQ(told("plain/a", "plain/b"), "look at the barriers|");
  EXPECT_EQ(told("plain/b", "plain/a"), "|look at the loop");
}

TEST(Hint, takes_of_a_broken_rule_whether_the_item_of_its_case_began_well) {
  Lab lab = lab_with_rules(2);
  for (Item& item : lab.items) item.checks = true;
  lab.hints = {{{"plain"}, {"race", "later_case"}, false, "from round to round"},
               {{"plain"}, {"race"}, false, "in each round"}};
  EXPECT_EQ(item_of(scored(with_race_in("plain/b", lab), lab), "rules").hint, "from round to round");
  EXPECT_EQ(item_of(scored(with_race_in("plain/a", lab), lab), "rules").hint, "in each round")
      << "a case that passed though it broke the rule";
}

TEST(Hint, of_a_figure_is_not_given_beside_a_wrong_merge_or_where_its_case_broke_a_rule) {
  const Lab lab =
      lab_with_hints({{{}, {"race"}, false, "mend the race"}, {{}, {"comparisons"}, false, "too many"}});
  Observation slow = make_measured("a", 9, Verdict::too_slow);
  slow.outcome.symptom = "comparisons";
  EXPECT_EQ(hint_of({slow}, lab), "too many");
  EXPECT_EQ(hint_of({slow, wrong("plain", "order")}, lab), "");
  slow.outcome.clues = {"race"};
  slow.outcome.violations = {{"race", {}, "thread 1 reads tileA[1]", "a barrier is missing"}};
  EXPECT_EQ(hint_of({slow}, lab), "");
}

TEST(Hint, that_others_passed_is_not_said_where_they_did_not_run) {
  Lab lab = lab_with_hints({{{"ties"}, {}, true, "only ties fail"}});
  EXPECT_EQ(hint_of({wrong("ties", "order")}, lab), "only ties fail");
  lab.whole = false;
  EXPECT_EQ(hint_of({wrong("ties", "order")}, lab), "");
}

TEST(Hint, of_a_time_out_depends_on_what_was_right) {
  const Lab lab = lab_with_hints({{{}, {"slow"}, false, "right, but slow"},
                                  {{}, {"endless", "later_case"}, false, "a long one is late"},
                                  {{}, {"endless"}, false, "a loop does not end"}});
  const auto timed_out = [](const std::string& item, const std::string& name) {
    return make_observation(item, name, Verdict::timed_out, "still running", "endless");
  };
  EXPECT_EQ(hint_of({timed_out("comparisons", "a")}, lab), "right, but slow");
  EXPECT_EQ(hint_of({timed_out("plain", "a")}, lab), "a loop does not end");
  EXPECT_EQ(hint_of({make_observation("plain", "a"), timed_out("plain", "b")}, lab), "a long one is late");
}

}  // namespace
}  // namespace mergelab::score
