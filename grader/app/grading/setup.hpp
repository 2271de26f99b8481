// What verbs that grade have in common, from the options to a grader that is ready.
#pragma once

#include "app/grading/course_grader.hpp"

namespace mergelab::app {

/// Where to grade, and why there.
struct BackendChoice {
  Backends backends;
  std::string reason;
  std::optional<Gpu> gpu;
};

/// Everything that a grading needs, in the order in which it is made.
class Setup {
 public:
  /// Throws UsageError, EnvironmentError or course::Error.
  explicit Setup(const GradingOptions& options);

  [[nodiscard]] const GradingOptions& options() const { return options_; }
  [[nodiscard]] const Course& course() const { return course_; }
  [[nodiscard]] const Programs& programs() const { return programs_; }
  [[nodiscard]] LabGrader& grader() { return grader_; }
  [[nodiscard]] WorkFolder& folder() { return folder_; }
  [[nodiscard]] Progress& progress() { return progress_; }
  /// Grades with what holds of these observations, and keeps the others there; where nothing may run, grading
  /// throws NeedsRun.
  void keep_observations(ObservedRuns* runs, bool may_run = true);
  /// The programs that judge: other ones may see other things.
  [[nodiscard]] const std::string& grader_fingerprint();
  /// Tells this one too how far a grading has come.
  void also_tell(Watcher watch) { also_ = std::move(watch); }
  [[nodiscard]] unsigned jobs() const;
  /// The name of the GPU that is graded on; empty: none is.
  [[nodiscard]] std::string gpu() const { return backend_.gpu ? backend_.gpu->name : ""; }
  /// A grading with everything filled in that is known before it starts.
  [[nodiscard]] Grading empty_grading(const std::string& submission) const;

 private:
  Course course_;
  GradingOptions options_;
  std::string secret_;  // of hidden cases; empty: none is hidden
  BackendChoice backend_;
  Programs programs_;  // for that backend
  WorkFolder folder_;
  Progress progress_;
  Watcher also_;
  std::string grader_fingerprint_, how_;  // empty: not needed yet
  LabGrader grader_;
};

/// The secret of hidden cases: in the file, or where the settings say; empty where nothing says where. Throws
/// UsageError.
[[nodiscard]] std::string find_secret(const std::filesystem::path& file, const Settings& settings);

/// The labs that these words name, in course order; all for none. Throws course::Error.
[[nodiscard]] std::vector<const Lab*> named_labs(const Course& course, const std::vector<std::string>& words);
/// The same of labs that count: for none, all that the settings grade. Throws UsageError for one that they
/// don't.
[[nodiscard]] std::vector<const Lab*> graded_labs(const Course& course,
                                                  const std::vector<std::string>& words);

/// The folder that DIR means: as given, or in the course. Where it is empty, labs/: the course's, or for an
/// installed mergelab the one in the current folder. Throws UsageError.
[[nodiscard]] std::filesystem::path submission_folder(const std::filesystem::path& given,
                                                      const Course& course);

/// A student's file of a lab. Throws UsageError when it is missing or refused.
[[nodiscard]] std::filesystem::path student_file(const Lab& lab, const std::filesystem::path& folder);

/// A student's files of a lab, of those that it builds on where they are there, and of others that it
/// includes. Throws UsageError when the lab's own file is missing or refused.
[[nodiscard]] submission::Sources student_sources(const Course& course, const Lab& lab,
                                                  const std::filesystem::path& folder);

/// The same, for what shows how the files run. Throws UsageError, too, when an earlier lab's file is missing.
[[nodiscard]] submission::Sources own_sources(const Course& course, const Lab& lab,
                                              const std::filesystem::path& folder);

}  // namespace mergelab::app
