// Grades the labs of one submission, several at a time, and carries earlier errors forward; which labs and
// cases of them, as --case names them.
#pragma once

#include "app/grading/lab_grader.hpp"

namespace mergelab::app {

/// The names of a lab's cases, "ties/two_keys", and the message about one that it doesn't have.
[[nodiscard]] std::vector<std::string> case_names(const Course& course, const Item& item);
[[nodiscard]] UsageError no_such_case(const Course& course, const Lab& lab, const std::string& name,
                                      const std::vector<std::string>& names);

/// The lab with only the items that `only` names (an item, a group of items, or a case "ties/two_keys"),
/// worth what they are worth; the lab as it is when `only` is empty. Throws UsageError with the nearest right
/// name.
[[nodiscard]] Lab restrict_to(const Course& course, const Lab& lab, const std::string& only);

/// The same, worth what it is worth in a run of the whole lab: points of items that run on none of the
/// backends are dealt out to the others.
[[nodiscard]] Lab restrict_to(const Course& course, const Lab& lab, const std::string& only,
                              Backends backends);

/// Those of `labs` that have what `only` names. Throws UsageError with the nearest right name when none has.
[[nodiscard]] std::vector<const Lab*> labs_with(const Course& course, const std::vector<const Lab*>& labs,
                                                const std::string& only);

struct ChosenCase {
  const Lab* lab;
  const Item* item;
  const Family* family;
  const CaseSpec* spec;
};

/// The case that a test's name, "ties/runs_of_tile", means in a lab. Throws UsageError or course::Error.
[[nodiscard]] ChosenCase choose_case(const Course& course, const std::string& lab, const std::string& name);

class CourseGrader {
 public:
  /// `done` is called after every lab, from the thread that graded it, one call at a time. `known` are
  /// results of an earlier run that still hold, by lab.
  CourseGrader(const Course& course, LabGrader& grader, std::filesystem::path submission, std::string only,
               std::function<void(const LabResult&)> done, std::map<std::string, LabResult> known = {});

  /// Results of `labs` in course order, with up to `jobs` labs graded at once.
  [[nodiscard]] std::vector<LabResult> grade(const std::vector<const Lab*>& labs, unsigned jobs);

 private:
  /// The lab's result with everything that carrying forward asks for. Waits for the results of earlier labs
  /// only when it lost points.
  [[nodiscard]] LabResult grade_lab(const Lab& lab);
  /// The same for a lab that was asked for: in part, if that was asked for, or as it is known.
  [[nodiscard]] LabResult grade_and_tell(const Lab& lab);
  /// The earlier labs of `lab` whose files are missing, refused, did not build, or lost untimed points.
  [[nodiscard]] std::vector<const Lab*> broken_prerequisites(const Lab& lab);

  const Course& course_;
  LabGrader& grader_;
  std::filesystem::path submission_;
  std::string only_;
  std::function<void(const LabResult&)> done_;
  std::map<std::string, LabResult> known_;
  std::mutex done_mutex_;
  std::map<std::string, std::shared_future<LabResult>> results_;
  std::map<std::string, std::atomic<bool>> begun_;  // by lab that was asked for
};

/// The reference's file of a lab, or an empty path where the course has none (a hand-out).
[[nodiscard]] std::filesystem::path reference_file(const Course& course, const Lab& lab);

/// Puts the reference's files of `used`, and of the labs that it builds on, into `sources`. Returns false
/// where the course has none (a hand-out).
bool take_reference(const Course& course, const Lab& used, submission::Sources& sources);

/// Puts the files of other labs that this lab's file in `sources` includes into them, from `root`, where they
/// are there.
void take_included(const Course& course, const Lab& lab, const std::filesystem::path& root,
                   submission::Sources& sources);

/// `file` as this lab's, as if the reference's files of all other labs were its author's own.
[[nodiscard]] submission::Sources reference_sources(const Course& course, const Lab& lab,
                                                    const std::filesystem::path& file);

}  // namespace mergelab::app
