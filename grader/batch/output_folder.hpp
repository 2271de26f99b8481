// The folder that a batch writes to, which one batch has at a time.
#pragma once

#include "base/descriptor.hpp"
#include "batch/gradebook.hpp"

namespace mergelab::batch {

class OutputFolder {
 public:
  /// Makes the folder if needed, takes its lock, and removes what a killed batch left in work(). Throws Error
  /// when it can't be made, another batch has it, it has other contents than a batch's, or it is within the
  /// submissions.
  OutputFolder(const std::filesystem::path& folder, const std::filesystem::path& submissions);
  /// The folder of a batch that was run. Throws Error without one.
  explicit OutputFolder(const std::filesystem::path& folder);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  [[nodiscard]] std::filesystem::path gradebook() const { return folder_ / "gradebook.sqlite"; }
  [[nodiscard]] std::filesystem::path grades() const { return folder_ / "grades.csv"; }
  /// "reports/ada.json", relative to the folder.
  [[nodiscard]] static std::string report_name(const std::string& student);
  [[nodiscard]] std::filesystem::path report(const std::string& student) const {
    return folder_ / report_name(student);
  }
  [[nodiscard]] std::filesystem::path page(const std::string& student) const {
    return report(student).replace_extension(".html");
  }
  /// For files that nobody needs afterwards.
  [[nodiscard]] std::filesystem::path work() const { return folder_ / ".work"; }
  /// For what this batch and a cluster's tasks tell each other. It stays until the batch is done.
  [[nodiscard]] std::filesystem::path slurm() const { return folder_ / ".slurm"; }

 private:
  void take();

  std::filesystem::path folder_;
  base::Descriptor lock_;
};

/// The status of a submission; docs/formats.md explains each.
enum class Status {
  graded,
  pending,
  not_submitted,
  no_lab_file,
  unreadable,
  ambiguous,
  unknown,
  grader_error
};
constexpr std::array<std::string_view, 8> names(Status) {
  return {"graded",     "pending",   "not_submitted", "no_lab_file",
          "unreadable", "ambiguous", "unknown",       "grader_error"};
}

struct GradeRow {
  Student student;
  Status status = Status::pending;
  std::optional<Attempt> attempt;  // that the row is about
  std::size_t attempts = 0;        // of this student, in all
  std::string source;              // without an attempt: what was handed in
  std::string report;              // relative to the output folder
  std::string message;
};

/// The rows of an earlier table for these students, who lead it in this order, and those that it has below
/// them: status, what was handed in, report and message. Throws Error for any other table.
[[nodiscard]] std::vector<GradeRow> rows_of_table(const std::string& table,
                                                  const std::vector<Student>& students);

/// The whole table, with a column for each of these labs. No times of grading are in it, so that the same
/// submissions give the same bytes.
[[nodiscard]] std::string grades_table(const std::vector<GradeRow>& rows,
                                       const std::vector<std::string>& labs, TableFormat format = {});

}  // namespace mergelab::batch
