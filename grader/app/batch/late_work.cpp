#include "app/batch/late_work.hpp"

#include <nlohmann/json.hpp>

#include "app/command_line/console.hpp"
#include "base/read_file.hpp"
#include "batch/text.hpp"
#include "course/course.hpp"
#include "course/time.hpp"
#include "score/score.hpp"

namespace mergelab::app {
namespace {

constexpr std::size_t kLongestEntry = 1 << 20;
constexpr Moment kMinute = 60;

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
  const bool has_deadline =
      std::ranges::any_of(course.labs, [](const Lab& lab) { return lab.deadline.has_value(); });
  if (has_deadline)
    say::print(stderr, "note: no deadline was applied: {} says when it was handed in\n", where);
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

void deduct_late(const Course& course, std::optional<Moment> submitted, LabResult& result) {
  const Lab* lab = course.find_lab(result.name);
  if (lab == nullptr || !lab->deadline || !submitted) return score::set_late(result, std::nullopt);
  const std::string& zone = course.settings.zone;
  Deadline deadline = *lab->deadline;
  const bool needs_seconds = deadline.at % kMinute != 0 || *submitted % kMinute != 0;
  if (needs_seconds) deadline.text = course::time_text(deadline.at, zone, true);
  std::optional<Deduction> late = score::late_deduction(deadline, *submitted);
  if (late && needs_seconds)
    late->message += fmt::format(", submitted {}", course::time_text(*submitted, zone, true));
  score::set_late(result, std::move(late));
}

LateWork::LateWork(const Course& course, batch::Gradebook& book, bool by_files)
    : course_(course),
      book_(book),
      by_files_(by_files),
      has_deadline_(std::ranges::any_of(
          course.labs, [](const Lab& lab) { return lab.graded && lab.deadline.has_value(); })) {}

std::optional<Moment> LateWork::handed_in(const batch::Attempt& attempt) const {
  const std::string& text = !attempt.told.empty() || !by_files_ ? attempt.told : attempt.written;
  if (!has_deadline_ || text.empty()) return std::nullopt;
  return course::read_time_anywhere(text, "");
}

std::string LateWork::key(const batch::Attempt& attempt) const {
  const std::optional<Moment> at = handed_in(attempt);
  if (!at || attempt.grading == 0) return "";
  return fmt::format("{} {} {}", attempt.grading, *at, course_.settings.fingerprint);
}

bool LateWork::is_untold(const batch::Attempt& attempt) const { return has_deadline_ && !handed_in(attempt); }

Grading LateWork::counted(const batch::Attempt& attempt, Grading grading) const {
  const std::optional<Moment> at = handed_in(attempt);
  if (!at) return grading;
  for (LabResult& result : grading.labs) deduct_late(course_, at, result);
  if (grading.settings) grading.settings->submitted = course::time_text(*at, course_.settings.zone);
  score::total(grading);
  return grading;
}

std::vector<batch::Attempt> LateWork::settled(const std::string& student) {
  std::vector<batch::Attempt> attempts = book_.attempts(student);
  bool changed = false;
  for (const batch::Attempt& attempt : attempts) {
    const std::string now = key(attempt);
    if (attempt.counted == now) continue;
    changed = true;
    if (now.empty()) {
      book_.set_counted(attempt, now, nullptr);
      continue;
    }
    const Grading result = counted(attempt, report::from_json(book_.report(attempt.grading)));
    book_.set_counted(attempt, now, &result);
  }
  return changed ? book_.attempts(student) : attempts;
}

void read_times(std::vector<batch::Student>& students, const Course& course, const std::string& roster) {
  for (batch::Student& student : students) {
    if (student.submitted.value_or("").empty()) continue;
    try {
      student.submitted =
          batch::utc_text(course::read_time_anywhere(*student.submitted, course.settings.zone));
    } catch (const course::Error& error) {
      throw UsageError(
          fmt::format("{}: when {} handed in: {}", roster, batch::printable_line(student.id), error.what()));
    }
  }
}

}  // namespace mergelab::app
