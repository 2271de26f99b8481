// The gradebook: every attempt of every student, and every grading of it, in one SQLite file.
#pragma once

#include <ctime>

#include "batch/entries.hpp"
#include "model/result.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace mergelab::batch {

// SQLite's C functions for one file, with values that free themselves and errors that say what to do.

/// A prepared statement. Text and blobs that are bound have to live until the last step.
/// Bytes that are no text.
struct Blob {
  std::string_view bytes;
};

class Statement {
 public:
  Statement(sqlite3* database, const std::filesystem::path& file, std::string_view sql);

  /// The next of its values, which must outlive it.
  void bind(std::string_view text);
  void bind(std::int64_t number);
  void bind(std::optional<Points> points);  // null if it is empty
  void bind(Blob blob);
  /// Whether there is a row. Throws StorageError.
  bool step();

  [[nodiscard]] std::string text(int column) const;  // also of blobs; "" for null
  [[nodiscard]] std::int64_t number(int column) const;
  [[nodiscard]] std::optional<Points> points(int column) const;  // empty for null

 private:
  void check(int code);
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  sqlite3* database_;
  const std::filesystem::path& file_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int next_ = 0;
};

class Database {
 public:
  /// Opens a file, or makes it where `make` allows. Throws StorageError.
  Database(std::filesystem::path file, bool make);

  /// With these values for its question marks, which must outlive the statement.
  template <class... Values>
  [[nodiscard]] Statement prepare(std::string_view sql, const Values&... values) const {
    Statement statement(database_.get(), file_, sql);
    (statement.bind(values), ...);
    return statement;
  }
  /// A statement that gives no rows.
  template <class... Values>
  void change(std::string_view sql, const Values&... values) const {
    static_cast<void>(prepare(sql, values...).step());
  }
  /// The first value that a query gives; "" or 0 where it gives no row.
  template <class... Values>
  [[nodiscard]] std::string text(std::string_view sql, const Values&... values) const {
    Statement row = prepare(sql, values...);
    return row.step() ? row.text(0) : "";
  }
  template <class... Values>
  [[nodiscard]] std::int64_t number(std::string_view sql, const Values&... values) const {
    Statement row = prepare(sql, values...);
    return row.step() ? row.number(0) : 0;
  }
  /// Any number of statements without values.
  void run(const std::string& sql) const;
  [[nodiscard]] std::int64_t last_id() const;
  [[nodiscard]] bool is_in_transaction() const;
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::filesystem::path file_;
  std::unique_ptr<sqlite3, Close> database_;
};

/// What is written while it lives is there as a whole after commit(), or not at all. One within another is a
/// part of that.
class Transaction {
 public:
  explicit Transaction(const Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  const Database& database_;
  bool is_inner_;
  bool done_ = false;
};

/// What a batch has found at a place, so that an archive that has not changed is not unpacked again.
struct Seen {
  std::int64_t submission = 0;
  std::string note;
  std::time_t modified = 0;
};

struct LabScore {
  std::string status;
  std::optional<Points> score;
  Points max_score;
  std::optional<Points> late_points;  // that late work lost; empty: in time, or unknown
};

/// One attempt with the grading that counts: the one under the conditions of the last batch, else the newest.
struct Attempt {
  std::string student;
  std::int64_t number = 0;  // from 1
  std::int64_t submission = 0;
  std::string source;   // its name among the submissions
  std::string written;  // UTC: when its files were last written
  std::string told;     // UTC: when it was handed in, as the roster says; empty: it doesn't
  std::string note;
  std::int64_t grading = 0;     // 0: none yet
  std::optional<Points> score;  // without what late work lost, as those of its labs
  Points max_score;
  std::string counted;                // what set_counted() was given last
  bool is_late = false;               // for one of its labs
  std::optional<Points> late_points;  // empty: no deadline was looked at
  std::map<std::string, LabScore> labs;
  [[nodiscard]] const std::string& submitted() const { return told.empty() ? written : told; }
};

struct Draft {
  std::string report, observations;
};

class Gradebook {
 public:
  /// Opens the gradebook, or makes one if `make`. Throws Error for any other file or another version, and
  /// StorageError. All other members throw StorageError.
  Gradebook(const std::filesystem::path& file, bool make);

  /// The current roster; students who left it keep their attempts.
  void set_students(const std::vector<Student>& students);
  [[nodiscard]] std::vector<Student> students() const;

  /// The conditions of this batch: 16 characters for all that a result depends on besides the submission, and
  /// more for the grader's programs, whose change alone does not cause a new grading. `options` are the
  /// batch's, for later gradings.
  void set_conditions(const std::string& conditions, const std::string& options = "");
  [[nodiscard]] std::string conditions() const;
  [[nodiscard]] std::string options() const;

  [[nodiscard]] std::optional<Seen> seen(const std::string& source, const std::string& signature) const;
  void remember(const std::string& source, const std::string& signature, const Seen& seen);

  /// Keeps the files, once for all who hand in the same.
  std::int64_t keep_submission(const Content& content);
  [[nodiscard]] Content submission(std::int64_t id) const;
  /// A new attempt, unless it is what the student's last one was. `told`: when it was handed in (UTC), if
  /// somebody knows; of the last attempt, too, the newest word counts.
  void keep_attempt(const std::string& student, const std::string& source, const Seen& seen,
                    const std::string& told = "");
  /// The same word on the last attempt; "": it is not known any more.
  void set_told(const std::string& student, const std::string& told);
  /// What late work leaves of the attempt's grading; null: no deadline was looked at. `key` says what that
  /// depends on.
  void set_counted(const Attempt& attempt, const std::string& key, const Grading* counted);

  /// The grading of a submission under the conditions that are set, by whichever programs; 0: there is none
  /// yet.
  [[nodiscard]] std::int64_t find_grading(std::int64_t submission) const;
  /// The grading of a submission under just these conditions; 0: there is none.
  [[nodiscard]] std::int64_t grading_under(const std::string& conditions, std::int64_t submission) const;
  /// What students on the roster have handed in, each once.
  [[nodiscard]] std::vector<std::int64_t> submissions() const;
  /// What it was called by the first who handed it in.
  [[nodiscard]] std::string source_of(std::int64_t submission) const;
  /// A grading that nobody has approved: it counts nowhere.
  void keep_draft(std::int64_t submission, const std::string& conditions, const Draft& draft);
  [[nodiscard]] std::optional<Draft> draft(std::int64_t submission, const std::string& conditions) const;
  void forget_drafts();
  /// How many submissions of students on the roster are graded by other programs.
  [[nodiscard]] std::int64_t graded_by_others() const;
  /// Keeps the whole report, and its scores for queries; with what was observed, to score it again.
  std::int64_t keep_grading(std::int64_t submission, const Grading& grading, const std::string& report,
                            const std::string& observations = "");
  [[nodiscard]] std::string report(std::int64_t grading) const;
  /// Of the grading that counts, else of the newest that has some; empty: there are none.
  [[nodiscard]] std::string observations_of(std::int64_t submission) const;

  /// What a student's report files were made of, from set_reported(); empty: unknown.
  [[nodiscard]] std::string reported(const std::string& student) const;
  void set_reported(const std::string& student, std::int64_t grading, const std::string& as);

  [[nodiscard]] std::vector<Attempt> attempts(const std::string& student) const;

  [[nodiscard]] const Database& database() const { return database_; }

 private:
  void take_late(Attempt& attempt) const;

  Database database_;
};

/// The attempt with the most points, the first of several; null if none was graded.
[[nodiscard]] const Attempt* best_of(const std::vector<Attempt>& attempts);

}  // namespace mergelab::batch
