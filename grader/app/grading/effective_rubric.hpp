// The rubric that a grading follows, in place of the course's own.
#pragma once

#include <string>
#include <vector>

#include "model/course.hpp"

namespace mergelab::app {

/// A row of the table.
struct RubricRow {
  bool is_lab = false;
  bool differs = false;  // from the course's own data
  std::string name;      // "04_tiled_kernel", "loads"; empty: more about the row above
  std::string points;    // "5 (2.5)": what counts, and the default where it is another
  std::string rule;      // "full 1.5 (1.75), zero 2"
};

/// All labs and items of `course`; `plain` is the same course without settings.
[[nodiscard]] std::vector<RubricRow> effective_rubric(const Course& course, const Course& plain);

/// Valid settings that are hardly intended: a past deadline, a hidden case that a secret does not change, a
/// threshold that the reference solution may miss, a forbidden name that it uses.
[[nodiscard]] std::vector<std::string> doubts(const Course& course, Moment now);

}  // namespace mergelab::app
