// The short report of a lab that lost points: on one screen, each cause once, the first thing to do at the
// end.
#include "report/causes.hpp"
#include "samples.hpp"
#include "support/reported.hpp"
#include "support/test.hpp"

namespace mergelab::report {
namespace {

using namespace samples;

Outcome wrong(const std::string& symptom, std::vector<Violation> seen = {}) {
  Outcome outcome = reported(Verdict::wrong_answer, "C[3] expected 1 (from A[3]), got 2", symptom);
  outcome.violations = std::move(seen);
  return outcome;
}

std::string shown(std::vector<ItemResult> items) { return short_text(lab(std::move(items)), style()); }

TEST(ShortText, tells_of_a_missing_barrier_once_with_both_lines) {
  const std::string text = short_text(missing_barrier(), style());
  EXPECT_TRUE(
      contains(text,
               "  ✗ plain/one_tile: thread 1 of block 0 reads bounds[0] (shared) at merge_tiled.cuh:32\n"
               "        const int A_curr = bounds[0];\n"
               "    and thread 0 of the same block writes it at merge_tiled.cuh:29\n"
               "        bounds[0] = co_rank(C_curr, A, m, B, n);\n"
               "    nothing orders the two; and 126 more threads\n"));
  EXPECT_EQ(occurrences(text, "race"), 1U) << text;
  EXPECT_EQ(occurrences(text, "hint:"), 1U) << text;
  EXPECT_TRUE(contains(text,
                       "    costs 4 points: large, rules\n\n  ✓ plain\n\n"
                       "04_tiled_kernel   2 / 6   CUDA rule broken\n"
                       "first: find the cause of the race at merge_tiled.cuh:32\n"
                       "again: ./lab run 4 --case plain/one_tile\n"));
  EXPECT_LE(occurrences(text, "\n"), 22U) << text;
}

TEST(ShortText, tells_apart_what_is_wrong_beside_a_race) {
  LabResult two = missing_barrier();
  two.items.push_back(item("ties", wrong("lost_keys", {a_race()})));
  const std::string text = short_text(two, style());
  EXPECT_TRUE(
      contains(text, "costs 4 points: large, rules\n", "\n  ✗ 2 points: ties/one_tile: C[3] expected 1"));
}

TEST(ShortText, leads_with_a_wrong_case_before_a_race_that_only_a_later_case_shows) {
  const auto told = [](ItemResult ties, std::vector<std::string> clues) {
    ItemResult rules = broken_rule("race", kRace);
    rules.message.replace(0, std::string("plain").size(), "ties");
    rules.tests.front().outcome.clues = std::move(clues);
    return shown({item("plain", wrong("first_tile_right")), std::move(ties), rules});
  };
  const ItemResult raced = item("ties", wrong("lost_keys", {a_race()}));
  const std::string plain = told(raced, {"race", "both_write"});
  EXPECT_TRUE(contains(plain, "first: get plain/one_tile right\n", "0 / 6   wrong answer\n",
                       "\n  ✗ 4 points: ties/one_tile: thread 1 of block 0 reads"));
  // Two overlapping tiles spoil both cases, and the race names them.
  EXPECT_TRUE(
      contains(told(raced, {"race", "both_write", "two_arrays"}), "first: find the cause of the race"));
  EXPECT_TRUE(contains(told(raced, {"race", "two_names"}), "first: find the cause of the race"));
  EXPECT_TRUE(contains(told(raced, {"race", "both_write", "two_arrays", "out_of_part"}),
                       "first: get plain/one_tile"));
}

TEST(ShortText, leads_with_a_race_of_the_first_case) {
  ItemResult rules = broken_rule("race", kRace);
  const std::string text =
      shown({item("plain", wrong("lost_keys", {a_race()})), item("ties", wrong("lost_keys")), rules});
  EXPECT_TRUE(contains(text, "first: find the cause of the race"));
}

TEST(ShortText, has_words_for_what_breaks_in_plain_cpp) {
  const auto told = [](const std::string& rule, const std::string& who) {
    Outcome broken = reported(Verdict::checker_violation, who + " reads A[7], at a.cuh:3 `A[i]`", rule);
    std::vector<Finding> findings = at("a.cuh", 3);
    if (who == "host code") findings.front().access.by.kind = finding::Agent::Kind::host;
    broken.why = Explanation({}, findings);
    return shown({item("plain", broken)});
  };
  EXPECT_TRUE(contains(told("out_of_bounds", "host code"), "0 / 2   outside an array\n"));
  EXPECT_TRUE(contains(told("out_of_bounds", "thread 0 of block 0"), "0 / 2   CUDA rule broken\n"));
  EXPECT_TRUE(contains(told("host_access", "host code"), "0 / 2   CUDA rule broken\n"));
  const std::string missing = told("missing_return", "host code");
  EXPECT_TRUE(contains(missing, "0 / 2   missing return\n",
                       "first: return a value on every way through the function at a.cuh:3\n"));
  const std::string crashed =
      shown({item("time", reported(Verdict::crashed, "read A[7], but A has 7 elements", "read_outside"))});
  EXPECT_TRUE(contains(crashed, "0 / 2   outside an array\n"));
  const std::string refused = shown(
      {item("plain", reported(Verdict::crashed, "launches a.cuh:3 with 2048 threads", "launch_error"))});
  EXPECT_TRUE(contains(refused, "0 / 2   failed CUDA call\n", "first: find out why the CUDA call fails"));
}

TEST(ShortText, names_a_lab_by_what_is_to_be_mended_first) {
  ItemResult time = item("time", reported(Verdict::timed_out, "still running after 2 s", "endless"));
  time.checks = false;
  EXPECT_TRUE(contains(shown({item("plain", wrong("lost_keys")), time}), "0 / 4   wrong answer\n"));
}

TEST(ShortText, tells_of_wrong_outputs_once) {
  ItemResult slow = item("loads", reported(Verdict::too_slow, "loads 4 elements", "loads"));
  slow.kind = ItemKind::performance;
  const std::string text =
      shown({item("plain", wrong("first_tile_right")), item("ties", wrong("lost_keys")), slow});
  EXPECT_TRUE(contains(text,
                       "costs 4 points: plain, ties\n\n  ✗ 2 points: loads/one_tile: loads 4 elements\n",
                       "first: get plain/one_tile right\n"));
}

TEST(ShortText, has_points_of_causes_that_add_up_to_what_is_lost) {
  std::vector<ItemResult> items{item("plain", wrong("order"))};
  for (const char* id : {"loads", "stores", "span", "probes"}) {
    items.push_back(
        item(id, reported(Verdict::too_slow, id + std::string(" 4 elements ") + std::string(300, 'x'), id)));
    items.back().max_score = Points(0.5);
  }
  EXPECT_TRUE(contains(shown(items), "    costs 2 points: plain\n",
                       "\n  ✗ 0.5 points: loads/one_tile: loads 4 elements", "and 2 more, 1 point\n"));
}

TEST(ShortText, has_phrase_for_figures_that_are_no_times) {
  const auto told = [](const char* symptom) {
    return shown({item("one", reported(Verdict::too_slow, "is too much", symptom))});
  };
  EXPECT_TRUE(contains(told("balance"),
                       "0 / 2   out of balance\nfirst: share the keys more evenly in one/one_tile\n"));
  EXPECT_TRUE(contains(told("sent"), "0 / 2   sends too much\nfirst: send less in one/one_tile\n"));
  EXPECT_TRUE(contains(told("exchanges"),
                       "0 / 2   too many calls\nfirst: make fewer collective calls in one/one_tile\n"));
  EXPECT_TRUE(contains(told("loads"), "0 / 2   too slow\nfirst: make one/one_tile cheaper\n"));
}

TEST(ShortText, puts_wrong_outputs_to_the_access_that_was_seen_before) {
  const std::string access =
      "thread 0 of block 0 reads A[7], but A has 7 elements of 4 bytes, at a.cuh:3 `A[i]`";
  ItemResult large = item("large", wrong("lost_keys"));
  large.checks = false;
  const std::string text = shown({item("ties", wrong("lost_keys", {{"out_of_bounds", {}, access}})), large,
                                  broken_rule("out_of_bounds", access, at("a.cuh", 3))});
  EXPECT_TRUE(contains(text, "costs 6 points: ties, large, rules\n",
                       "first: find out why the access at a.cuh:3 is out of bounds\n"));
}

TEST(ShortText, gives_a_broken_rule_the_hint_of_the_item_that_it_was_seen_in) {
  ItemResult plain = item("plain", wrong("first_tile_right")), ties = item("ties", wrong("lost_keys"));
  plain.hint = "Look at what adds up.";
  ties.hint = "Look at the ties.";
  ItemResult rules = broken_rule("race", kRace);
  rules.tests.front().outcome.clues = {"two_names"};  // which no wrong result explains
  const std::string text = shown({ties, plain, rules});
  const std::size_t rule = text.find("plain/one_tile: thread 1"), costs = text.find("costs ");
  const std::size_t hint = text.find("hint: Look at what adds up.\n");
  EXPECT_TRUE(rule < hint && hint < costs) << text;
  EXPECT_EQ(occurrences(text, "hint: "), 1U) << text;
}

TEST(ShortText, fits_a_terminal_whatever_is_wrong) {
  std::string words;
  for (int i = 0; i < 400; ++i) words += "words ";
  LabResult all = lab({});
  int number = 0;
  for (const char* symptom :
       {"race", "out_of_bounds", "trap", "divergent_barrier", "host_access", "async_copy"}) {
    ItemResult one = broken_rule(symptom, words);
    one.id = "item_with_a_long_name_" + std::to_string(++number);
    one.tests.front().outcome.symptom = symptom;
    one.hint = words;
    all.items.push_back(one);
    all.items.push_back(item("another_long_name_" + std::to_string(++number), wrong(words)));
    all.items.push_back(item("passed_with_a_long_name_" + std::to_string(++number), {}));
  }
  all.carried_forward = {"01_sequential_merge", "02_co_rank"};
  all.builds = {{.ok = true, .log = "a.cuh:1: warning: " + words}};
  std::vector<LabResult> labs{all,
                              samples::tiled_kernel(),
                              samples::skeleton(),
                              samples::not_compiling(),
                              samples::record_not_compiling(),
                              samples::missing(),
                              samples::hostile()};
  labs.push_back(samples::not_compiling());
  for (int i = 0; i < 60; ++i) labs.back().builds.front().log += words.substr(0, 80) + "\n";
  for (const LabResult& one : labs) {
    for (const int width : {80, 100}) {
      const std::string text = short_text(one, style(width));
      EXPECT_LE(occurrences(text, "\n"), 24U) << text;
      EXPECT_TRUE(contains(text, "\n" + one.name + "   ", "\nfirst: "));
    }
  }
}

TEST(ShortText, shows_what_the_case_that_is_told_printed) {
  LabResult two = lab({item("plain", {}), item("ties", wrong("lost_keys"))});
  std::string lines;
  for (int i = 0; i < 31; ++i) lines += "line \x1b[2J" + std::to_string(i) + "\n";
  two.items.front().tests.front().outcome.printed = "of another\n";
  two.items.back().tests.front().outcome.printed = lines;
  const std::string text = short_text(two, style());
  EXPECT_TRUE(
      text.starts_with("  ties/one_tile prints:\n    line 0\n    line 1\n    line 2\n    line 3\n"
                       "    … 27 more lines\n\n  ✗ ties/one_tile: C[3]"))
      << text;
  two.items.erase(two.items.begin());  // only one case is looked at closely
  EXPECT_TRUE(contains(short_text(two, style()), "    line 30\n\n"));
  two.items.front().tests.front().hidden = true;
  EXPECT_FALSE(contains(short_text(two, style()), "line"));
}

TEST(ShortText, tells_what_was_found_before_a_time_out) {
  ItemResult plain = item("plain", wrong("lost_keys"));
  plain.tests.push_back(
      item("plain", reported(Verdict::timed_out, "still running", "endless")).tests.front());
  plain.status = Verdict::timed_out;
  const std::string text =
      shown({plain, item("ties", reported(Verdict::timed_out, "still running", "endless"))});
  EXPECT_TRUE(contains(text, "  ✗ plain/one_tile: C[3] expected 1",
                       "  ✗ 2 points: ties/one_tile: still running\n", "first: get plain/one_tile right\n"));
}

TEST(ShortText, puts_what_was_not_tried_to_the_cases_that_it_names) {
  Outcome endless =
      reported(Verdict::timed_out, "thread 1 of block 0 is still at a.cuh:3 `while (i < m)`", "endless");
  endless.violations = {a_race()};
  Outcome untried =
      reported(Verdict::timed_out, "not tried: plain/one_tile and ties/one_tile ran out of time", "endless");
  untried.untried = true;
  untried.untried_for = {"plain/one_tile", "ties/one_tile"};
  const LabResult result = lab({item("large", untried), item("plain", endless), item("ties", endless)});
  const std::string text = short_text(result, style());
  EXPECT_FALSE(contains(text, "not tried"));
  EXPECT_TRUE(contains(text, "costs 6 points: large, plain, ties\n"));
  EXPECT_TRUE(contains(shown({item("large", untried)}),
                       "large/one_tile: not tried: plain/one_tile and ties/one_tile ran"));
}

TEST(ShortText, asks_about_an_endless_loop_at_the_line_or_in_its_call) {
  const auto told = [](const std::vector<Finding>& findings) {
    Outcome endless = reported(Verdict::timed_out, "still running", "endless");
    endless.why = Explanation({}, findings);
    return shown({item("plain", endless)});
  };
  EXPECT_TRUE(contains(told(at("merge_sequential.cuh", 20)),
                       "first: find out why the loop at merge_sequential.cuh:20 does not end\n"));
  EXPECT_TRUE(contains(told(at("merge_sequential.cuh", 20, {"merge_basic.cuh", 41})),
                       "first: find out why the loop in the call at merge_basic.cuh:41 does not end\n"));
  EXPECT_TRUE(contains(told({}), "first: find out why the loop in plain/one_tile does not end\n"));
}

TEST(ShortText, shows_what_a_lab_with_full_marks_printed) {
  LabResult passed = samples::perfect();
  const std::string score = lab_line(passed, style());
  ASSERT_FALSE(passed.items.front().tests.empty());
  Observation& test = passed.items.front().tests.front();
  ASSERT_FALSE(test.hidden);
  test.outcome.printed = "i = 3\nj = 4\n";
  EXPECT_EQ(first_text(passed, style()), "  " + test.test + " prints:\n    i = 3\n    j = 4\n\n" + score);
  test.outcome.printed.clear();
  for (int line = 0; line < 1000; ++line) test.outcome.printed += "i\n";
  const std::string text = first_text(passed, style());
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 20) << text;
  EXPECT_TRUE(text.ends_with(score)) << text;
  test.hidden = true;
  EXPECT_EQ(first_text(passed, style()), score);
}

TEST(ShortText, names_the_line_that_called_an_earlier_labs_function) {
  const std::string text = shown({broken_rule(
      "out_of_bounds",
      "thread 0 of block 0 reads A[7], but A has 7 elements of 4 bytes, at merge_sequential.cuh:17 `if "
      "(A[i] <= B[j]) {`, called at merge_basic.cuh:41 `merge_sequential(A, m, B, n, C);`",
      at("merge_sequential.cuh", 17, {"merge_basic.cuh", 41}))});
  EXPECT_TRUE(
      contains(text, "    called at merge_basic.cuh:41\n        merge_sequential(A, m, B, n, C);\n",
               "first: find out why the access in the call at merge_basic.cuh:41 is out of bounds\n"));
}

TEST(ShortText, keeps_the_whole_hint_and_shortens_the_rest) {
  LabResult full = missing_barrier();
  std::string hint;
  for (int i = 0; i < 60; ++i) hint += "word ";
  for (ItemResult& one : full.items) one.hint = hint + "at the very end.";
  full.items.back().tests.front().outcome.message = kRace;
  for (int i = 0; i < 30; ++i) {
    full.items.push_back(item("passed_with_a_long_name_" + std::to_string(i), {}));
    full.items.push_back(item("lost_" + std::to_string(i), wrong("lost_keys")));
  }
  const std::string text = short_text(full, style(80));
  EXPECT_TRUE(contains(text, "at the very end."));
  EXPECT_LE(occurrences(text, "\n"), 22U) << text;
  EXPECT_TRUE(contains(text, " more\n"));
  TextStyle low = style(80);
  low.lines = 19;
  EXPECT_LE(occurrences(short_text(full, low), "\n"), 19U) << short_text(full, low);
}

TEST(ShortText, tells_the_score_of_a_passed_lab_once_and_keeps_to_the_screen) {
  LabResult passed = samples::perfect();
  for (int i = 0; i < 10; ++i) {
    passed.items.push_back(passed.items.front());
    passed.items.back().about =
        "what takes more than one line of a narrow terminal, and a word or two besides";
  }
  const std::string text = short_text(passed, style(80));
  EXPECT_EQ(occurrences(text, "10 / 10"), 1U) << text;
  EXPECT_LE(occurrences(text, "\n"), 17U) << text;  // and what is next below it
  EXPECT_TRUE(contains(text, " …\n"));
}

TEST(ShortText, says_nothing_of_a_hidden_case) {
  LabResult lab = samples::tiled_kernel();
  std::erase_if(lab.items, [](const ItemResult& item) { return item.id != "random"; });
  const std::string text = short_text(lab, style());
  EXPECT_TRUE(contains(text, "random: 1 hidden case failed, wrong answer\n"));
  EXPECT_FALSE(contains(text, "123456"));
  EXPECT_FALSE(contains(text, "secret"));
  EXPECT_FALSE(contains(text, "again:"));
}

TEST(ShortText, tells_of_a_broken_rule_that_no_item_of_this_run_counts) {
  LabResult one_case = lab({item("plain", {})});
  one_case.message = std::string("plain/one_tile: ") + kRace;
  const std::string text = short_text(one_case, style());
  EXPECT_TRUE(
      contains(text, "a rule of CUDA is broken, and these points leave that out. plain/one_tile: thread 1",
               "\n        const int A_curr = bounds[0];\n", "   right results, but a CUDA rule is broken\n"));
  EXPECT_FALSE(contains(shown({item("plain", {})}), "rule of CUDA"));
}

TEST(ShortText, leads_with_a_broken_rule_that_was_seen_beside_a_figure) {
  Outcome slow = reported(Verdict::too_slow, "2.5 times as many turns", "wavefronts");
  slow.violations = {a_race()};
  const std::string text = shown({item("wavefronts", slow)});
  const std::size_t race = text.find("points leave that out. wavefronts/one_tile: thread 1 of");
  EXPECT_LT(race, text.find("2.5 times as many turns")) << text;
  EXPECT_TRUE(contains(text, "first: find the cause of the race at merge_tiled.cuh:32\n"));

  EXPECT_FALSE(contains(shown({item("wavefronts", slow), broken_rule("race", kRace)}), "leave that out"));
  EXPECT_FALSE(contains(shown({item("plain", wrong("order", {a_race()}))}), "leave that out"));
}

TEST(ShortText, leads_with_a_wrong_case_before_any_rule_that_only_a_later_case_breaks) {
  ItemResult ties =
      item("ties", reported(Verdict::checker_violation,
                            "thread 0 reads tileB[0] at merge_tiled.cuh:63, which was never written",
                            "uninitialised_read"));
  ItemResult rules = broken_rule("uninitialised_read", "");
  rules.message = "ties/one_tile: " + ties.message;
  rules.of_test = "ties/one_tile";
  ItemResult plain = item("plain", wrong("first_tile_right"));
  plain.hint = kHint;
  const std::string text = shown({plain, ties, rules});
  EXPECT_EQ(text.find("  ✗ plain/one_tile: C[3] expected 1"), 0U) << text;
  EXPECT_LT(text.find("hint:"), text.find("costs 2 points: plain\n")) << text;
  const std::string before = shown({ties, plain, rules});
  EXPECT_EQ(before.find("  ✗ ties/one_tile: thread 0 reads"), 0U) << before;
}

TEST(ShortText, tells_each_item_by_its_first_case_whatever_a_later_one_shows) {
  ItemResult boundaries = item("boundaries", wrong("order"));
  boundaries.status = Verdict::checker_violation;  // of its second case
  Observation second = boundaries.tests.front();
  second.test = "boundaries/two";
  second.outcome = reported(Verdict::checker_violation, "thread 0 reads tileB[0]", "uninitialised_read");
  boundaries.tests.push_back(second);
  const std::string text = shown({item("plain", wrong("order")), boundaries});
  EXPECT_EQ(text.find("  ✗ plain/one_tile: C[3] expected 1"), 0U) << text;
  EXPECT_TRUE(contains(text, "costs 4 points: plain, boundaries\n"));
}

}  // namespace
}  // namespace mergelab::report
