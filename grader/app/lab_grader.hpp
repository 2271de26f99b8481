// Grades one lab: builds it, lets a judge try it, scores what the judge saw.
#pragma once

#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <semaphore>
#include <shared_mutex>
#include <string>
#include <vector>

#include "app/errors.hpp"
#include "app/toolchain.hpp"
#include "app/work_folder.hpp"
#include "model/course.hpp"
#include "model/result.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {

/// How far a grading has come, for whoever watches.
struct Step {
  enum class What { building, testing } what = What::building;
  std::size_t done = 0, total = 0;    // tests
  const Observation* seen = nullptr;  // the test that is done; its words may quote a reference's lines
  std::string running{};              // the test that runs now; empty: none, or it is not told
};
using Watcher = std::function<void(const Lab&, const Step&)>;

struct GradeOptions {
  Backends backends{Backend::cpu};
  std::uint64_t seed = 1;
  std::string secret;
  std::optional<Moment> now =
      std::nullopt;  // for details of hidden cases that show from a time on; empty: none do
  RunOrder order = RunOrder::forward;
  bool profile = false;                                // count by source line too
  bool trace = false;                                  // log every access of one small case
  std::optional<std::int64_t> trace_k = std::nullopt;  // judge::Job::trace_k
  bool local = false;                                  // for the student alone: judge::Job::local
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

  /// With these files. Never throws for what a submission does; several threads may grade at once.
  [[nodiscard]] LabResult grade(const Lab& lab, const submission::Sources& sources);

  /// The observations of single tests, unscored: for own arrays.
  [[nodiscard]] LabResult grade_as(const Lab& lab, const std::vector<Family>& families,
                                   const submission::Sources& sources);

  [[nodiscard]] Backends backends() const { return options_.backends; }
  /// Whether this grading runs the item on that backend.
  [[nodiscard]] bool runs(const Item& item, Backend backend) const;

 private:
  [[nodiscard]] submission::Build build(const Lab& lab, const submission::Sources& sources);
  /// What a judge sees on one backend; the grader's own failure is tried once more, in a fresh judge.
  [[nodiscard]] std::vector<Observation> observe(const Lab& lab, const std::vector<Family>& families,
                                                 const submission::Build& build, Backend backend);
  /// When this lab's turn on the GPU has come.
  [[nodiscard]] std::vector<Observation> observe_on_gpu(const Lab& lab, const std::vector<Family>& families,
                                                        const submission::Build& build);
  [[nodiscard]] std::vector<Observation> judge_once(const Lab& lab, const std::vector<Family>& families,
                                                    const submission::Build& build, Backend backend);

  const Course& course_;
  const Programs& programs_;
  GradeOptions options_;
  WorkFolder& folder_;
  Watcher watch_;
  std::mutex folder_mutex_;
  /// Held alone by whoever takes times on the GPU: nothing else may run then.
  std::shared_mutex machine_;
  /// Of those who merely check there: each needs memory for a context of its own.
  std::counting_semaphore<> gpu_places_{4};
};

/// Whether the course's settings show the details of hidden cases at this time.
[[nodiscard]] bool shows_details(const Lab& lab, std::optional<Moment> now);

/// The names of a lab's cases, "ties/two_keys", and the message about one that it doesn't have.
[[nodiscard]] std::vector<std::string> case_names(const Course& course, const Item& item);
[[nodiscard]] UsageError no_such_case(const Course& course, const Lab& lab, const std::string& name,
                                      const std::vector<std::string>& names);

/// The lab with only the items that `only` names (an item, a group of items, or a case "ties/two_keys"),
/// worth what they are worth; the lab as it is when `only` is empty. Throws UsageError with the nearest right
/// name.
[[nodiscard]] Lab restrict_to(const Course& course, const Lab& lab, const std::string& only);

/// Those of `labs` that have what `only` names. Throws UsageError with the nearest right name when none has.
[[nodiscard]] std::vector<const Lab*> labs_with(const Course& course, const std::vector<const Lab*>& labs,
                                                const std::string& only);

}  // namespace mergelab::app
