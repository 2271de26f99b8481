#include "app/grading/earlier_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/command_line/errors.hpp"
#include "base/read_file.hpp"
#include "report/report.hpp"

namespace mergelab::app {
namespace {

bool is_asked(const std::vector<const Lab*>& asked, const std::string& name) {
  return std::any_of(asked.begin(), asked.end(), [&](const Lab* lab) { return lab->name == name; });
}

/// Throws std::runtime_error when the file is not a report.
Grading read_report(const std::filesystem::path& json) {
  return report::from_json(base::read_file(json).value_or(""));
}

}  // namespace

Resumed resume(const std::filesystem::path& json, const std::vector<const Lab*>& asked,
               const std::map<std::string, std::string>& inputs) {
  Resumed resumed;
  if (!std::filesystem::exists(json)) return resumed;
  Grading earlier;
  try {
    earlier = read_report(json);
  } catch (const std::runtime_error& error) {
    throw UsageError(fmt::format("{}: {}\n  leave out --resume to grade again, which replaces the report",
                                 json.string(), error.what()));
  }
  resumed.was_asked = {earlier.asked.begin(), earlier.asked.end()};
  std::vector<std::string> outdated;
  for (LabResult& result : earlier.labs) {
    const bool was_asked = is_asked(asked, result.name);
    const auto now = inputs.find(result.name);
    if (result.score && now != inputs.end() && now->second == result.inputs) {
      (was_asked ? resumed.asked : resumed.others)[result.name] = std::move(result);
    } else if (!was_asked) {
      outdated.push_back(result.name);
    }
  }
  if (!outdated.empty()) {
    throw UsageError(
        fmt::format("{} has outdated results: {}\n  leave out --lab to grade what has changed, or leave out "
                    "--resume to replace the report",
                    json.string(), fmt::join(outdated, ", ")));
  }
  return resumed;
}

std::vector<std::string> dropped_labs(const std::filesystem::path& json, const std::vector<const Lab*>& asked,
                                      const std::string& submission) {
  std::vector<std::string> dropped;
  if (!std::filesystem::is_regular_file(json)) return dropped;  // a device would be waited for
  try {
    const Grading earlier = read_report(json);
    if (earlier.submission != submission) return {};
    for (const LabResult& result : earlier.labs) {
      if (!is_asked(asked, result.name)) dropped.push_back(result.name);
    }
  } catch (const std::runtime_error&) {
    return {};  // not a report
  }
  return dropped;
}

}  // namespace mergelab::app
