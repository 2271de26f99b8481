#include "app/batch/late_work.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/batch/submission_time.hpp"
#include "app/command_line/errors.hpp"
#include "batch/text.hpp"
#include "course/course.hpp"
#include "course/time.hpp"
#include "report/report.hpp"
#include "score/score.hpp"

namespace mergelab::app {

LateWork::LateWork(const Course& course, batch::Gradebook& book, bool by_files)
    : course_(course),
      book_(book),
      by_files_(by_files),
      has_deadline_(std::any_of(course.labs.begin(), course.labs.end(),
                                [](const Lab& lab) { return lab.graded && lab.deadline.has_value(); })) {}

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
