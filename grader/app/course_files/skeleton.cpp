#include "app/course_files/skeleton.hpp"

#include <fmt/format.h>

#include <sstream>

#include "app/command_line/errors.hpp"
#include "app/course_files/wrong_file.hpp"

namespace mergelab::app {

std::filesystem::path skeleton_file(const Course& course, const Lab& lab) {
  std::filesystem::path file = course.root / "skeletons" / lab.name / lab.file;
  const std::filesystem::path own = course.root / "labs" / lab.name / lab.file;
  std::error_code ignored;
  if (std::filesystem::exists(file, ignored)) return file;
  throw UsageError(
      fmt::format("this course has no copy of the skeleton: {0} is missing\n  copy it: cp {1} {0}",
                  file.string(), own.string()));
}

std::filesystem::path released_skeleton(const Course& course, const Lab& lab) {
  std::error_code ignored;
  return std::filesystem::exists(course.root / "skeletons", ignored)
             ? skeleton_file(course, lab)
             : course.root / "labs" / lab.name / lab.file;
}

std::string skeleton_text(const Course& course, const Lab& lab) {
  return read_text(skeleton_file(course, lab));
}

std::string without_regions(std::string_view text) {
  std::string result;
  bool inside = false;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const bool marker = line.find("// TODO ") != std::string::npos;
    const bool begins = marker && line.find(" begin") != std::string::npos;
    const bool ends = marker && line.find(" end") != std::string::npos;
    if (!inside || ends) result += line + "\n";
    inside = begins || (inside && !ends);
  }
  return result;
}

std::string skeleton_difference(const std::string& skeleton, const std::string& solution) {
  std::istringstream a(without_regions(skeleton)), b(without_regions(solution));
  std::string line_a, line_b;
  for (;;) {
    const bool more_a = static_cast<bool>(std::getline(a, line_a)),
               more_b = static_cast<bool>(std::getline(b, line_b));
    if (!more_a && !more_b) return "";
    if (more_a != more_b || line_a != line_b) return more_a ? line_a : line_b;
  }
}

}  // namespace mergelab::app
