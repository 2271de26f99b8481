// Tests follow only from rubric, catalog and backend.
#include "judge/plan.hpp"

#include <gtest/gtest.h>

namespace mergelab::judge {
namespace {

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
