// What CONTRIBUTING.md demands of a course's files, as far as it shows without grading. Each function returns
// what is wrong, in sentences that go behind the file's name.
#pragma once

#include <set>

#include "app/course_files/wrong_file.hpp"

namespace mergelab::app {

using Failures = std::vector<std::string>;

/// A test of the committed list: "03_basic_kernel ties/two_keys", on a GPU with " gpu" behind it.
[[nodiscard]] std::string test_line(const Lab& lab, const std::string& test, Backend backend);

/// The tests that the rubric and the catalog make, a line each.
[[nodiscard]] std::vector<std::string> planned_tests(const Course& course, const Lab& lab);

/// No line of a file has the mark TODO:, with which `new` says what is still to be written.
[[nodiscard]] Failures todo_failures(const std::string& text);

/// labs/course.json names each folder of labs/ that has a lab.json.
[[nodiscard]] Failures lab_list_failures(const Course& course);

/// The committed list of tests names none that is not `planned`.
[[nodiscard]] Failures test_list_failures(const std::set<std::string>& committed,
                                          const std::set<std::string>& planned);

/// `plain` has at least 30% of a lab's correctness points.
[[nodiscard]] Failures rubric_failures(const Lab& lab);

/// A lab's README has the headings that all have, in their order.
[[nodiscard]] Failures readme_failures(const std::string& text);

/// At least three of a lab's files are wrong solutions, and each correctness item is lost by one of them.
[[nodiscard]] Failures wrong_folder_failures(const Lab& lab, const std::vector<WrongFile>& files);

/// A skeleton is its solution outside the TODO regions, and shorter than 120 lines.
[[nodiscard]] Failures skeleton_failures(const std::string& skeleton, const std::string& solution);

}  // namespace mergelab::app
