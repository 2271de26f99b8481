// What the gradebook keeps for grading again: observations, and drafts that nobody has approved.
#include "batch/gradebook.hpp"

namespace mergelab::batch {

std::int64_t Gradebook::graded_by_others() const {
  Statement row = database_.prepare(
      "SELECT count(DISTINCT last.grading) FROM last JOIN students ON students.id = last.student JOIN "
      "gradings "
      "ON gradings.id = last.grading, now WHERE students.position IS NOT NULL AND gradings.conditions <> "
      "now.conditions");
  return row.step() ? row.number(0) : 0;
}

std::string Gradebook::observations_of(std::int64_t submission) const {
  Statement row = database_.prepare(
      "SELECT observations FROM gradings WHERE submission = ? AND observations <> '' ORDER BY "
      "substr(conditions, 1, 16) = (SELECT substr(conditions, 1, 16) FROM now) DESC, id DESC LIMIT 1");
  return row.bind(submission).step() ? row.text(0) : "";
}

std::int64_t Gradebook::grading_under(const std::string& conditions, std::int64_t submission) const {
  Statement row = database_.prepare("SELECT id FROM gradings WHERE submission = ? AND conditions = ?");
  return row.bind(submission).bind(conditions).step() ? row.number(0) : 0;
}

std::vector<std::int64_t> Gradebook::submissions() const {
  std::vector<std::int64_t> submissions;
  Statement rows = database_.prepare(
      "SELECT DISTINCT submission FROM attempts JOIN students ON students.id = attempts.student WHERE "
      "students.position IS NOT NULL ORDER BY submission");
  while (rows.step()) submissions.push_back(rows.number(0));
  return submissions;
}

std::string Gradebook::source_of(std::int64_t submission) const {
  Statement row =
      database_.prepare("SELECT source FROM attempts WHERE submission = ? ORDER BY student LIMIT 1");
  return row.bind(submission).step() ? row.text(0) : "";
}

void Gradebook::keep_draft(std::int64_t submission, const std::string& conditions, const Draft& draft) {
  database_
      .prepare(
          "INSERT OR REPLACE INTO drafts(submission, conditions, report, observations) VALUES(?, ?, ?, ?)")
      .bind(submission)
      .bind(conditions)
      .bind(draft.report)
      .bind(draft.observations)
      .run();
}

std::optional<Draft> Gradebook::draft(std::int64_t submission, const std::string& conditions) const {
  Statement row =
      database_.prepare("SELECT report, observations FROM drafts WHERE submission = ? AND conditions = ?");
  if (!row.bind(submission).bind(conditions).step()) return std::nullopt;
  return Draft{row.text(0), row.text(1)};
}

void Gradebook::forget_drafts() { database_.run("DELETE FROM drafts"); }

}  // namespace mergelab::batch
