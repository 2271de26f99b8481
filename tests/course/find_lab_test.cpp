// Finds labs by a student's arguments.
#include "course/course.hpp"
#include "support/test.hpp"

namespace mergelab::course {
namespace {

Course five_labs() {
  Course course;
  for (const char* name :
       {"01_sequential_merge", "02_co_rank", "03_basic_kernel", "04_tiled_kernel", "05_circular_buffer"}) {
    course.labs.emplace_back().name = name;
  }
  return course;
}

std::string complaint_about_lab(std::string_view word) {
  return error_of<Error>([&] { return find_lab(five_labs(), word); });
}

TEST(FindLab, takes_numbers_names_and_short_names) {
  const Course course = five_labs();
  for (const char* word : {"4", "04", "04_tiled_kernel", "tiled_kernel", "lab4", "Lab 4", "lab_04"})
    EXPECT_EQ(find_lab(course, word).name, "04_tiled_kernel") << word;
}

TEST(FindLab, takes_what_a_student_edits) {
  Course course = five_labs();
  course.labs[3].file = "merge_tiled.cuh";
  course.labs[3].function = "merge_tiled";
  for (const char* word : {"merge_tiled", "merge_tiled.cuh", "labs/04_tiled_kernel/merge_tiled.cuh"})
    EXPECT_EQ(find_lab(course, word).name, "04_tiled_kernel") << word;
}

TEST(FindLab, takes_a_part_of_one_name) {
  EXPECT_EQ(find_lab(five_labs(), "tiled").name, "04_tiled_kernel");
  EXPECT_EQ(find_lab(five_labs(), "merge").name, "01_sequential_merge");
  EXPECT_EQ(complaint_about_lab("kernel"),
            "'kernel' matches several labs\n  they are 03_basic_kernel, 04_tiled_kernel");
  EXPECT_EQ(complaint_about_lab("ti"), "lab 'ti' not found\n  `./lab list` shows all");
}

TEST(FindLab, names_the_lab_that_was_meant) {
  EXPECT_EQ(complaint_about_lab("04_tilde_kernel"),
            "lab '04_tilde_kernel' not found\n  did you mean '04_tiled_kernel'?  `./lab list` shows all");
  EXPECT_EQ(complaint_about_lab("corank"),
            "lab 'corank' not found\n  did you mean 'co_rank'?  `./lab list` shows all");
}

TEST(FindLab, shows_the_list_when_nothing_is_near) {
  EXPECT_EQ(complaint_about_lab("xyz"), "lab 'xyz' not found\n  `./lab list` shows all");
  EXPECT_EQ(complaint_about_lab(""), "lab '' not found\n  `./lab list` shows all");
}

TEST(FindLab, names_the_numbers_there_are) {
  EXPECT_EQ(complaint_about_lab("9"),
            "lab 9 does not exist\n  the labs are 1, 2, 3, 4, 5; `./lab list` shows all");
  EXPECT_EQ(complaint_about_lab("0"),
            "lab 0 does not exist\n  the labs are 1, 2, 3, 4, 5; `./lab list` shows all");
}

TEST(FindLab, takes_no_number_with_something_behind_it) { EXPECT_NE(complaint_about_lab("4x"), ""); }

TEST(FindLab, shortens_a_word_without_end) {
  EXPECT_EQ(complaint_about_lab(std::string(100'000, 'x')),
            "lab '" + std::string(60, 'x') + "...' not found\n  `./lab list` shows all");
}

}  // namespace
}  // namespace mergelab::course
