#include "app/batch/submission_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/command_line/errors.hpp"
#include "base/read_file.hpp"
#include "course/course.hpp"
#include "course/time.hpp"
#include "score/score.hpp"

namespace mergelab::app {
namespace {

constexpr std::size_t kLongestEntry = 1 << 20;

/// The time in a file of a course system. Throws UsageError.
std::string created_at(const std::string& file) {
  const auto json = nlohmann::json::parse(base::read_file(file, kLongestEntry).value_or(""), nullptr, false);
  const bool has_time = json.is_object() && json.contains("created_at") && json.at("created_at").is_string();
  if (!has_time)
    throw UsageError(fmt::format(
        "{} has no time of submission\n  expected a JSON object with \"created_at\", such as Gradescope's "
        "submission_metadata.json",
        file));
  return json.at("created_at");
}

}  // namespace

void note_deadlines(const Course& course, const char* where) {
  const bool has_deadline = std::any_of(course.labs.begin(), course.labs.end(),
                                        [](const Lab& lab) { return lab.deadline.has_value(); });
  if (has_deadline)
    fmt::print(stderr, "note: no deadline was looked at: {} says when it was handed in\n", where);
}

std::optional<Moment> submission_time(const std::string& word, const Course& course) {
  if (word.empty()) return std::nullopt;
  std::error_code error;
  const bool in_file = std::filesystem::is_regular_file(word, error);
  const std::string text = in_file ? created_at(word) : word;
  try {
    return course::read_time_anywhere(text, course.settings.zone);
  } catch (const course::Error& wrong) {
    throw UsageError(fmt::format("--submitted: {}{}", in_file ? word + ": " : "", wrong.what()));
  }
}

void deduct_late(const Lab& lab, std::optional<Moment> submitted, LabResult& result) {
  const bool is_done = std::any_of(result.deductions.begin(), result.deductions.end(),
                                   [](const Deduction& each) { return each.kind == "late"; });
  if (is_done || !submitted || !lab.deadline) return;
  if (std::optional<Deduction> late = score::late_deduction(*lab.deadline, *submitted))
    score::deduct(result, *std::move(late));
}

}  // namespace mergelab::app
