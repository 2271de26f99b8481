#include "batch/gradebook_tables.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "batch/error.hpp"

namespace mergelab::batch {
namespace {

constexpr std::int64_t kApplication = 0x6d67'6c62;  // "mglb", which file(1) and we know it by
constexpr std::int64_t kVersion = 2;

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
)";

// What version 2 added: a gradebook of version 1 becomes one of version 2 by these.
constexpr const char* kLateTables = R"(
ALTER TABLE students ADD COLUMN reported_as TEXT NOT NULL DEFAULT '';
ALTER TABLE attempts ADD COLUMN told TEXT NOT NULL DEFAULT '';
ALTER TABLE attempts ADD COLUMN counted TEXT NOT NULL DEFAULT '';
ALTER TABLE attempts ADD COLUMN counted_grading INTEGER;
ALTER TABLE attempts ADD COLUMN counted_score REAL;
CREATE TABLE late(student TEXT NOT NULL, number INTEGER NOT NULL, lab TEXT NOT NULL, points REAL NOT NULL,
                  score REAL NOT NULL, message TEXT NOT NULL, PRIMARY KEY(student, number, lab)) WITHOUT ROWID;
ALTER TABLE gradings ADD COLUMN observations TEXT NOT NULL DEFAULT '';
ALTER TABLE now ADD COLUMN options TEXT NOT NULL DEFAULT '';
CREATE TABLE drafts(submission INTEGER NOT NULL REFERENCES submissions, conditions TEXT NOT NULL,
                    report TEXT NOT NULL, observations TEXT NOT NULL, PRIMARY KEY(submission, conditions));
)";

constexpr const char* kViews = R"(
DROP VIEW IF EXISTS best;
DROP VIEW IF EXISTS last;
DROP VIEW IF EXISTS results;
CREATE VIEW results AS
  SELECT attempts.student, attempts.number, attempts.submitted, attempts.source, gradings.id AS grading,
         CASE WHEN attempts.counted_grading = gradings.id THEN attempts.counted_score ELSE gradings.score END AS score,
         gradings.max_score, gradings.graded
  FROM attempts LEFT JOIN gradings ON gradings.id =
    (SELECT id FROM gradings AS each WHERE each.submission = attempts.submission
     ORDER BY substr(each.conditions, 1, 16) = (SELECT substr(conditions, 1, 16) FROM now) DESC, each.id DESC
     LIMIT 1);
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
    database.run(kLateTables);
    database.run(kViews);
    database.run(fmt::format("PRAGMA application_id = {}", kApplication));
    database.run(fmt::format("PRAGMA user_version = {}", kVersion));
  }
  all.commit();
}

void renew_version_1(const Database& database) {
  Transaction all(database);
  if (pragma(database, "user_version") == 1) {  // nobody was faster
    database.run(kLateTables);
    database.run(kViews);
    database.run(fmt::format("PRAGMA user_version = {}", kVersion));
  }
  all.commit();
}

bool is_empty(const Database& database) {
  Statement statement = database.prepare("SELECT count(*) FROM sqlite_schema");
  return statement.step() && statement.number(0) == 0;
}

}  // namespace

void prepare_tables(const Database& database, bool make) {
  const std::string file = database.file().string();
  if (make && is_empty(database)) make_tables(database);
  if (pragma(database, "application_id") != kApplication)
    throw Error(fmt::format("{} is not a gradebook\n  move it away, or name another folder", file));
  if (pragma(database, "user_version") == 1) renew_version_1(database);
  const std::int64_t version = pragma(database, "user_version");
  if (version != kVersion) {
    throw Error(
        fmt::format("{} is a gradebook of version {}, but this mergelab reads version {}\n  use the mergelab "
                    "that wrote it, or grade into another folder",
                    file, version, kVersion));
  }
}

}  // namespace mergelab::batch
