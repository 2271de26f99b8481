// Wrong solutions are read as files and as patches, state their lost items, and can be written out.
#include "app/course_files/wrong_file.hpp"
#include "app/command_line/console.hpp"
#include "command.hpp"
#include "course/course.hpp"

namespace mergelab {
namespace {

class WrongFileTest : public CommandTest {
 protected:
  /// The one wrong file of lab 1, with this comment on top.
  app::WrongFile read_back(const std::string& comment) const {
    const Course course = course::load(course_);
    const Lab& lab = course.labs.front();
    const fs::path folder = course_ / "solutions" / lab.name / "wrong";
    fs::remove_all(folder);
    write(folder / lab.file, comment + "\n#pragma once\n");
    return app::find_wrong_files(course, lab).at(0);
  }
};

TEST_F(WrongFileTest, loses_the_same_everywhere_unless_it_says_otherwise) {
  using app::Loss;
  const app::WrongFile plain = read_back("// Loses: plain, partly\n// edges. Why.");
  EXPECT_EQ(plain.loses, (app::Losses{{"plain", Loss::wholly}, {"edges", Loss::partly}}));
  EXPECT_EQ(plain.on(Backend::gpu), plain.loses);
  const app::WrongFile other =
      read_back("// Loses: plain, edges. A race.\n// On a GPU: edges. Luck hides the rest.");
  EXPECT_EQ(other.on(Backend::cpu).size(), 2U);
  EXPECT_EQ(other.on(Backend::gpu), (app::Losses{{"edges", Loss::wholly}}));
  EXPECT_FALSE(other.others_by_chance);
  const app::WrongFile race =
      read_back("// Loses: plain, edges. A race.\n// On a GPU: edges, others by chance. Luck.");
  EXPECT_EQ(race.on(Backend::gpu), (app::Losses{{"edges", Loss::wholly}}));
  EXPECT_TRUE(race.others_by_chance);
  EXPECT_THROW(static_cast<void>(read_back("// Loses: plain. Why.\n// On a GPU: plian. Why.")),
               app::UsageError);
}

TEST_F(WrongFileTest, says_what_its_author_is_told) {
  EXPECT_EQ(read_back("// Loses: plain. Why.\n// Told: \"i < m. And\n// j < n\".").told, "i < m. And j < n");
  EXPECT_EQ(read_back("// Loses: plain. Why.").told, "");
  EXPECT_THROW(static_cast<void>(read_back("// Loses: plain. Why.\n// Told: \"i < m")), app::UsageError);
}

TEST(WrongFiles, of_the_course_all_say_what_their_authors_are_told) {
  const Course course = course::load(MERGELAB_SOURCE_DIR);
  for (const Lab& lab : course.labs) {
    for (const app::WrongFile& wrong : app::find_wrong_files(course, lab)) {
      if (wrong.file.parent_path().filename() != "wrong") continue;
      EXPECT_NE(wrong.told, "") << wrong.file;
    }
  }
}

TEST_F(WrongFileTest, that_is_a_patch_becomes_a_whole_file_with_its_header_on_top) {
  const std::string header = "// Loses: stability. Equal keys are taken from B first.\n\n";
  std::string source = read(course_ / "solutions/01_merge/merge.cuh");
  source.replace(source.find("A[i] <= B[j]"), 12, "A[i] < B[j]");
  const Ran ran = tiny("wrong 1/ties_from_b");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.text, header + source);
  expect_says(tiny("wrong 1/ties_from_b --out sub/x.cuh"), 0, "");
  EXPECT_EQ(read(folder_ / "sub/x.cuh"), header + source);
  expect_says(tiny("wrong --out all"), 0, "");
  EXPECT_EQ(read(folder_ / "all/01_merge/ties_from_b.cuh"), header + source);
}

TEST_F(WrongFileTest, that_is_a_whole_file_is_written_as_it_is) {
  const std::string source = read(course_ / "solutions/01_merge/wrong/nothing.cuh");
  EXPECT_EQ(tiny("wrong 1/nothing").text, source);
}

TEST_F(WrongFileTest, are_listed_without_a_name) {
  const Ran ran = tiny("wrong");
  EXPECT_EQ(ran.code, 0);
  EXPECT_TRUE(ran.text.starts_with("1/b_empty\n1/nothing\n1/ties_from_b\n2/b_empty\n")) << ran.text;
}

TEST_F(WrongFileTest, that_is_not_there_gets_the_nearest) {
  expect_says(tiny("wrong 1/ties_from_a"), 2, "did you mean 'ties_from_b'?");
  expect_says(tiny("wrong ties_from_b"), 2, "expected LAB/NAME, such as 4/half_consumed");
  expect_says(
      tiny("wrong 1/nonsense"), 2,
      "has no wrong solution 'nonsense'\n  `./lab wrong --course '" + course_.string() + "'` shows all");
}

TEST_F(WrongFileTest, whose_base_has_changed_has_to_be_made_again) {
  replace(course_ / "solutions/01_merge/merge.cuh", "A[i] <= B[j]", "!(B[j] < A[i])");
  expect_says(tiny("selfcheck --lab 1"), 2,
              "wrong/ties_from_b.patch: hunk 1 does not match merge.cuh; remake the patch against it");
}

}  // namespace
}  // namespace mergelab
