#include "batch/gradebook.hpp"

#include <fmt/format.h>

#include "batch/error.hpp"
#include "batch/text.hpp"

namespace mergelab::batch {
namespace {

constexpr std::int64_t kApplication = 0x6d67'6c62;  // "mglb", which file(1) and we know it by
constexpr std::int64_t kVersion = 1;

// docs/formats.md explains the tables to those who query them.
constexpr const char* kTables = R"(
CREATE TABLE students(id TEXT PRIMARY KEY, name TEXT NOT NULL, position INTEGER, reported INTEGER) WITHOUT ROWID;
CREATE TABLE submissions(id INTEGER PRIMARY KEY, hash TEXT NOT NULL);
CREATE INDEX submissions_by_hash ON submissions(hash);
CREATE TABLE files(submission INTEGER NOT NULL REFERENCES submissions, position INTEGER NOT NULL, lab TEXT NOT NULL,
                   bytes BLOB NOT NULL, refusal TEXT NOT NULL, PRIMARY KEY(submission, position));
CREATE TABLE attempts(student TEXT NOT NULL, number INTEGER NOT NULL,
                      submission INTEGER NOT NULL REFERENCES submissions, source TEXT NOT NULL,
                      submitted TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY(student, number)) WITHOUT ROWID;
CREATE TABLE gradings(id INTEGER PRIMARY KEY, submission INTEGER NOT NULL REFERENCES submissions,
                      conditions TEXT NOT NULL, graded TEXT NOT NULL, score REAL NOT NULL, max_score REAL NOT NULL,
                      report TEXT NOT NULL, UNIQUE(submission, conditions));
CREATE TABLE labs(grading INTEGER NOT NULL REFERENCES gradings, lab TEXT NOT NULL, status TEXT NOT NULL, score REAL,
                  max_score REAL NOT NULL, PRIMARY KEY(grading, lab)) WITHOUT ROWID;
CREATE TABLE sources(name TEXT PRIMARY KEY, signature TEXT NOT NULL, submission INTEGER NOT NULL REFERENCES submissions,
                     note TEXT NOT NULL, modified INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE now(conditions TEXT NOT NULL);
INSERT INTO now VALUES('');
CREATE VIEW results AS
  SELECT attempts.student, attempts.number, attempts.submitted, attempts.source, gradings.id AS grading,
         gradings.score, gradings.max_score, gradings.graded
  FROM attempts LEFT JOIN gradings ON gradings.id =
    (SELECT id FROM gradings AS each WHERE each.submission = attempts.submission
     ORDER BY each.conditions = (SELECT conditions FROM now) DESC, each.id DESC LIMIT 1);
CREATE VIEW last AS SELECT * FROM results AS each
  WHERE number = (SELECT max(number) FROM attempts WHERE attempts.student = each.student);
CREATE VIEW best AS SELECT * FROM results AS each
  WHERE number = (SELECT number FROM results WHERE results.student = each.student AND score IS NOT NULL
                  ORDER BY score DESC, number LIMIT 1);
)";

std::int64_t pragma(const Database& database, const char* name) {
  Statement statement = database.prepare(fmt::format("PRAGMA {}", name));
  return statement.step() ? statement.number(0) : 0;
}

void make_tables(const Database& database) {
  Transaction all(database);
  if (pragma(database, "application_id") == 0) {  // nobody was faster
    database.run(kTables);
    database.run(fmt::format("PRAGMA application_id = {}", kApplication));
    database.run(fmt::format("PRAGMA user_version = {}", kVersion));
  }
  all.commit();
}

bool is_empty(const Database& database) {
  Statement statement = database.prepare("SELECT count(*) FROM sqlite_schema");
  return statement.step() && statement.number(0) == 0;
}

}  // namespace

Gradebook::Gradebook(const std::filesystem::path& file, bool make) : database_(file, make) {
  if (make && is_empty(database_)) make_tables(database_);
  if (pragma(database_, "application_id") != kApplication) {
    throw Error(fmt::format("{} is no gradebook\n  move it away, or name another folder", file.string()));
  }
  const std::int64_t version = pragma(database_, "user_version");
  if (version != kVersion) {
    throw Error(
        fmt::format("{} is a gradebook of version {}, and this mergelab reads version {}\n  use the "
                    "mergelab that made it, or grade into another folder",
                    file.string(), version, kVersion));
  }
}

void Gradebook::set_students(const std::vector<Student>& students) {
  Transaction all(database_);
  database_.run("UPDATE students SET position = NULL");
  std::int64_t position = 0;
  for (const Student& student : students) {
    database_
        .prepare(
            "INSERT INTO students(id, name, position) VALUES(?, ?, ?) ON CONFLICT(id) DO UPDATE SET name = "
            "excluded.name, position = excluded.position")
        .bind(student.id)
        .bind(student.name)
        .bind(++position)
        .run();
  }
  all.commit();
}

std::vector<Student> Gradebook::students() const {
  std::vector<Student> students;
  Statement rows =
      database_.prepare("SELECT id, name FROM students WHERE position IS NOT NULL ORDER BY position");
  while (rows.step()) students.push_back({rows.text(0), rows.text(1)});
  return students;
}

void Gradebook::set_conditions(const std::string& conditions) {
  database_.prepare("UPDATE now SET conditions = ?").bind(conditions).run();
}

std::optional<Seen> Gradebook::seen(const std::string& source, const std::string& signature) const {
  if (signature.empty()) return std::nullopt;
  Statement row =
      database_.prepare("SELECT submission, note, modified FROM sources WHERE name = ? AND signature = ?");
  if (!row.bind(source).bind(signature).step()) return std::nullopt;
  return Seen{row.number(0), row.text(1), static_cast<std::time_t>(row.number(2))};
}

void Gradebook::remember(const std::string& source, const std::string& signature, const Seen& seen) {
  if (signature.empty()) return;
  database_
      .prepare(
          "INSERT OR REPLACE INTO sources(name, signature, submission, note, modified) VALUES(?, ?, ?, ?, ?)")
      .bind(source)
      .bind(signature)
      .bind(seen.submission)
      .bind(seen.note)
      .bind(std::int64_t{seen.modified})
      .run();
}

std::int64_t Gradebook::keep_submission(const Content& content) {
  Statement same = database_.prepare("SELECT id FROM submissions WHERE hash = ? ORDER BY id");
  same.bind(content.hash);
  while (same.step()) {
    if (submission(same.number(0)).is_same(content)) return same.number(0);
  }
  Transaction all(database_);
  database_.prepare("INSERT INTO submissions(hash) VALUES(?)").bind(content.hash).run();
  const std::int64_t id = database_.last_id();
  std::int64_t position = 0;
  for (const ContentFile& file : content.files) {
    database_.prepare("INSERT INTO files(submission, position, lab, bytes, refusal) VALUES(?, ?, ?, ?, ?)")
        .bind(id)
        .bind(++position)
        .bind(file.lab)
        .bind_blob(file.bytes)
        .bind(file.refusal)
        .run();
  }
  all.commit();
  return id;
}

Content Gradebook::submission(std::int64_t id) const {
  Content content;
  Statement rows =
      database_.prepare("SELECT lab, bytes, refusal FROM files WHERE submission = ? ORDER BY position");
  rows.bind(id);
  while (rows.step()) content.files.push_back({rows.text(0), rows.text(1), rows.text(2)});
  return content;
}

void Gradebook::keep_attempt(const std::string& student, const std::string& source, const Seen& seen) {
  std::int64_t number = 0;
  {
    Statement last = database_.prepare(
        "SELECT number, submission FROM attempts WHERE student = ? ORDER BY number DESC LIMIT 1");
    if (last.bind(student).step()) {
      if (last.number(1) == seen.submission) return;
      number = last.number(0);
    }
  }
  const std::string submitted = utc_text(seen.modified);
  database_
      .prepare(
          "INSERT INTO attempts(student, number, submission, source, submitted, note) VALUES(?, ?, ?, ?, ?, "
          "?)")
      .bind(student)
      .bind(number + 1)
      .bind(seen.submission)
      .bind(source)
      .bind(submitted)
      .bind(seen.note)
      .run();
}

std::int64_t Gradebook::find_grading(std::int64_t submission) const {
  Statement row = database_.prepare(
      "SELECT id FROM gradings WHERE submission = ? AND conditions = (SELECT conditions FROM now)");
  return row.bind(submission).step() ? row.number(0) : 0;
}

std::int64_t Gradebook::keep_grading(std::int64_t submission, const Grading& grading,
                                     const std::string& report) {
  Transaction all(database_);
  database_
      .prepare(
          "INSERT INTO gradings(submission, conditions, graded, score, max_score, report) VALUES(?, (SELECT "
          "conditions FROM now), ?, ?, ?, ?)")
      .bind(submission)
      .bind(grading.started)
      .bind(grading.score.value())
      .bind(grading.max_score)
      .bind(report)
      .run();
  const std::int64_t id = database_.last_id();
  for (const LabResult& lab : grading.labs) {
    const std::string status{to_string(lab.status)};
    database_.prepare("INSERT INTO labs(grading, lab, status, score, max_score) VALUES(?, ?, ?, ?, ?)")
        .bind(id)
        .bind(lab.name)
        .bind(status)
        .bind(lab.score)
        .bind(lab.max_score)
        .run();
  }
  all.commit();
  return id;
}

std::string Gradebook::report(std::int64_t grading) const {
  Statement row = database_.prepare("SELECT report FROM gradings WHERE id = ?");
  return row.bind(grading).step() ? row.text(0) : "";
}

std::int64_t Gradebook::reported(const std::string& student) const {
  Statement row = database_.prepare("SELECT reported FROM students WHERE id = ?");
  return row.bind(student).step() ? row.number(0) : 0;
}

void Gradebook::set_reported(const std::string& student, std::int64_t grading) {
  database_.prepare("UPDATE students SET reported = ? WHERE id = ?").bind(grading).bind(student).run();
}

std::vector<Attempt> Gradebook::attempts(const std::string& student) const {
  std::vector<Attempt> attempts;
  Statement rows = database_.prepare(
      "SELECT attempts.number, attempts.submission, attempts.source, attempts.submitted, attempts.note, "
      "results.grading, results.score, results.max_score FROM attempts JOIN results USING(student, number) "
      "WHERE "
      "student = ? ORDER BY number");
  rows.bind(student);
  while (rows.step()) {
    Attempt attempt{student,
                    rows.number(0),
                    rows.number(1),
                    rows.text(2),
                    rows.text(3),
                    rows.text(4),
                    rows.number(5),
                    rows.real(6),
                    rows.real(7).value_or(0),
                    {}};
    Statement labs = database_.prepare("SELECT lab, status, score, max_score FROM labs WHERE grading = ?");
    labs.bind(attempt.grading);
    while (labs.step()) attempt.labs[labs.text(0)] = {labs.text(1), labs.real(2), labs.real(3).value_or(0)};
    attempts.push_back(std::move(attempt));
  }
  return attempts;
}

const Attempt* best_of(const std::vector<Attempt>& attempts) {
  const Attempt* best = nullptr;
  for (const Attempt& each : attempts) {
    if (each.score && (best == nullptr || *each.score > *best->score)) best = &each;
  }
  return best;
}

}  // namespace mergelab::batch
