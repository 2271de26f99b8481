// Grades one lab: builds it, lets a judge try it, scores what the judge saw.
#pragma once

#include <atomic>
#include <semaphore>
#include <shared_mutex>

#include "app/command_line/console.hpp"
#include "app/grading/observed.hpp"
#include "app/grading/reference_objects.hpp"

namespace mergelab::app {

struct JudgeResult {
  std::vector<Observation> observations;
  std::string failure;  // empty: the judge ended as it should
};

/// Runs the job to its end by two judges at once: one takes the plan's parts from the first on, the other
/// from the last on. The observations are those of a single judge: if anything happens that a later test
/// could depend on, the second one's do not count, and the first does the rest. `seen` is called in the order
/// of the tests, and by one thread. Throws std::system_error when a judge can't be started.
[[nodiscard]] JudgeResult run_two_judges(const std::filesystem::path& judge, const judge::Job& job,
                                         const std::function<void(const Observation&)>& seen);

struct GradeOptions {
  Backends backends{Backend::cpu};
  std::uint64_t seed = 1;
  std::string secret;
  std::optional<Moment> now =
      std::nullopt;  // for details of hidden cases that show from a time on; empty: none do
  RunOrder order = RunOrder::forward;
  bool profile = false;        // count by source line too
  bool trace = false;          // log every access of one small case
  Numbers trace_numbers = {};  // judge::Job::trace_numbers
  bool local = false;          // only for the student: judge::Job::local
  std::string gpu;             // its name; empty: none is there
  bool reference = true;       // on a GPU, also time the reference solution if the course has it
  unsigned jobs = 1;           // processors that may be busy at once
  std::filesystem::path
      sanitizer;  // compute-sanitizer, for items that look for broken rules; empty: not on a GPU
};

class LabGrader {
 public:
  LabGrader(const Course& course, const Programs& programs, GradeOptions options, WorkFolder& folder,
            Watcher watch)
      : course_(course),
        programs_(programs),
        options_(std::move(options)),
        folder_(folder),
        watch_(std::move(watch)) {}

  /// Grades these files. Never throws for what a submission does; several threads may grade at once.
  [[nodiscard]] LabResult grade(const Lab& lab, const submission::Sources& sources);

  /// The observations of single tests, unscored: for own arrays.
  [[nodiscard]] LabResult grade_as(const Lab& lab, const std::vector<Family>& families,
                                   const submission::Sources& sources);

  /// From now on, `runs` keeps the observations, and valid ones are not run again. Without `may_run`, grade()
  /// throws NeedsRun. `how`: what all observations depend on besides files and rubric.
  void keep_in(ObservedRuns* runs, bool may_run, const std::string& how);

  [[nodiscard]] Backends backends() const { return options_.backends; }
  /// Whether this grading runs the item on that backend.
  [[nodiscard]] bool runs(const Item& item, Backend backend) const;

 private:
  /// Builds the files and runs the tests of the lab's items, or takes their known results.
  [[nodiscard]] Observed observed(const Lab& lab, const std::vector<Family>& families,
                                  const submission::Sources& sources);
  [[nodiscard]] Observed run(Lab lab, const std::vector<Family>& families,
                             const submission::Sources& sources);
  /// inputs_of_items() on all backends.
  [[nodiscard]] std::map<std::string, std::string> item_inputs(const Lab& lab,
                                                               const std::vector<Family>& families);
  /// All of a job but what a build makes.
  [[nodiscard]] judge::Job job_of(const Lab& lab, const std::vector<Family>& families, Backend backend) const;
  [[nodiscard]] submission::Build build(const Lab& lab, const submission::Sources& sources);
  /// What a judge sees on one backend; the grader's own failure is tried once more, in a fresh judge, but not
  /// that of an oracle.
  [[nodiscard]] std::vector<Observation> observe(const Lab& lab, const std::vector<Family>& families,
                                                 const submission::Build& build, Backend backend);
  /// When this lab's turn on the GPU has come.
  [[nodiscard]] std::vector<Observation> observe_on_gpu(const Lab& lab, const std::vector<Family>& families,
                                                        const submission::Build& build);
  [[nodiscard]] std::filesystem::path fresh_folder(const std::string& name);
  [[nodiscard]] std::vector<Observation> judge_once(const Lab& lab, const std::vector<Family>& families,
                                                    const submission::Build& build, Backend backend);

  const Course& course_;
  const Programs& programs_;
  GradeOptions options_;
  WorkFolder& folder_;
  Watcher watch_;
  ObservedRuns* runs_ = nullptr;
  bool may_run_ = true;
  std::string how_;
  std::mutex inputs_mutex_;
  std::map<std::string, std::map<std::string, std::string>> item_inputs_;  // by lab
  std::mutex folder_mutex_;
  ReferenceObjects references_{course_, programs_, options_.reference,
                               [this] { return fresh_folder("reference"); }};
  OracleObjects oracles_{course_, programs_, [this] { return fresh_folder("oracle"); }};
  std::mutex failures_mutex_;
  std::map<std::string, std::string> oracle_failures_;  // by lab: of those that are not asked again
  std::atomic<unsigned> at_work_{0};                    // labs, and second judges of labs
  /// Held exclusively while the GPU is timed: nothing else may run then.
  std::shared_mutex machine_;
  /// Of those that only check there: each needs memory for its own context.
  std::counting_semaphore<> gpu_places_{4};
};

/// Whether the course's settings show the details of hidden cases at this time.
[[nodiscard]] bool shows_details(const Lab& lab, std::optional<Moment> now);

}  // namespace mergelab::app
