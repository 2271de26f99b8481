// The file to hand in contains only the labs' files, unpacks with tar, and grades.
#include "command.hpp"

namespace mergelab {
namespace {

class PackTest : public CommandTest {};

using PackTestSlow = PackTest;

TEST_F(PackTestSlow, what_it_makes_unpacks_and_grades) {
  const fs::path mine = submit_solutions();
  write(mine / "01_merge" / "notes.txt", "mine");
  const Ran packed = tiny("pack --dir mine");
  EXPECT_EQ(packed.code, 0) << packed.text;
  EXPECT_FALSE(contains(packed.text, "missing"));
  EXPECT_FALSE(contains(packed.text, "not done"));
  const Ran listed = run({"tar", "-tf", (folder_ / "submission.tar").string()}, {});
  EXPECT_TRUE(listed.text.starts_with("submission/01_merge/merge.cuh\nsubmission/02_")) << listed.text;
  EXPECT_FALSE(contains(listed.text, "notes"));
  ASSERT_EQ(run({"tar", "-xf", "submission.tar"}, {}).code, 0);
  EXPECT_EQ(read(folder_ / "submission/01_merge/merge.cuh"), read(mine / "01_merge/merge.cuh"));
  const Ran graded = tiny("grade submission --lab 1 --strict");
  EXPECT_EQ(graded.code, 0) << graded.text;
}

TEST_F(PackTest, says_what_is_missing_and_what_is_not_done) {
  fs::copy(course_ / "labs", folder_ / "mine", fs::copy_options::recursive);
  expect_says(tiny("pack --dir mine"), 0, "  untouched\n");
  fs::remove(folder_ / "mine/02_launch/launch.cuh");
  write(folder_ / "mine/01_merge/merge.cuh",
        "LAB_TODO(1);\n  // LAB_TODO(2);\n  LAB_TODO(3);\nint i;  // TODO\n");
  expect_says(tiny({"pack", "--dir", "mine", "--out", "to hand in.tar"}), 0, "01_merge/merge.cuh  ",
              "TODO 1, 3 are not done\n", "missing\n",
              "tar -xf 'to hand in.tar' && ./lab grade --course '" + course_.string() + "' 'to hand in'\n");
}

TEST_F(PackTest, makes_nothing_of_a_folder_without_labs) {
  fs::create_directories(folder_ / "empty");
  expect_says(tiny("pack --dir empty"), 2, "--dir names the folder with your files");
  EXPECT_FALSE(fs::exists(folder_ / "submission.tar"));
}

}  // namespace
}  // namespace mergelab
