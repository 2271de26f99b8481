// The comparison with the solution distinguishes files only by their output, by the counts and by broken
// rules.
#include "compare.hpp"

#include "app/course_files/wrong_file.hpp"
#include "grade.hpp"
#include "support/test.hpp"

namespace mergelab::mutants {
namespace {

class ComparisonTest : public testing::Test {
 protected:
  ComparisonTest() { options_.backend = "cpu", options_.text.quiet = true; }

  /// How the lab's solution with `to` in place of `from` differs from the solution.
  std::string difference(const std::string& lab_name, const std::string& from, const std::string& to) {
    app::Setup setup(options_);
    const Lab& lab = *setup.course().find_lab(lab_name);
    std::string text = app::read_text(app::reference_file(setup.course(), lab));
    const std::size_t place = text.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    text.replace(place, from.size(), to);
    const app::WorkFolder folder;
    std::ofstream(folder.path() / lab.file) << text;
    return mutants::difference(setup, lab, folder.path() / lab.file);
  }

  app::GradingOptions options_;
};
using ComparisonTestSlow = ComparisonTest;

TEST_F(ComparisonTestSlow, finds_nothing_where_nothing_differs) {
  EXPECT_EQ(difference("02_co_rank", "k > n ?", "k >= n ?"), "");
}
TEST_F(ComparisonTestSlow, sees_another_output) {
  EXPECT_EQ(difference("02_co_rank", "A[i] <= B", "A[i] < B"),
            "all pairs of int, section = 1, tile = 1: another output");
}
TEST_F(ComparisonTestSlow, sees_another_number_of_comparisons) {
  EXPECT_EQ(difference("02_co_rank", "(high - low) / 2;", "(high - low) / 3;"),
            "all pairs of counted, section = 1, tile = 1: another number of comparisons");
}
TEST_F(ComparisonTestSlow, sees_other_counts_of_a_kernel) {
  const std::string all_of_a = "co_rank(k_next, A, m, B, n);  // ";
  EXPECT_EQ(difference("03_basic_kernel", "i_curr + co_rank(k_next", all_of_a),
            "m = 1, n = 255, section = 1, tile = 1: bytes loaded: 1284, the solution 1188");
}
TEST_F(ComparisonTest, sees_a_broken_rule) {
  EXPECT_TRUE(contains(
      difference("03_basic_kernel", "  // TODO 3 end", "  if (k_curr == 0) C[total] = C[0];"), "writes C["));
}

// A mutant is killed by anything that costs a submission points.
TEST(MutantGraderSlow, kills_what_breaks_a_rule_on_small_inputs_alone) {
  app::GradingOptions options;
  options.backend = "cpu", options.text.quiet = true;
  app::Setup setup(options);
  const Lab& lab = *setup.course().find_lab("06_merge_path");
  Mutant mutant;
  mutant.lab = lab.name;
  mutant.text = app::read_text(app::reference_file(setup.course(), lab));
  // Nothing is merged then, and the output is right: nothing but the checks sees the reads out of bounds.
  const std::string guard = "if (m + n == 0) return;";
  const std::size_t place = mutant.text.find(guard);
  ASSERT_NE(place, std::string::npos);
  mutant.text.erase(place, guard.size());
  const Result result = MutantGrader(setup).grade(mutant);
  EXPECT_EQ(result.status, MutantStatus::killed);
  EXPECT_EQ(result.why, "rules: checker_violation");
}

}  // namespace
}  // namespace mergelab::mutants
