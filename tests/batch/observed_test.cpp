// Which observations are valid under another rubric, and their results.
#include "app/grading/observed.hpp"

#include "support/reported.hpp"
#include "support/test.hpp"

namespace mergelab::app {
namespace {

Item item(const std::string& id, double full, const std::string& metric = "loads_a",
          const std::string& yardstick = "") {
  Item made;
  made.id = id;
  made.kind = ItemKind::performance;
  made.points = 4;
  made.backends.add(Backend::cpu);
  made.metric = metric;
  made.yardstick = yardstick;
  made.full = full;
  made.zero = 2 * full;
  return made;
}

Observation test(const std::string& item, double figure, Verdict verdict,
                 const std::string& metric = "loads_a") {
  Observation seen;
  seen.item = item;
  seen.test = item + "/case";
  seen.outcome = reported(verdict, verdict == Verdict::passed ? "" : "full points up to 1", "slow");
  seen.outcome.metrics = {{metric, figure}};
  return seen;
}

/// What was observed under a lab, all of it fresh.
Observed observed(const Lab& lab, std::vector<Observation> tests) {
  Observed fresh;
  fresh.observations = std::move(tests);
  std::set<std::string> ids;
  for (const Item& each : lab.items) ids.insert(each.id);
  Observed all = merged(lab, {}, std::move(fresh), ids);
  for (const Item& each : lab.items) all.items[each.id] = "inputs";
  return all;
}

Lab lab_with(std::vector<Item> items) {
  Lab lab;
  lab.name = "lab";
  lab.items = std::move(items);
  return lab;
}

const std::map<std::string, std::string> kSame{{"loads", "inputs"}, {"time", "inputs"}};

TEST(Observed, counted_figures_are_judged_by_another_threshold) {
  const Lab before = lab_with({item("loads", 1)}), looser = lab_with({item("loads", 1.5)}),
            stricter = lab_with({item("loads", 1.1)});
  const Observed known = observed(before, {test("loads", 1.2, Verdict::too_slow)});
  EXPECT_TRUE(stale_items(looser, kSame, known).empty());
  const Observed more = merged(looser, known, {}, {});
  EXPECT_EQ(more.observations.front().outcome.verdict, Verdict::passed);
  EXPECT_EQ(more.observations.front().outcome.message, "");
  EXPECT_TRUE(stale_items(stricter, kSame, more).empty());
  const Observed less = merged(stricter, more, {}, {});
  EXPECT_EQ(less.observations.front().outcome.verdict, Verdict::too_slow);
  EXPECT_EQ(less.allowed.at("loads"), 1.1);
  // Under the same threshold, the words stay.
  EXPECT_EQ(merged(before, known, {}, {}).observations.front().outcome.message, "full points up to 1");
}

TEST(Observed, what_is_wrong_stays_wrong_whatever_the_threshold) {
  const Lab before = lab_with({item("loads", 1)}), looser = lab_with({item("loads", 9)});
  for (const Verdict verdict : {Verdict::wrong_answer, Verdict::timed_out, Verdict::invalid_measurement}) {
    const Observed known = observed(before, {test("loads", 1.2, verdict)});
    EXPECT_EQ(merged(looser, known, {}, {}).observations.front().outcome.verdict, verdict);
  }
}

TEST(Observed, a_time_that_passed_is_taken_again_for_a_stricter_threshold) {
  const auto timed = [](double most) {
    Item made = item("time", most, "time_ratio", "std_merge");
    made.full.reset();
    made.zero.reset();
    made.max_ratio = most;
    return lab_with({made});
  };
  ASSERT_TRUE(timed(8).items.front().is_timed());
  const Observed known = observed(timed(8), {test("time", 3, Verdict::passed, "time_ratio")});
  EXPECT_TRUE(stale_items(timed(5), kSame, known).empty());  // it is fast enough for that, too
  EXPECT_EQ(stale_items(timed(2), kSame, known), std::set<std::string>{"time"});
  EXPECT_TRUE(stale_items(timed(20), kSame, known).empty());
}

TEST(Observed, other_inputs_and_new_items_run_and_old_items_go) {
  const Lab before = lab_with({item("loads", 1), item("gone", 1)}),
            now = lab_with({item("new", 1), item("loads", 1)});
  const Observed known =
      observed(before, {test("loads", 1, Verdict::passed), test("gone", 1, Verdict::passed)});
  EXPECT_EQ(stale_items(now, {{"loads", "inputs"}, {"new", "inputs"}}, known), std::set<std::string>{"new"});
  EXPECT_EQ(stale_items(now, {{"loads", "others"}, {"new", "inputs"}}, known),
            (std::set<std::string>{"loads", "new"}));
  Observed fresh;
  fresh.observations = {test("new", 1, Verdict::passed)};
  const Observed all = merged(now, known, fresh, {"new"});
  ASSERT_EQ(all.observations.size(), 2U);
  EXPECT_EQ(all.observations[0].item, "new");  // the rubric's order
  EXPECT_EQ(all.observations[1].item, "loads");
}

TEST(Observed, comes_back_from_text_as_it_was) {
  const Lab lab = lab_with({item("loads", 1)});
  Observed seen = observed(lab, {test("loads", 1.25, Verdict::too_slow)});
  seen.lab = "lab";
  seen.inputs = "files";
  seen.observations[0].hidden = true;
  seen.observations[0].outcome.violations = {{"race", {}, "two lines\nof text", "hint"}};
  seen.builds = {{ValueType::record, false, Verdict::build_failed, "error: \"x\"\n", 0.5, Backend::cpu}};
  seen.deductions = {{"forbidden", "goto", 10, 0}};
  ObservedRuns runs;
  runs.keep(seen);
  const ObservedRuns again(runs.text());
  const std::optional<Observed> found = again.find("lab", "files");
  ASSERT_TRUE(found);
  EXPECT_EQ(again.text(), runs.text());
  EXPECT_EQ(found->observations[0].outcome.violations[0].text, "two lines\nof text");
  EXPECT_EQ(found->observations[0].outcome.metrics.at("loads_a"), 1.25);
  EXPECT_TRUE(found->observations[0].hidden);
  EXPECT_EQ(found->builds[0].verdict, Verdict::build_failed);
  EXPECT_FALSE(again.find("lab", "others"));
  EXPECT_THROW(ObservedRuns("{}"), std::runtime_error);
  std::string cut = runs.text();
  cut.resize(cut.size() - 5);
  EXPECT_THROW(ObservedRuns{cut}, std::runtime_error);
}

TEST(Observed, runs_that_nobody_asked_for_are_left_out) {
  Observed one, other;
  one.lab = other.lab = "lab";
  one.inputs = "old";
  other.inputs = "new";
  ObservedRuns before;
  before.keep(one);
  ObservedRuns after(before.text());
  after.keep(other);
  EXPECT_FALSE(ObservedRuns(after.text()).find("lab", "old"));
  EXPECT_TRUE(ObservedRuns(after.text()).find("lab", "new"));
}

}  // namespace
}  // namespace mergelab::app
