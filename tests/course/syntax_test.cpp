// Files that are missing, are not JSON or have mistakes: the message names file and line.
#include "course/course.hpp"
#include "support/places.hpp"
#include "support/sections.hpp"
#include "support/test.hpp"
#include "tiny_course.hpp"

namespace mergelab::course {
namespace {

std::string complaint_about_course(const std::string& name, const std::string& text) {
  const TinyCourse course;
  course.write(name, text);
  return course.complaint();
}

TEST(Mistakes, are_told_as_the_file_of_cases_says) {
  const std::string cases = read_text(MERGELAB_SOURCE_DIR "/tests/course/mistakes.cases");
  std::size_t count = 0;
  for (const auto& [file, mistakes] : sections_of(cases, "//! ")) {
    if (file == "labs/01_add/cases.json") continue;  // of cases_test.cpp
    const bool is_settings = file == "labs/settings.json";
    for (const auto& [from, rest] : sections_of(mistakes, is_settings ? "//+" : "//-")) {
      std::istringstream lines(rest);
      std::string to, message;
      for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("//+"))
          to += (to.empty() ? "" : "\n") + line.substr(3);
        else
          message += (message.empty() ? "" : "\n") + line;
      }
      const bool is_whole =
          message.empty() || message.starts_with("labs/") || message.starts_with("datasets/");
      const std::string expected = is_whole ? message : file + ":" + message;
      const std::string said =
          is_settings ? complaint_about_course(file, "{\"schema\": \"mergelab.settings/1\",\n" + from + "}\n")
                      : complaint_with(file, from, to);
      EXPECT_EQ(said, expected) << file << ": " << from << " -> " << to;
      ++count;
    }
  }
  EXPECT_GT(count, 150U);
}

TEST(CourseSyntax, is_fine_in_the_tiny_course) { EXPECT_EQ(TinyCourse().complaint(), ""); }

TEST(CourseSyntax, names_the_line_of_a_mistake) {
  EXPECT_EQ(
      complaint_with(kFirstLab, "\"file\": \"add.cuh\",", "\"file\": \"add.cuh\""),
      "labs/01_add/lab.json:5: syntax error while parsing object - unexpected string literal; expected '}'");
}

TEST(CourseSyntax, names_the_line_where_a_cut_off_file_ends) {
  EXPECT_EQ(complaint_about_course(kCatalog, "{\n\"schema\": \"mergelab.catalog/1\",\n\"families\": ["),
            "datasets/catalog.json:3: syntax error while parsing value - unexpected end of input; expected "
            "'[', '{', or a literal\n  the file ends before its JSON does: is it truncated?");
}

TEST(CourseSyntax, says_when_a_file_is_empty) {
  EXPECT_EQ(complaint_about_course(kFirstLab, ""),
            "labs/01_add/lab.json:1: the file is empty; expected a JSON object");
  EXPECT_EQ(complaint_about_course(kFirstLab, " \n\n"),
            "labs/01_add/lab.json:1: the file is empty; expected a JSON object");
}

TEST(CourseSyntax, refuses_binary_files_in_one_printable_line) {
  const std::string message = complaint_about_course(kFirstLab, std::string("\x7f"
                                                                            "ELF\0\x01\xff\xfe\x1b[2J",
                                                                            12));
  EXPECT_TRUE(
      message.starts_with("labs/01_add/lab.json:1: syntax error while parsing value - invalid literal"))
      << message;
  for (const char c : message) EXPECT_GE(static_cast<unsigned char>(c), 0x20) << message;
}

TEST(CourseSyntax, refuses_text_that_is_no_utf8) {
  const std::string message = complaint_with(kCourseFile, "Tiny",
                                             "T\xff"
                                             "iny");
  EXPECT_TRUE(message.starts_with("labs/course.json:3: ")) << message;
  EXPECT_TRUE(contains(message, "ill-formed UTF-8"));
}

TEST(CourseSyntax, refuses_numbers_that_are_too_large_for_a_double) {
  const std::string message = complaint_with(kFirstLab, "\"points\": 4", "\"points\": 1e999");
  EXPECT_EQ(message, "labs/01_add/lab.json:7: number overflow parsing '1e999'");
}

TEST(CourseSyntax, refuses_nesting_without_end) {
  EXPECT_EQ(complaint_about_course(kCatalog, "\n" + std::string(1'000'000, '[')),
            "datasets/catalog.json:2: lists and objects are nested more than 64 deep");
}

TEST(CourseSyntax, counts_no_brackets_in_texts) {
  EXPECT_EQ(complaint_with(kCourseFile, "Tiny", "Tiny \\\" " + std::string(100, '[')), "");
}

TEST(CourseSyntax, refuses_files_over_4_MiB) {
  EXPECT_EQ(complaint_about_course(kCatalog, std::string((4 << 20) + 1, ' ')),
            "datasets/catalog.json has 4194305 bytes, more than 4194304 (4 MiB)\n  is it the right file?");
}

TEST(CourseSyntax, refuses_a_key_that_occurs_twice) {
  EXPECT_EQ(complaint_with(kFirstLab, "\"title\": \"Add\"", "\"title\": \"Add\", \"title\": \"Sub\""),
            "labs/01_add/lab.json:3: the key \"title\" occurs twice in one object");
}

TEST(CourseSyntax, says_where_a_missing_file_was_looked_for) {
  const TinyCourse course;
  std::filesystem::remove(course.root() / kCatalog);
  EXPECT_EQ(course.complaint(),
            "datasets/catalog.json is missing\n  looked for " + (course.root() / kCatalog).string());
}

TEST(CourseSyntax, says_what_a_course_is_when_there_is_none) {
  const TinyCourse course;
  std::filesystem::remove(course.root() / kCourseFile);
  EXPECT_EQ(course.complaint(), "labs/course.json is missing in " + course.root().string() +
                                    "\n  the folder of a course contains labs/ and datasets/");
}

TEST(CourseSyntax, refuses_a_folder_in_a_files_place) {
  const TinyCourse course;
  std::filesystem::remove(course.root() / kFirstLab);
  std::filesystem::create_directory(course.root() / kFirstLab);
  EXPECT_EQ(course.complaint(), "labs/01_add/lab.json is not a file\n  expected a JSON file at " +
                                    (course.root() / kFirstLab).string());
}

}  // namespace
}  // namespace mergelab::course
