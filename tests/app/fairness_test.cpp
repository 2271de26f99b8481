// A grade depends on the submission, not on the machine's load.
#include <atomic>
#include <thread>

#include "../../bench/fairness/differences.hpp"
#include "command.hpp"
#include "report/report.hpp"
#include "support/long_run.hpp"

namespace mergelab {
namespace {

/// Work for every processor, for as long as it lives.
class Load {
 public:
  Load() {
    for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) {
      threads_.emplace_back([this] {
        while (!done_) {
        }
      });
    }
  }
  ~Load() { done_ = true; }

 private:
  std::atomic<bool> done_{false};
  std::vector<std::jthread> threads_;
};

/// The tiny course with something to count in each lab.
class FairnessTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    add_item("01_merge", 4, R"({"id": "comparisons", "kind": "performance", "points": 1, "value": "counted",
      "backends": ["cpu"], "family": "plain", "metric": "comparison_ratio", "yardstick": "merge_comparisons",
      "max_ratio": 1.0, "about": "comparisons"})");
    add_item("02_launch", 6, R"({"id": "loads", "kind": "performance", "points": 1, "backends": ["cpu"],
      "family": "plain", "metric": "loads", "yardstick": "counters", "full": 0.5, "zero": 100,
      "about": "loads"})");
  }
  void add_item(const std::string& lab, int points, const std::string& item) const {
    const fs::path file = course_ / "labs" / lab / "lab.json";
    replace(file, "\"points\": " + std::to_string(points), "\"points\": " + std::to_string(points + 1));
    replace(file, "\"items\": [", "\"items\": [" + item + ",");
  }
  [[nodiscard]] Grading grade() const {
    const Ran ran = tiny("grade mine --quiet");
    EXPECT_EQ(ran.code, 0) << ran.text;
    return report::from_json(read(folder_ / "report.json"));
  }
};
using FairnessTestSlow = FairnessTest;

TEST_F(FairnessTestSlow, grades_are_the_same_whatever_else_runs) {
  // Lab 1 loses its hidden case, and lab 2, which includes it, is graded once more with the reference.
  submit_solutions();
  fs::copy_file(course_ / "submissions/wrong/01_merge/merge.cuh", folder_ / "mine/01_merge/merge.cuh",
                fs::copy_options::overwrite_existing);
  const Grading first = grade();
  ASSERT_EQ(first.labs.size(), lab_count());
  EXPECT_EQ(first.labs[0].score, 4);
  const ItemResult& comparisons = first.labs[0].items.at(0);
  const ItemResult& loads = first.labs[1].items.at(0);
  EXPECT_TRUE(comparisons.metrics.contains("comparison_ratio"));
  EXPECT_GT(loads.score, 0);
  EXPECT_LT(loads.score, loads.max_score);  // where a figure that changed would show
  const Load load;
  for (int run = 0; run < in_long_run(4, 1); ++run)
    EXPECT_EQ(bench::differences(first, grade()), std::vector<std::string>());
}

TEST(GradeDifferences, are_found_in_every_field_that_counts) {
  Grading grading;
  grading.labs.resize(1);
  LabResult& lab = grading.labs.front();
  lab.score = 3;
  lab.items.resize(2);
  lab.items[0].status = lab.items[1].status = Verdict::passed;
  lab.items[0].score = lab.items[0].max_score = 1;
  lab.items[0].metrics["loads"] = 2;
  lab.items[0].tests.resize(1);
  lab.items[1].score = lab.items[1].max_score = 2;
  lab.items[1].metrics["time_ratio"] = 2;
  EXPECT_EQ(bench::differences(grading, grading).size(), 0U);
  const auto expect_differs = [&](const auto& change, std::size_t lines) {
    Grading other = grading;
    change(other.labs.front());
    EXPECT_EQ(bench::differences(grading, other).size(), lines);
  };
  expect_differs([](LabResult& l) { l.score.reset(); }, 1);
  expect_differs([](LabResult& l) { l.items.pop_back(); }, 1);
  expect_differs([](LabResult& l) { l.items[0].score = Points(0.99); }, 1);
  expect_differs([](LabResult& l) { l.items[0].max_score = 2; }, 1);
  expect_differs([](LabResult& l) { l.items[0].status = Verdict::wrong_answer; }, 1);
  expect_differs([](LabResult& l) { l.items[0].message = "C[7]"; }, 1);
  expect_differs([](LabResult& l) { l.items[0].metrics["loads"] = 2.001; }, 1);
  expect_differs([](LabResult& l) { l.items[0].tests[0].outcome.verdict = Verdict::crashed; }, 1);
  expect_differs([](LabResult& l) { l.items[0].tests.clear(); }, 1);
  // What a clock decides may be a little different, and what it showed is.
  expect_differs([](LabResult& l) { l.items[1].metrics["time_ratio"] = 3; }, 0);
  expect_differs([](LabResult& l) { l.items[1].score = Points(1.97); }, 0);
  expect_differs([](LabResult& l) { l.items[1].score = Points(1.95); }, 1);
  // Durations tell nothing of a grade.
  expect_differs([](LabResult& l) { l.items[0].tests[0].duration_s = 7; }, 0);
}

}  // namespace
}  // namespace mergelab
