#include "app/course_files/hand_out.hpp"

#include "base/lines.hpp"
#include "base/read_file.hpp"

namespace mergelab::app {

bool is_hand_out(const std::filesystem::path& root) {
  std::error_code ignored;
  return !std::filesystem::is_directory(root / "solutions", ignored);
}

UsageError in_a_hand_out(std::string_view rest) {
  return UsageError(fmt::format("this is a hand-out: {}", rest));
}

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
  for (const std::string& line : base::lines_of(solution)) {
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
  for (const std::string& line : base::lines_of(text)) {
    const bool marker = line.find("// TODO ") != std::string::npos;
    const bool begins = marker && line.find(" begin") != std::string::npos;
    const bool ends = marker && line.find(" end") != std::string::npos;
    if (!inside || ends) result += line + "\n";
    inside = begins || (inside && !ends);
  }
  return result;
}

std::string skeleton_difference(const std::string& skeleton, const std::string& solution) {
  const std::vector<std::string> a = base::lines_of(without_regions(skeleton)),
                                 b = base::lines_of(without_regions(solution));
  const auto [of_a, of_b] = std::ranges::mismatch(a, b);
  return of_a != a.end() ? *of_a : of_b != b.end() ? *of_b : "";
}

}  // namespace mergelab::app
