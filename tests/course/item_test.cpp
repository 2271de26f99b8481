// The items of lab.json: the message for each mistake.
#include "course/course.hpp"
#include "support/test.hpp"
#include "tiny_course.hpp"

namespace mergelab::course {
namespace {

TEST(LabFile, names_each_mistake_about_an_item) {
  const Mistake in_first[] = {
      {"\"points\": 0.5", "\"points\": \"x\"",
       "11: item 'stability' (/items/1/points): expected a number of 0 or more, got \"x\""},
      {"\"points\": 0.5", "\"points\": -1",
       "11: item 'stability' (/items/1/points): expected a number of 0 or more, got -1"},
      {"\"points\": 4", "\"points\": 0", "7: /points: expected a number over 0, got 0"},
      {"\"points\": 4", "\"points\": 5", "7: /points: is 5, but the points of the items add up to 4"},
      {"\"points\": 2,", "\"points\": 2.001,",
       "10: item 'plain' (/items/0/points): expected points with at most two decimals, such as 2.25, got "
       "2.001"},
      {"\"points\": 2,", "\"points\": 2.01,", "7: /points: is 4, but the points of the items add up to 4.01"},
      {"\"id\": \"stability\"", "\"id\": \"plain\"",
       "11: item 'plain' (/items/1/id): there is already an item \"plain\""},
      {"\"id\": \"plain\"", "\"id\": \"plian\"",
       "10: item 'plian' (/items/0/id): datasets/catalog.json has no family \"plian\"\n  did you mean "
       "\"plain\"?"},
      {"\"family\": \"plain\"", "\"family\": \"something\"",
       "11: item 'stability' (/items/1/family): datasets/catalog.json has no family \"something\"\n  add it "
       "there, or name one with \"family\""},
      {"\"kind\": \"correctness\"", "\"kind\": \"corectness\"",
       "10: item 'plain' (/items/0/kind): unknown value \"corectness\"\n  did you mean \"correctness\"?  "
       "known: correctness, checker, performance"},
      {"\"value\": \"record\"", "\"value\": 7",
       "11: item 'stability' (/items/1/value): expected one of int, record, counted, got 7"},
      {"[\"cpu\"]", "[]", "13: item 'comparisons' (/items/2/backends): expected at least one of cpu, gpu"},
      {"[\"cpu\"]", "[\"cpu\", \"cpu\"]",
       "13: item 'comparisons' (/items/2/backends/1): is already on the list"},
      {"\"backends\": [\"cpu\"], ", "",
       "12: item 'comparisons' (/items/2/value): \"counted\" needs \"backends\": [\"cpu\"] and a function "
       "that runs on the host"},
      {"\"max_ratio\": 1, ", "",
       "12: item 'comparisons' (/items/2): a performance item has either \"max_ratio\", or \"full\" and "
       "\"zero\""},
      {"\"zero\": 8", "\"max_ratio\": 8",
       "14: item 'time' (/items/3): a performance item has either \"max_ratio\", or \"full\" and \"zero\""},
      {", \"zero\": 8", "",
       "14: item 'time' (/items/3): a performance item has either \"max_ratio\", or \"full\" and \"zero\""},
      {"\"zero\": 8", "\"zero\": 2",
       "15: item 'time' (/items/3/full): expected less than \"zero\", which is 2, got 2"},
      {"\"anchor\": 1}", "\"anchor\": 1.5}",
       "13: item 'comparisons' (/items/2/anchor): expected at most \"max_ratio\", which is 1, got 1.5: the "
       "reference solution has to earn all points"},
      {"\"zero\": 8", "\"zero\": 8, \"anchor\": 2.5",
       "15: item 'time' (/items/3/anchor): expected at most \"full\", which is 2, got 2.5: the reference "
       "solution has to earn all points"},
      {"\"zero\": 8", "\"zero\": 8, \"anchor\": 2", ""},
      {"\"full\": 2", "\"full\": 0", "15: item 'time' (/items/3/full): expected a number over 0, got 0"},
      {"std_merge", "merge_comparisons",
       "15: item 'time' (/items/3/yardstick): \"merge_comparisons\" needs \"value\": \"counted\""},
      {"\"yardstick\": \"merge_comparisons\", ", "",
       "12: item 'comparisons' (/items/2): the key \"yardstick\" is missing"},
      {"\"about\": \"adds\"", "\"about\": \"adds\", \"metric\": \"x\"",
       "10: item 'plain' (/items/0/metric): only a performance item has \"metric\"; this one's kind is "
       "\"correctness\""},
      {"\"about\": \"adds\"", "\"about\": \"adds\", \"hidden\": true",
       "10: item 'plain' (/items/0): unknown key \"hidden\"\n  known keys: id, kind, points, about, family, "
       "value, backends, metric, yardstick, full, zero, max_ratio, anchor, reference, checks, checker, "
       "group, of, per, at_least"},
      {"\"about\": \"adds\"", "\"about\": \"adds\", \"group\": \"keys\"",
       "10: item 'plain' (/items/0/group): this lab has no \"groups\""},
  };
  expect_messages(kFirstLab, in_first);
}

TEST(LabFile, names_each_mistake_about_checks_and_counters) {
  const Mistake in_first[] = {
      {"\"about\": \"adds\"", "\"about\": \"adds\", \"checks\": 1",
       "10: item 'plain' (/items/0/checks): expected true or false, got 1"},
      {"\"about\": \"adds\"", "\"about\": \"adds\", \"checker\": \"launch\"",
       "10: item 'plain' (/items/0/checker): only an item of kind \"checker\" takes this key"},
      {"\"kind\": \"correctness\"", "\"kind\": \"checker\"",
       "10: item 'plain' (/items/0): the key \"checker\" is missing"},
      {"\"kind\": \"correctness\"", "\"kind\": \"checker\", \"checker\": \"launch\"",
       "10: item 'plain' (/items/0/checker): this lab's kit prescribes no launch for its function"},
      {"\"kind\": \"correctness\"", "\"kind\": \"checker\", \"checker\": \"accesses\", \"checks\": false",
       "10: item 'plain' (/items/0/checks): an item that checks rules needs the checks"},
      {"\"metric\": \"time_ratio\"", "\"checks\": true, \"metric\": \"time_ratio\"",
       "15: item 'time' (/items/3/checks): a performance item does not take this key"},
      {"\"metric\": \"time_ratio\", \"yardstick\": \"std_merge\"",
       "\"metric\": \"loads\", \"yardstick\": \"counters\"",
       "15: item 'time' (/items/3/yardstick): \"counters\" needs a function that launches kernels"},
      {"std_merge", "std_search",
       "15: item 'time' (/items/3/yardstick): \"std_search\" needs a function that finds ranks"},
  };
  expect_messages(kFirstLab, in_first);
  const TinyCourse tiny;
  tiny.replace(kFirstLab, kFirstRuns, R"("kit": "co_rank", "interface": { "returns": "int", "runs": "host")");
  tiny.replace(
      kFirstLab, kFirstArguments,
      R"({ "name": "A", "type": "value", "in": ["m"] }, { "name": "m", "size": true }, )"
      R"({ "name": "B", "type": "value", "in": ["n"] }, { "name": "n", "size": true }, { "name": "k" })");
  EXPECT_EQ(tiny.complaint(),
            "labs/01_add/lab.json:13: item 'comparisons' (/items/2/yardstick): \"merge_comparisons\" needs a "
            "function that merges");
}

TEST(LabFile, has_to_fit_the_cases_of_its_families) {
  const Mistake in_first[] = {
      {"\"family\": \"plain\"", "\"family\": \"boundaries\"",
       "11: item 'stability' (/items/1/family): the case \"boundaries/block\" does not fit this lab: its "
       "sizes depend on a launch, but this lab launches nothing"},
  };
  expect_messages(kFirstLab, in_first);
  const Mistake in_catalog[] = {
      {"\"tile/2\"", "\"tile/0\"",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/id): the case \"plain/one\" does not fit this lab: "
       "'tile/0' divides by 0"},
      {"\"tile/2\"", "\"2147483647-tile+20\"",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/id): the case \"plain/one\" does not fit this lab: "
       "its m+n is 2147483650, over 2^31-1"},
      {"\"tile/2\"", "\"tile/2-11\"",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/id): the case \"plain/one\" does not fit this lab: "
       "'tile/2-11' is -1, but a size must be 0 or more"},
      {"\"run\": \"tile+1\"", "\"run\": \"tile-section\"",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/id): the case \"plain/runs\" does not fit this lab: "
       "'tile-section' is -43, but a size must be 0 or more"},
      {"\"m\": \"block+1\", \"n\": 0", "\"m\": \"block+1\", \"n\": \"tile-section\"",
       "labs/02_tiled/lab.json:13: item 'boundaries' (/items/1/id): the case \"boundaries/block\" does not "
       "fit this lab: 'tile-section' is -80, but a size must be 0 or more"},
      {"\"tile\": 7", "\"tile\": \"tile/21\"",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/id): the case \"plain/runs\" does not fit this lab: "
       "its tile is empty"},
      {"[\"cpu\", \"gpu\"]", "[\"cpu\"]",
       "labs/02_tiled/lab.json:13: item 'boundaries' (/items/1/id): runs on gpu, but its family "
       "\"boundaries\" does not\n  list this item's \"backends\""},
  };
  expect_messages(kCatalog, in_catalog);
}

TEST(LabFile, is_given_arrays_that_suit_its_function) {
  EXPECT_EQ(complaint_with(kCatalog, "\"generator\": \"runs\"", "\"generator\": \"shuffled\""),
            "labs/01_add/lab.json:10: item 'plain' (/items/0/id): the case \"plain/runs\" does not fit this "
            "lab: its generator \"shuffled\" makes unsorted arrays, but this lab takes sorted ones");
  const TinyCourse tiny;
  tiny.replace(kFirstLab, kFirstRuns, R"("kit": "sort", "interface": { "runs": "device")");
  tiny.replace(kFirstLab, kFirstArguments,
               R"({ "name": "A", "type": "value", "in": ["m"] }, { "name": "m", "size": true }, )"
               R"({ "name": "C", "type": "value", "out": ["m"] }, )"
               R"({ "name": "scratch", "type": "value", "scratch": ["m"] })");
  EXPECT_TRUE(contains(tiny.complaint(), "it has a B, but a sort takes one array: \"n\": 0"));
}

}  // namespace
}  // namespace mergelab::course
