#include "batch/gradebook.hpp"

#include <sqlite3.h>

#include "batch/text.hpp"

namespace mergelab::batch {
namespace {

constexpr int kWaitMs = 10'000;  // for somebody else who reads or writes

const char* remedy(int code) {
  switch (code & 0xff) {
    case SQLITE_FULL:
    case SQLITE_IOERR:
      return "free some space there; no data is lost, and the same command continues from there";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another program has it open: close that program, and run the same command again";
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return "make it and its folder writable for you";
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return "it is damaged or not a gradebook; move it away, or restore a copy of it, and run the same "
             "command again";
    default:
      return "run the same command again; it continues from there";
  }
}

[[noreturn]] void fail(const std::filesystem::path& file, int code, const char* words) {
  throw StorageError(fmt::format("{}: {}\n  {}", file.string(), words, remedy(code)));
}

void check(sqlite3* database, const std::filesystem::path& file, int code) {
  if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE)
    fail(file, code, sqlite3_errmsg(database));
}

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
  return database.number(fmt::format("PRAGMA {}", name));
}

/// Makes the tables that an empty file, or one of version 1, lacks; none where somebody was faster.
void make_tables(const Database& database) {
  Transaction all(database);
  const bool is_new = pragma(database, "application_id") == 0;
  if (is_new) {
    database.run(kTables);
    database.run(fmt::format("PRAGMA application_id = {}", kApplication));
  }
  if (is_new || pragma(database, "user_version") == 1) {
    database.run(kLateTables);
    database.run(kViews);
    database.run(fmt::format("PRAGMA user_version = {}", kVersion));
  }
  all.commit();
}

bool is_empty(const Database& database) { return database.number("SELECT count(*) FROM sqlite_schema") == 0; }

/// Makes the tables of an empty file if `make`, and renews those of an earlier version. Throws Error for
/// another file or a later version, and StorageError.
void prepare_tables(const Database& database, bool make) {
  const std::string file = database.file().string();
  if (make && is_empty(database)) make_tables(database);
  if (pragma(database, "application_id") != kApplication)
    throw Error(fmt::format("{} is not a gradebook\n  move it away, or name another folder", file));
  if (pragma(database, "user_version") == 1) make_tables(database);
  const std::int64_t version = pragma(database, "user_version");
  if (version != kVersion)
    throw Error(
        fmt::format("{} is a gradebook of version {}, but this mergelab reads version {}\n  use the mergelab "
                    "that wrote it, or grade into another folder",
                    file, version, kVersion));
}

}  // namespace

Statement::Statement(sqlite3* database, const std::filesystem::path& file, std::string_view sql)
    : database_(database), file_(file) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &statement, nullptr));
  statement_.reset(statement);
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void Statement::check(int code) { batch::check(database_, file_, code); }
void Statement::bind(std::string_view text) {
  check(sqlite3_bind_text64(statement_.get(), ++next_, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8));
}
void Statement::bind(std::int64_t number) { check(sqlite3_bind_int64(statement_.get(), ++next_, number)); }
void Statement::bind(std::optional<Points> points) {
  ++next_;
  check(points ? sqlite3_bind_double(statement_.get(), next_, points->number())
               : sqlite3_bind_null(statement_.get(), next_));
}
void Statement::bind(Blob blob) {
  const char* data = blob.bytes.empty() ? "" : blob.bytes.data();  // null would be no blob
  check(sqlite3_bind_blob64(statement_.get(), ++next_, data, blob.bytes.size(), SQLITE_STATIC));
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  check(code);
  return code == SQLITE_ROW;
}

std::string Statement::text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return bytes == nullptr ? std::string() : std::string(static_cast<const char*>(bytes), size);
}
std::int64_t Statement::number(int column) const { return sqlite3_column_int64(statement_.get(), column); }
std::optional<Points> Statement::points(int column) const {
  if (sqlite3_column_type(statement_.get(), column) == SQLITE_NULL) return std::nullopt;
  return Points(sqlite3_column_double(statement_.get(), column));
}

void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Database::Database(std::filesystem::path file, bool make) : file_(std::move(file)) {
  sqlite3* database = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | (make ? SQLITE_OPEN_CREATE : 0);
  const int code = sqlite3_open_v2(file_.c_str(), &database, flags, nullptr);
  database_.reset(database);
  if (code != SQLITE_OK) fail(file_, code, sqlite3_errstr(code));
  sqlite3_busy_timeout(database, kWaitMs);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  run("PRAGMA foreign_keys = ON");
}

void Database::run(const std::string& sql) const {
  check(database_.get(), file_, sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr));
}

std::int64_t Database::last_id() const { return sqlite3_last_insert_rowid(database_.get()); }

bool Database::is_in_transaction() const { return sqlite3_get_autocommit(database_.get()) == 0; }

Transaction::Transaction(const Database& database)
    : database_(database), is_inner_(database.is_in_transaction()) {
  database_.run(is_inner_ ? "SAVEPOINT part" : "BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (done_) return;
  try {
    database_.run(is_inner_ ? "ROLLBACK TO part; RELEASE part" : "ROLLBACK");
  } catch (const StorageError&) {  // SQLite has rolled it back already
    done_ = true;
  }
}

void Transaction::commit() {
  database_.run(is_inner_ ? "RELEASE part" : "COMMIT");
  done_ = true;
}

Gradebook::Gradebook(const std::filesystem::path& file, bool make) : database_(file, make) {
  prepare_tables(database_, make);
}

void Gradebook::set_students(const std::vector<Student>& students) {
  Transaction all(database_);
  database_.run("UPDATE students SET position = NULL");
  std::int64_t position = 0;
  for (const Student& student : students) {
    database_.change(
        "INSERT INTO students(id, name, position) VALUES(?, ?, ?) ON CONFLICT(id) DO UPDATE SET name = "
        "excluded.name, position = excluded.position",
        student.id, student.name, ++position);
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

void Gradebook::set_conditions(const std::string& conditions, const std::string& options) {
  database_.change("UPDATE now SET conditions = ?, options = ?", conditions, options);
}

std::string Gradebook::conditions() const { return database_.text("SELECT conditions FROM now"); }

std::string Gradebook::options() const { return database_.text("SELECT options FROM now"); }

std::optional<Seen> Gradebook::seen(const std::string& source, const std::string& signature) const {
  if (signature.empty()) return std::nullopt;
  Statement row = database_.prepare(
      "SELECT submission, note, modified FROM sources WHERE name = ? AND signature = ?", source, signature);
  if (!row.step()) return std::nullopt;
  return Seen{row.number(0), row.text(1), static_cast<std::time_t>(row.number(2))};
}

void Gradebook::remember(const std::string& source, const std::string& signature, const Seen& seen) {
  if (signature.empty()) return;
  database_.change(
      "INSERT OR REPLACE INTO sources(name, signature, submission, note, modified) VALUES(?, ?, ?, ?, ?)",
      source, signature, seen.submission, seen.note, std::int64_t{seen.modified});
}

std::int64_t Gradebook::keep_submission(const Content& content) {
  Statement same = database_.prepare("SELECT id FROM submissions WHERE hash = ? ORDER BY id", content.hash);
  while (same.step()) {
    if (submission(same.number(0)).is_same(content)) return same.number(0);
  }
  Transaction all(database_);
  database_.change("INSERT INTO submissions(hash) VALUES(?)", content.hash);
  const std::int64_t id = database_.last_id();
  std::int64_t position = 0;
  for (const ContentFile& file : content.files) {
    database_.change("INSERT INTO files(submission, position, lab, bytes, refusal) VALUES(?, ?, ?, ?, ?)", id,
                     ++position, file.lab, Blob{file.bytes}, file.refusal);
  }
  all.commit();
  return id;
}

Content Gradebook::submission(std::int64_t id) const {
  Content content;
  Statement rows =
      database_.prepare("SELECT lab, bytes, refusal FROM files WHERE submission = ? ORDER BY position", id);
  while (rows.step()) content.files.push_back({rows.text(0), rows.text(1), rows.text(2)});
  return content;
}

void Gradebook::keep_attempt(const std::string& student, const std::string& source, const Seen& seen,
                             const std::string& told) {
  std::int64_t number = 0;
  {
    Statement last = database_.prepare(
        "SELECT number, submission FROM attempts WHERE student = ? ORDER BY number DESC LIMIT 1", student);
    if (last.step()) {
      number = last.number(0);
      if (last.number(1) == seen.submission) {
        if (!told.empty()) set_told(student, told);
        return;
      }
    }
  }
  const std::string submitted = utc_text(seen.modified);
  database_.change(
      "INSERT INTO attempts(student, number, submission, source, submitted, note, told) VALUES(?, ?, ?, "
      "?, ?, ?, ?)",
      student, number + 1, seen.submission, source, submitted, seen.note, told);
}

void Gradebook::set_told(const std::string& student, const std::string& told) {
  database_.change(
      "UPDATE attempts SET told = ? WHERE student = ? AND number = (SELECT max(number) FROM attempts AS "
      "each WHERE each.student = attempts.student)",
      told, student);
}

void Gradebook::set_counted(const Attempt& attempt, const std::string& key, const Grading* counted) {
  const std::optional<Points> score = counted == nullptr ? std::nullopt : counted->score;
  Transaction all(database_);
  database_.change(
      "UPDATE attempts SET counted = ?, counted_grading = ?, counted_score = ? WHERE student = ? AND "
      "number = ?",
      key, counted == nullptr ? 0 : attempt.grading, score, attempt.student, attempt.number);
  database_.change("DELETE FROM late WHERE student = ? AND number = ?", attempt.student, attempt.number);
  if (counted != nullptr) {
    for (const LabResult& lab : counted->labs) {
      for (const Deduction& each : lab.deductions) {
        if (each.kind != "late") continue;
        database_.change(
            "INSERT INTO late(student, number, lab, points, score, message) VALUES(?, ?, ?, ?, ?, ?)",
            attempt.student, attempt.number, lab.name, each.points, lab.score, each.message);
      }
    }
  }
  all.commit();
}

std::int64_t Gradebook::find_grading(std::int64_t submission) const {
  return database_.number(
      "SELECT id FROM gradings, now WHERE submission = ? AND substr(gradings.conditions, 1, 16) = "
      "substr(now.conditions, 1, 16) ORDER BY id DESC LIMIT 1",
      submission);
}

std::int64_t Gradebook::keep_grading(std::int64_t submission, const Grading& grading,
                                     const std::string& report, const std::string& observations) {
  Transaction all(database_);
  database_.change(
      "INSERT INTO gradings(submission, conditions, graded, score, max_score, report, observations) "
      "VALUES(?, (SELECT conditions FROM now), ?, ?, ?, ?, ?)",
      submission, grading.started, grading.score, grading.max_score, report, observations);
  const std::int64_t id = database_.last_id();
  for (const LabResult& lab : grading.labs) {
    const std::string status{to_string(lab.status)};
    database_.change("INSERT INTO labs(grading, lab, status, score, max_score) VALUES(?, ?, ?, ?, ?)", id,
                     lab.name, status, lab.score, lab.max_score);
  }
  all.commit();
  return id;
}

std::string Gradebook::report(std::int64_t grading) const {
  return database_.text("SELECT report FROM gradings WHERE id = ?", grading);
}

std::string Gradebook::reported(const std::string& student) const {
  return database_.text("SELECT reported_as FROM students WHERE id = ?", student);
}

void Gradebook::set_reported(const std::string& student, std::int64_t grading, const std::string& as) {
  database_.change("UPDATE students SET reported = ?, reported_as = ? WHERE id = ?", grading, as, student);
}

std::vector<Attempt> Gradebook::attempts(const std::string& student) const {
  std::vector<Attempt> attempts;
  Statement rows = database_.prepare(
      "SELECT attempts.number, attempts.submission, attempts.source, attempts.submitted, attempts.note, "
      "results.grading, results.score, results.max_score, attempts.told, attempts.counted, "
      "attempts.counted_grading FROM attempts JOIN results USING(student, number) WHERE student = ? ORDER BY "
      "number",
      student);
  while (rows.step()) {
    Attempt attempt;
    attempt.student = student;
    attempt.number = rows.number(0);
    attempt.submission = rows.number(1);
    attempt.source = rows.text(2);
    attempt.written = rows.text(3);
    attempt.note = rows.text(4);
    attempt.grading = rows.number(5);
    attempt.score = rows.points(6);
    attempt.max_score = rows.points(7).value_or(0);
    attempt.told = rows.text(8);
    attempt.counted = rows.text(9);
    Statement labs = database_.prepare("SELECT lab, status, score, max_score FROM labs WHERE grading = ?",
                                       attempt.grading);
    while (labs.step())
      attempt.labs[labs.text(0)] = {labs.text(1), labs.points(2), labs.points(3).value_or(0), {}};
    if (attempt.grading != 0 && rows.number(10) == attempt.grading) take_late(attempt);
    attempts.push_back(std::move(attempt));
  }
  return attempts;
}

void Gradebook::take_late(Attempt& attempt) const {
  attempt.late_points = 0;
  Statement late = database_.prepare("SELECT lab, points, score FROM late WHERE student = ? AND number = ?",
                                     attempt.student, attempt.number);
  while (late.step()) {
    LabScore& lab = attempt.labs[late.text(0)];
    lab.late_points = late.points(1);
    lab.score = late.points(2);
    *attempt.late_points += late.points(1).value_or(0);
    attempt.is_late = true;
  }
}

const Attempt* best_of(const std::vector<Attempt>& attempts) {
  const Attempt* best = nullptr;
  for (const Attempt& each : attempts) {
    if (each.score && (best == nullptr || *each.score > *best->score)) best = &each;
  }
  return best;
}

std::int64_t Gradebook::graded_by_others() const {
  return database_.number(
      "SELECT count(DISTINCT last.grading) FROM last JOIN students ON students.id = last.student JOIN "
      "gradings "
      "ON gradings.id = last.grading, now WHERE students.position IS NOT NULL AND gradings.conditions <> "
      "now.conditions");
}

std::string Gradebook::observations_of(std::int64_t submission) const {
  return database_.text(
      "SELECT observations FROM gradings WHERE submission = ? AND observations <> '' ORDER BY "
      "substr(conditions, 1, 16) = (SELECT substr(conditions, 1, 16) FROM now) DESC, id DESC LIMIT 1",
      submission);
}

std::int64_t Gradebook::grading_under(const std::string& conditions, std::int64_t submission) const {
  return database_.number("SELECT id FROM gradings WHERE submission = ? AND conditions = ?", submission,
                          conditions);
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
  return database_.text("SELECT source FROM attempts WHERE submission = ? ORDER BY student LIMIT 1",
                        submission);
}

void Gradebook::keep_draft(std::int64_t submission, const std::string& conditions, const Draft& draft) {
  database_.change(
      "INSERT OR REPLACE INTO drafts(submission, conditions, report, observations) VALUES(?, ?, ?, ?)",
      submission, conditions, draft.report, draft.observations);
}

std::optional<Draft> Gradebook::draft(std::int64_t submission, const std::string& conditions) const {
  Statement row =
      database_.prepare("SELECT report, observations FROM drafts WHERE submission = ? AND conditions = ?",
                        submission, conditions);
  if (!row.step()) return std::nullopt;
  return Draft{row.text(0), row.text(1)};
}

void Gradebook::forget_drafts() { database_.run("DELETE FROM drafts"); }

}  // namespace mergelab::batch
