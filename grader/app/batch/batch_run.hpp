// A batch from the list of submissions to the table: known results, what must be graded, and its grading,
// several at a time.
#pragma once

#include "app/batch/late_work.hpp"
#include "app/grading/setup.hpp"
#include "app/machine/children.hpp"
#include "batch/output_folder.hpp"
#include "batch/unpack.hpp"

namespace mergelab::app {

namespace slurm {
class Gradings;
}

/// What all gradings of a batch have in common.
struct BatchSetting {
  const Course* course = nullptr;
  GradingOptions grading;
  std::vector<std::string> labs;  // that are graded, in course order
  std::string conditions;         // batch::Gradebook::set_conditions()
  std::string options;            // likewise
  std::string compiler;           // that everybody's files are compiled with
  bool times_of_files = false;    // for deadlines, where the roster says no time
  TableFormat table;              // of grades.csv
  unsigned jobs = 1;
};

/// A student's report as JSON and as a page, under the student's name.
void write_reports(Grading grading, const std::string& student, const batch::OutputFolder& out);

/// What a student's reports were made of: a grading, and what late work lost of it.
[[nodiscard]] std::string report_key(std::int64_t grading, const std::string& late);

class BatchRun {
 public:
  /// Throws what the gradebook throws.
  BatchRun(BatchSetting setting, const batch::OutputFolder& out, Progress& progress);

  /// Takes in who hands in what, and finds what has been graded before.
  void look(const std::vector<batch::Student>& students, const std::vector<batch::Entry>& entries);
  /// Grades the rest. Returns 0, or the signal that asked it to stop. Throws StorageError and
  /// base::WriteError when the results can't be written; all that was graded is kept.
  [[nodiscard]] int grade();
  /// The same on a cluster. A stop cancels what was sent out, unless the terminal was lost (SIGHUP). Also
  /// throws EnvironmentError.
  [[nodiscard]] int grade(slurm::Gradings& cluster);
  /// Writes the current table.
  void write_table();

  /// Of how many submissions other programs of the grader made the score.
  [[nodiscard]] std::int64_t graded_by_others() const { return book_.graded_by_others(); }
  [[nodiscard]] const std::vector<batch::GradeRow>& rows() const { return rows_; }

 private:
  struct Group {                       // of rows with the same files
    std::vector<std::size_t> waiting;  // rows
    int tries = 0;
  };
  struct Job {
    std::int64_t submission = 0;
    std::size_t row = 0;
    std::unique_ptr<batch::Opened> opened;
    std::filesystem::path json, log;
    std::chrono::steady_clock::time_point began{};
    bool overdue = false;
  };

  void prepare(std::size_t row);
  void start_next(Children& children);
  void end(const Job& job, int code);
  /// Takes in the report of a grading, or why there is none: what went wrong, or what its log says.
  void keep(std::int64_t submission, int code, const std::filesystem::path& json, std::string why,
            const std::filesystem::path& log);
  void settle(std::size_t row, std::int64_t grading);
  void fail(std::int64_t submission, batch::Status status, const std::string& message);
  void show_progress(const std::string& what);
  /// Writes the table every now and then while gradings run.
  void renew_table();

  BatchSetting setting_;
  const batch::OutputFolder& out_;
  Progress& progress_;
  batch::Gradebook book_;
  LateWork late_;
  std::vector<batch::GradeRow> rows_;
  std::map<std::size_t, batch::Entry> entries_;  // by row
  std::map<std::int64_t, Group> groups_;         // by submission, of which no grading is known
  std::vector<std::int64_t> queue_;              // of groups, the next one last
  std::map<pid_t, Job> running_;
  std::size_t ended_ = 0, started_ = 0;
  std::string elsewhere_;  // the state of the cluster's tasks
  std::chrono::steady_clock::time_point began_{}, table_written_{};
  static constexpr std::chrono::seconds kTableEvery{10};
};

// The words with which a batch has one submission graded: by the same verb that grades a single one.

/// The options of `grade` that all submissions share.
[[nodiscard]] std::vector<std::string> grading_words(const BatchSetting& setting);

/// The words that grade `folder`, with its report in `json` and these options.
[[nodiscard]] std::vector<std::string> grade_words(const std::vector<std::string>& options,
                                                   const std::filesystem::path& folder,
                                                   const std::filesystem::path& json);
[[nodiscard]] std::vector<std::string> grade_words(const BatchSetting& setting,
                                                   const std::filesystem::path& folder,
                                                   const std::filesystem::path& json);

/// Where these words have `grade` keep its observations.
[[nodiscard]] std::filesystem::path observations_beside(std::filesystem::path json);

/// Each step of a grading has its own limits, far below.
inline constexpr auto kLongestGrading = std::chrono::hours(2);

/// What a mergelab that failed said in its log: "error: ..." without that word.
[[nodiscard]] std::string complaint(const std::filesystem::path& log, int code);

/// A batch's options except the secret, to grade its submissions again.
struct BatchOptions {
  GradingOptions grading;
  std::vector<std::string> labs;  // as they were named; empty: all
  bool times_of_files = false;
  TableFormat table;
};
[[nodiscard]] std::string to_text(const BatchOptions& options);
/// Throws UsageError for invalid text, as in a gradebook of an earlier version.
[[nodiscard]] BatchOptions batch_options_from(const std::string& text);

/// The setting of a batch with these options. `empty` is one of its gradings before it begins, `work` an
/// empty folder.
[[nodiscard]] BatchSetting batch_setting(Setup& setup, const BatchOptions& options, const Grading& empty,
                                         const std::filesystem::path& work);

/// The gradebook in a batch's folder, or the file itself. Throws UsageError without one.
[[nodiscard]] batch::Gradebook open_gradebook(const std::filesystem::path& folder);

struct HandedIn {
  struct Student {
    std::string id;
    batch::Content content;
  };
  std::vector<Student> students;
  std::vector<std::string> notes;  // "bob.zip: is encrypted": what could not be read, and what was left out
};

/// The files of a folder that `batch` would take, or each student's last attempt in a folder with a
/// gradebook, which `batch` has written. Throws UsageError.
[[nodiscard]] HandedIn read_handed_in(const Course& course, const std::filesystem::path& folder,
                                      Progress& progress);

/// Whether a batch has written this folder.
[[nodiscard]] bool is_results_folder(const std::filesystem::path& folder);

}  // namespace mergelab::app
