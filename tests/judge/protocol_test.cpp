// mergelab's messages reach its judge unchanged, and nothing else is accepted as one.
#include "judge/protocol.hpp"
#include "kits/keys/case.hpp"
#include "support/interfaces.hpp"
#include "support/test.hpp"

namespace mergelab::judge {
namespace {

TEST(Protocol, a_job_survives_the_way) {
  Job job;
  job.lab.name = "04_tiled_kernel";
  job.lab.interface = shaped_merge();
  job.lab.interface.arguments[0].fields = {{"x", "float", {.how = Compare::How::ulps, .ulps = 7}},
                                           {"y", "half"}};
  job.lab.constants = {{"section", 1024}, {"tile", 256}};
  job.lab.limits.case_cpu_s = 3.5;
  Item item;
  item.id = "comparisons";
  item.kind = ItemKind::performance;
  item.family = "comparisons";
  item.value = ValueType::counted;
  item.backends = {Backend::cpu};
  item.max_ratio = 1.5;
  item.reference = {{"NVIDIA H200", {{"one", 1.25}}}};
  job.lab.items = {item};
  job.lab.kit = &merge_kit();
  KeysCase keys{.generator = "runs", .m = Size("2*tile+1")};
  keys.tile = Size("96");
  keys.vary = 10;
  keys.offset_b = 3;
  keys.keys_a = {1, 2};
  keys.lists = ListsSpec{7, "halving", "turns"};
  CaseSpec spec = spec_of(keys, "one");
  spec.seed = 0xffffffffffffffffULL;
  Family family;
  family.name = "comparisons";
  family.hidden = true;
  family.cases = {spec};
  job.families = {family};
  job.objects = {{BuildKind(ValueType::counted), "/tmp/with blank/ö.so"}};
  job.secret = "s";
  job.lab.timed_shapes = {{{"section", 2048}, {"tile", 512}}};
  job.order = RunOrder::reverse;

  const Job got = job_from_json(job_to_json(job));
  EXPECT_EQ(job_to_json(got), job_to_json(job));
  ASSERT_EQ(got.lab.interface.arguments[0].fields.size(), 2U);
  EXPECT_EQ(got.lab.interface.arguments[0].fields[0].compare.ulps, 7);
  EXPECT_EQ(got.lab.interface.arguments[0].fields[1].type, "half");
  EXPECT_EQ(got.lab.items.at(0).max_ratio, 1.5);
  EXPECT_FALSE(got.lab.items.at(0).full);
  EXPECT_EQ(got.lab.items.at(0).backends, Backends{Backend::cpu});
  EXPECT_EQ(got.lab.items.at(0).reference_on("NVIDIA H200", "one"), 1.25);
  EXPECT_EQ(got.lab.items.at(0).reference_on("NVIDIA H100", "one"), std::nullopt);
  EXPECT_TRUE(got.lab.interface.has("section"));
  EXPECT_EQ(got.lab.timed_shapes, (std::vector<Numbers>{{{"section", 2048}, {"tile", 512}}}));
  EXPECT_EQ(got.order, RunOrder::reverse);
  EXPECT_EQ(keys_case(got.families.at(0).cases.at(0)).m.text(), "2*tile+1");
  EXPECT_EQ(got.families.at(0).cases.at(0).seed, 0xffffffffffffffffULL);
  EXPECT_FALSE(keys_case(got.families.at(0).cases.at(0)).section);
  EXPECT_EQ(keys_case(got.families.at(0).cases.at(0)).lists->k, 7);
  EXPECT_EQ(keys_case(got.families.at(0).cases.at(0)).lists->lengths, "halving");
  EXPECT_EQ(got.objects.at(BuildKind(ValueType::counted)), "/tmp/with blank/ö.so");
}

TEST(Protocol, an_observation_survives_the_way) {
  Observation seen;
  seen.item = "ties";
  seen.test = "ties/one";
  seen.outcome.verdict = Verdict::crashed;
  seen.outcome.message = "line one\nline two \xff";
  seen.outcome.metrics = {{"time_ratio", 1.25}};
  seen.outcome.symptom = "fault";
  seen.outcome.lines = {{"merge.cuh", 1, "x", 2, 3}};
  Finding race(finding::Message::race);
  race.access.at = {"merge.cuh", 7};
  seen.outcome.why = Statement(Sentence::comparisons, -3, 0.5, "a \xff") + Explanation(race);
  seen.outcome.violations = {{"race", race, "thread 1 \xff", "a barrier"}, {"misaligned", {}, "", ""}};
  const std::string line = observation_to_line(seen);
  EXPECT_FALSE(contains(line, '\n'));
  const Observation got = observation_from_line(line);
  EXPECT_EQ(got.outcome.verdict, Verdict::crashed);
  EXPECT_EQ(got.item + got.test + got.outcome.symptom, "tiesties/onefault");
  EXPECT_EQ(got.outcome.lines.at(0).sectors, 3U);
  EXPECT_EQ(got.outcome.metrics, seen.outcome.metrics);
  ASSERT_EQ(got.outcome.violations.size(), 2U);
  EXPECT_EQ(got.outcome.violations[0].rule, "race");
  EXPECT_EQ(in_words(got.outcome.violations[0]), "thread 1 \xEF\xBF\xBD\na barrier");
  EXPECT_EQ(got.outcome.message, "line one\nline two \xEF\xBF\xBD");
  ASSERT_EQ(got.outcome.why.statements().size(), 2U);
  EXPECT_EQ(got.outcome.why.statements()[0], Statement(Sentence::comparisons, -3, 0.5, "a \xEF\xBF\xBD"));
  ASSERT_NE(got.outcome.why.finding_of(got.outcome.why.statements()[1]), nullptr);
  EXPECT_EQ(got.outcome.why.findings()[0].access.at, race.access.at);
}

TEST(Protocol, refuses_what_is_no_job) {
  EXPECT_THROW(static_cast<void>(job_from_json("")), std::runtime_error);
  EXPECT_THROW(static_cast<void>(job_from_json("{}")), std::runtime_error);
  EXPECT_THROW(static_cast<void>(observation_from_line("[1]")), std::runtime_error);
  Observation impossible;
  impossible.outcome.metrics = {{"loads", std::numeric_limits<double>::quiet_NaN()}};
  EXPECT_THROW(static_cast<void>(observation_from_line(observation_to_line(impossible))), std::runtime_error);
}

// Tests follow only from rubric, catalog and backend.

Job job() {
  Job job;
  for (const char* id : {"plain", "ties"}) {
    Item item;
    item.id = id;
    item.family = id;
    item.backends = {Backend::cpu};
    job.lab.items.push_back(item);
    Family family;
    family.name = id;
    for (const char* name : {"one", "two"}) family.cases.emplace_back().name = name;
    job.families.push_back(family);
  }
  return job;
}

TEST(Plan, has_a_test_per_item_and_case_in_the_rubrics_order) {
  EXPECT_EQ(test_names(job()), (std::vector<std::string>{"plain/one", "plain/two", "ties/one", "ties/two"}));
}

TEST(Plan, runs_what_is_large_or_timed_last) {
  Job job = judge::job();
  job.lab.items[1].checks = true;
  EXPECT_EQ(test_names(job), (std::vector<std::string>{"ties/one", "ties/two", "plain/one", "plain/two"}));
}

TEST(Plan, begins_with_the_last_item_for_a_second_judge) {
  Job job = judge::job();
  job.backward = true;
  EXPECT_EQ(test_names(job), (std::vector<std::string>{"ties/one", "ties/two", "plain/one", "plain/two"}));
  job.lab.items[1].checks = true;
  EXPECT_EQ(test_names(job), (std::vector<std::string>{"plain/one", "plain/two", "ties/one", "ties/two"}));
}

TEST(Plan, keeps_items_of_ranks_together_that_have_the_same_workers) {
  Job ranks = job();
  ranks.lab.items.push_back(ranks.lab.items[0]);
  ranks.lab.items[2].id = "stability";
  ranks.lab.items[2].value = ValueType::record;
  const auto begins = [&ranks] {
    std::vector<bool> all;
    const std::vector<PlannedTest> tests = plan(ranks);
    for (std::size_t i = 0; i < tests.size(); ++i) all.push_back(begins_part(ranks, tests, i));
    return all;
  };
  EXPECT_EQ(begins(), (std::vector<bool>{true, false, true, false, true, false}));
  ranks.lab.interface.runs = Runs::ranks;
  EXPECT_EQ(begins(), (std::vector<bool>{true, false, false, false, true, false}));
  ranks.families[1].hidden = true;
  EXPECT_EQ(begins(), (std::vector<bool>{true, false, true, false, true, false}));
  ranks.families[1].hidden = false;
  ranks.backward = true;
  EXPECT_EQ(test_names(ranks), (std::vector<std::string>{"stability/one", "stability/two", "plain/one",
                                                         "plain/two", "ties/one", "ties/two"}));
}

TEST(Plan, leaves_out_items_of_another_backend) {
  Job gpu = job();
  gpu.lab.items[0].backends = {Backend::gpu};
  EXPECT_EQ(test_names(gpu), (std::vector<std::string>{"ties/one", "ties/two"}));
}

TEST(Plan, keeps_only_the_case_that_was_asked_for) {
  Job part = job();
  part.only = "ties/two";
  EXPECT_EQ(test_names(part), (std::vector<std::string>{"ties/two"}));
}

}  // namespace
}  // namespace mergelab::judge
