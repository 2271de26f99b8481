// A mutant is killed by anything that costs a submission points.
#include "grade.hpp"

#include <gtest/gtest.h>

#include <string>

#include "app/course_files/wrong_file.hpp"

namespace mergelab::mutants {
namespace {

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
