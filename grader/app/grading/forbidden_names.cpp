#include "app/grading/forbidden_names.hpp"

#include <algorithm>
#include <sstream>
#include <string>

#include "submission/policy.hpp"

namespace mergelab::app {
namespace {

bool forbids(const Lab& lab, const std::string& name) {
  return std::any_of(lab.forbidden.begin(), lab.forbidden.end(),
                     [&](const ForbiddenName& each) { return each.name == name; });
}

/// The lines of a refused build's log that name what the course forbids.
std::vector<std::string> refusals_of(const ForbiddenName& name, const submission::Build& built) {
  const std::string sentence = submission::course_refusal(name);
  std::vector<std::string> lines;
  for (const BuildResult& result : built.results) {
    if (result.verdict != Verdict::forbidden) continue;
    std::istringstream log(result.log);
    for (std::string line; std::getline(log, line);) {
      if (line.find(sentence) != std::string::npos) lines.push_back(line);
    }
  }
  return lines;
}

}  // namespace

bool allow_used_names(const Course& course, const submission::Sources& sources,
                      const submission::Build& built, Lab& lab, std::vector<Deduction>& deductions) {
  constexpr double kAllPercent = 100;
  const auto is_excused = [&](const std::string& line, const std::string& name) {
    return std::any_of(sources.begin(), sources.end(), [&](const auto& source) {
      const Lab& of = *course.find_lab(source.first);
      if (!line.starts_with(of.file + ":")) return false;
      return of.name != lab.name && forbids(of, name);
    });
  };
  const std::size_t removed = std::erase_if(lab.forbidden, [&](const ForbiddenName& name) {
    std::vector<std::string> lines = refusals_of(name, built);
    if (lines.empty()) return false;
    std::erase_if(lines, [&](const std::string& line) { return is_excused(line, name.name); });
    if (!lines.empty() && name.percent >= kAllPercent) return false;
    if (!lines.empty()) deductions.push_back({"forbidden", lines.front(), name.percent, 0});
    return true;
  });
  if (removed > 0) return true;
  // Logs omit a reference's file: a refused name without a message is in one, and not the student's fault.
  const bool has_reference = !submission::references_in(sources).empty();
  const bool untold = std::any_of(built.results.begin(), built.results.end(), [](const BuildResult& result) {
    return result.verdict == Verdict::forbidden && result.log.empty();
  });
  if (lab.forbidden.empty() || !has_reference || !untold) return false;
  lab.forbidden.clear();
  return true;
}

}  // namespace mergelab::app
