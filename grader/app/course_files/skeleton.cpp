#include "app/course_files/skeleton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "app/command_line/errors.hpp"
#include "base/read_file.hpp"

namespace mergelab::app {

std::optional<std::string> find_skeleton(const Course& course, const Lab& lab) {
  const std::filesystem::path name = std::filesystem::path(lab.name) / lab.file;
  if (auto copy = base::read_file(course.root / "skeletons" / name)) return copy;
  const auto solution = base::read_file(course.root / "solutions" / name);
  return solution ? std::optional(skeleton_of(*solution)) : std::nullopt;
}

std::string skeleton_text(const Course& course, const Lab& lab) {
  if (auto text = find_skeleton(course, lab)) return *text;
  const std::filesystem::path copy = course.root / "skeletons" / lab.name / lab.file;
  throw UsageError(
      fmt::format("this course has no copy of the skeleton: {0} is missing\n  copy it: cp {1} {0}",
                  copy.string(), (course.root / "labs" / lab.name / lab.file).string()));
}

std::string skeleton_of(std::string_view solution) {
  const std::string mark = "// TODO ";
  std::string result, indent, number;
  bool inside = false, in_comment = false, returns = false;
  std::istringstream lines{std::string(solution)};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    const std::string code = line.substr(blanks);
    if (!inside && code.starts_with(mark) && code.find(" begin") != std::string::npos) {
      inside = in_comment = true;
      returns = false;
      indent = line.substr(0, blanks);
      number = code.substr(mark.size(), code.find(' ', mark.size()) - mark.size());
    } else if (inside && code.starts_with(mark + number + " end")) {
      result += fmt::format("{}LAB_TODO({});\n", indent, number);
      if (returns) result += indent + "return 0;\n";
      inside = false;
    } else if (inside) {
      in_comment = in_comment && code.starts_with("//  ");
      if (blanks == indent.size() && !code.empty()) returns = code.starts_with("return ");
      if (!in_comment) continue;
    }
    result += line + "\n";
  }
  return result;
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
