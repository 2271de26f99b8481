// The items of lab.json: the message for each mistake.
#include <gtest/gtest.h>

#include "course/course.hpp"
#include "tiny_course.hpp"

namespace mergelab::course {
namespace {

TEST(LabFile, names_each_mistake_about_an_item) {
  expect_messages({
      {kFirstLab, "\"points\": 0.5", "\"points\": \"x\"",
       "labs/01_add/lab.json:11: item 'stability' (/items/1/points): expected a number of 0 or more, got "
       "\"x\""},
      {kFirstLab, "\"points\": 0.5", "\"points\": -1",
       "labs/01_add/lab.json:11: item 'stability' (/items/1/points): expected a number of 0 or more, got -1"},
      {kFirstLab, "\"points\": 4", "\"points\": 0",
       "labs/01_add/lab.json:7: /points: expected a number over 0, got 0"},
      {kFirstLab, "\"points\": 4", "\"points\": 5",
       "labs/01_add/lab.json:7: /points: is 5, but the points of the items add up to 4"},
      {kFirstLab, "\"points\": 2,", "\"points\": 2.001,",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/points): expected points with at most two decimals, "
       "such as "
       "2.25, got 2.001"},
      {kFirstLab, "\"points\": 2,", "\"points\": 2.01,",
       "labs/01_add/lab.json:7: /points: is 4, but the points of the items add up to 4.01"},
      {kFirstLab, "\"id\": \"stability\"", "\"id\": \"plain\"",
       "labs/01_add/lab.json:11: item 'plain' (/items/1/id): there is already an item \"plain\""},
      {kFirstLab, "\"id\": \"plain\"", "\"id\": \"plian\"",
       "labs/01_add/lab.json:10: item 'plian' (/items/0/id): datasets/catalog.json has no family \"plian\"\n "
       " did you mean "
       "\"plain\"?"},
      {kFirstLab, "\"family\": \"plain\"", "\"family\": \"something\"",
       "labs/01_add/lab.json:11: item 'stability' (/items/1/family): datasets/catalog.json has no family "
       "\"something\"\n  add it "
       "there, or name "
       "one with \"family\""},
      {kFirstLab, "\"kind\": \"correctness\"", "\"kind\": \"corectness\"",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/kind): unknown value \"corectness\"\n  did you mean "
       "\"correctness\"?  "
       "known: "
       "correctness, checker, performance"},
      {kFirstLab, "\"value\": \"record\"", "\"value\": 7",
       "labs/01_add/lab.json:11: item 'stability' (/items/1/value): expected one of int, record, counted, "
       "got 7"},
      {kFirstLab, "[\"cpu\"]", "[]",
       "labs/01_add/lab.json:13: item 'comparisons' (/items/2/backends): expected at least one of cpu, gpu"},
      {kFirstLab, "[\"cpu\"]", "[\"cpu\", \"cpu\"]",
       "labs/01_add/lab.json:13: item 'comparisons' (/items/2/backends/1): is already on the list"},
      {kFirstLab, "\"backends\": [\"cpu\"], ", "",
       "labs/01_add/lab.json:12: item 'comparisons' (/items/2/value): \"counted\" needs \"backends\": "
       "[\"cpu\"] and a function that runs on the host"},
      {kFirstLab, "\"max_ratio\": 1, ", "",
       "labs/01_add/lab.json:12: item 'comparisons' (/items/2): a performance item has either \"max_ratio\", "
       "or \"full\" and "
       "\"zero\""},
      {kFirstLab, "\"zero\": 8", "\"max_ratio\": 8",
       "labs/01_add/lab.json:14: item 'time' (/items/3): a performance item has either \"max_ratio\", or "
       "\"full\" and "
       "\"zero\""},
      {kFirstLab, ", \"zero\": 8", "",
       "labs/01_add/lab.json:14: item 'time' (/items/3): a performance item has either \"max_ratio\", or "
       "\"full\" and "
       "\"zero\""},
      {kFirstLab, "\"zero\": 8", "\"zero\": 2",
       "labs/01_add/lab.json:15: item 'time' (/items/3/full): expected less than \"zero\", which is 2, got "
       "2"},
      {kFirstLab, "\"anchor\": 1}", "\"anchor\": 1.5}",
       "labs/01_add/lab.json:13: item 'comparisons' (/items/2/anchor): expected at most \"max_ratio\", which "
       "is "
       "1, got 1.5: the reference solution has to earn all points"},
      {kFirstLab, "\"zero\": 8", "\"zero\": 8, \"anchor\": 2.5",
       "labs/01_add/lab.json:15: item 'time' (/items/3/anchor): expected at most \"full\", which is 2, got "
       "2.5: "
       "the reference solution has to earn all points"},
      {kFirstLab, "\"zero\": 8", "\"zero\": 8, \"anchor\": 2", ""},
      {kFirstLab, "\"full\": 2", "\"full\": 0",
       "labs/01_add/lab.json:15: item 'time' (/items/3/full): expected a number over 0, got 0"},
      {kFirstLab, "std_merge", "merge_comparisons",
       "labs/01_add/lab.json:15: item 'time' (/items/3/yardstick): \"merge_comparisons\" needs \"value\": "
       "\"counted\""},
      {kFirstLab, "\"yardstick\": \"merge_comparisons\", ", "",
       "labs/01_add/lab.json:12: item 'comparisons' (/items/2): the key \"yardstick\" is missing"},
      {kFirstLab, "\"about\": \"adds\"", "\"about\": \"adds\", \"metric\": \"x\"",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/metric): only a performance item has \"metric\"; "
       "this one's kind is "
       "\"correctness\""},
      {kFirstLab, "\"about\": \"adds\"", "\"about\": \"adds\", \"hidden\": true",
       "labs/01_add/lab.json:10: item 'plain' (/items/0): unknown key \"hidden\"\n  known keys: id, kind, "
       "points, about, "
       "family, value, "
       "backends, metric, yardstick, full, zero, max_ratio, anchor, reference, checks, checker, group, "
       "of, per, at_least"},
      {kFirstLab, "\"about\": \"adds\"", "\"about\": \"adds\", \"group\": \"keys\"",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/group): this lab has no \"groups\""},
  });
}

TEST(LabFile, names_each_mistake_about_checks_and_counters) {
  expect_messages({
      {kFirstLab, "\"about\": \"adds\"", "\"about\": \"adds\", \"checks\": 1",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/checks): expected true or false, got 1"},
      {kFirstLab, "\"about\": \"adds\"", "\"about\": \"adds\", \"checker\": \"launch\"",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/checker): only an item of kind \"checker\" takes "
       "this key"},
      {kFirstLab, "\"kind\": \"correctness\"", "\"kind\": \"checker\"",
       "labs/01_add/lab.json:10: item 'plain' (/items/0): the key \"checker\" is missing"},
      {kFirstLab, "\"kind\": \"correctness\"", "\"kind\": \"checker\", \"checker\": \"launch\"",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/checker): this lab's kit prescribes no "
       "launch for its function"},
      {kFirstLab, "\"kind\": \"correctness\"",
       "\"kind\": \"checker\", \"checker\": \"accesses\", \"checks\": false",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/checks): an item that checks rules needs the checks"},
      {kFirstLab, "\"metric\": \"time_ratio\"", "\"checks\": true, \"metric\": \"time_ratio\"",
       "labs/01_add/lab.json:15: item 'time' (/items/3/checks): a performance item does not take this key"},
      {kFirstLab, "\"metric\": \"time_ratio\", \"yardstick\": \"std_merge\"",
       "\"metric\": \"loads\", \"yardstick\": \"counters\"",
       "labs/01_add/lab.json:15: item 'time' (/items/3/yardstick): \"counters\" needs a function "
       "that launches kernels"},
      {kFirstLab, "std_merge", "std_search",
       "labs/01_add/lab.json:15: item 'time' (/items/3/yardstick): \"std_search\" needs a function that "
       "finds "
       "ranks"},
  });
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
  expect_messages({
      {kFirstLab, "\"family\": \"plain\"", "\"family\": \"boundaries\"",
       "labs/01_add/lab.json:11: item 'stability' (/items/1/family): the case \"boundaries/block\" does not "
       "fit this lab: its sizes depend on a launch, but this lab launches nothing"},
      {kCatalog, "\"tile/2\"", "\"tile/0\"",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/id): the case \"plain/one\" does not fit this lab: "
       "'tile/0' divides by "
       "0"},
      {kCatalog, "\"tile/2\"", "\"2147483647-tile+20\"",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/id): the case \"plain/one\" does not fit this lab: "
       "its m+n is "
       "2147483650, over 2^31-1"},
      {kCatalog, "\"tile/2\"", "\"tile/2-11\"",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/id): the case \"plain/one\" does not fit this lab: "
       "'tile/2-11' is -1, but a size must be 0 or more"},
      {kCatalog, "\"run\": \"tile+1\"", "\"run\": \"tile-section\"",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/id): the case \"plain/runs\" does not fit this lab: "
       "'tile-section' is -43, but a size must be 0 or more"},
      {kCatalog, "\"m\": \"block+1\", \"n\": 0", "\"m\": \"block+1\", \"n\": \"tile-section\"",
       "labs/02_tiled/lab.json:13: item 'boundaries' (/items/1/id): the case \"boundaries/block\" does not "
       "fit "
       "this lab: 'tile-section' is -80, but a size must be 0 or more"},
      {kCatalog, "\"tile\": 7", "\"tile\": \"tile/21\"",
       "labs/01_add/lab.json:10: item 'plain' (/items/0/id): the case \"plain/runs\" does not fit this lab: "
       "its tile is empty"},
      {kCatalog, "[\"cpu\", \"gpu\"]", "[\"cpu\"]",
       "labs/02_tiled/lab.json:13: item 'boundaries' (/items/1/id): runs on gpu, but its family "
       "\"boundaries\" does not\n  list "
       "this item's "
       "\"backends\""},
  });
}

TEST(LabFile, is_given_arrays_that_suit_its_function) {
  EXPECT_EQ(
      complaint_with(kCatalog, "\"generator\": \"runs\"", "\"generator\": \"shuffled\""),
      "labs/01_add/lab.json:10: item 'plain' (/items/0/id): the case \"plain/runs\" does not fit this lab: "
      "its generator \"shuffled\" makes unsorted arrays, but this lab takes sorted ones");
  const TinyCourse tiny;
  tiny.replace(kFirstLab, kFirstRuns, R"("kit": "sort", "interface": { "runs": "device")");
  tiny.replace(kFirstLab, kFirstArguments,
               R"({ "name": "A", "type": "value", "in": ["m"] }, { "name": "m", "size": true }, )"
               R"({ "name": "C", "type": "value", "out": ["m"] }, )"
               R"({ "name": "scratch", "type": "value", "scratch": ["m"] })");
  const std::string complaint = tiny.complaint();
  EXPECT_NE(complaint.find("it has a B, but a sort takes one array: \"n\": 0"), std::string::npos)
      << complaint;
}

}  // namespace
}  // namespace mergelab::course
