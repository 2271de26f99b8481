// The second course, courses/fundamentals: graded whole, handed out, and its first steps.
#include "command.hpp"

namespace mergelab {
namespace {

class FundamentalsTest : public CommandTest {
 protected:
  const std::string course_folder_ = (source() / "courses/fundamentals").string();
};
using FundamentalsTestSlow = FundamentalsTest;

TEST_F(FundamentalsTestSlow, reference_solutions_have_full_marks) {
  const Ran ran = mergelab({"grade", course_folder_ + "/solutions", "--course", course_folder_, "--backend",
                            "cpu", "--strict", "--json", "report.json"});
  EXPECT_EQ(ran.code, 0) << ran.text;
  const nlohmann::json labs = report("report.json").at("labs");
  EXPECT_EQ(labs.size(), 7U);
  for (const nlohmann::json& lab : labs) EXPECT_EQ(lab.at("score"), lab.at("max_score")) << lab.at("name");
}

TEST_F(FundamentalsTestSlow, skeletons_name_their_first_todo) {
  fs::copy(source() / "courses/fundamentals/labs", folder_ / "mine", fs::copy_options::recursive);
  for (const char* lab : {"1", "3", "7"}) {
    const Ran ran = mergelab({"run", lab, "--course", course_folder_, "--dir", "mine", "--backend", "cpu"});
    expect_says(ran, 0, "TODO 1 in ");
  }
}

TEST_F(FundamentalsTest, is_handed_out_without_its_solutions) {
  const Ran ran = mergelab({"release", (folder_ / "out").string(), "--course", course_folder_});
  expect_says(ran, 0, "it contains no part of a solution");
  EXPECT_TRUE(fs::exists(folder_ / "out/labs/07_convolution/README.md"));
  EXPECT_FALSE(fs::exists(folder_ / "out/solutions"));
}

}  // namespace
}  // namespace mergelab
