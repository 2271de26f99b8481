// When a submission was handed in, and what a late one loses; in a batch of each attempt, since students may
// hand in the same files at different times.
#pragma once

#include "batch/gradebook.hpp"

namespace mergelab::app {

/// A time, or a JSON file of a course system that has it as "created_at", as Gradescope's
/// submission_metadata.json. Where nothing is said, nothing. Throws UsageError.
[[nodiscard]] std::optional<Moment> submission_time(const std::string& word, const Course& course);

/// Says that the course's deadlines, if any, are ignored: `where` did not give a time of submission.
void note_deadlines(const Course& course, const char* where = "`grade --submitted`");

/// Takes what the lab's deadline asks for from what its items earned, whatever an earlier time has cost.
void deduct_late(const Course& course, std::optional<Moment> submitted, LabResult& result);

class LateWork {
 public:
  /// With `by_files`, an attempt without a time was handed in when its files were last written.
  LateWork(const Course& course, batch::Gradebook& book, bool by_files);

  /// A student's attempts, with what each that came late has lost.
  [[nodiscard]] std::vector<batch::Attempt> settled(const std::string& student);
  /// This grading as it counts for the attempt: without what late work lost.
  [[nodiscard]] Grading counted(const batch::Attempt& attempt, Grading grading) const;
  /// What the attempt's counted grading depends on; empty: no deadline is looked at.
  [[nodiscard]] std::string key(const batch::Attempt& attempt) const;
  /// Whether the course has a deadline, and this has no time of submission.
  [[nodiscard]] bool is_untold(const batch::Attempt& attempt) const;

 private:
  [[nodiscard]] std::optional<Moment> handed_in(const batch::Attempt& attempt) const;

  const Course& course_;
  batch::Gradebook& book_;
  bool by_files_, has_deadline_;
};

/// Each student's time of submission as UTC text; times without a zone have the course's. Throws UsageError
/// for an invalid one.
void read_times(std::vector<batch::Student>& students, const Course& course, const std::string& roster);

}  // namespace mergelab::app
