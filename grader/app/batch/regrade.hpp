// Grades a batch's submissions again: from kept observations if they are valid, and writes nothing before the
// user has seen whose score changes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/batch/batch_run.hpp"
#include "app/batch/batch_words.hpp"
#include "app/batch/late_work.hpp"
#include "app/grading/setup.hpp"
#include "batch/gradebook.hpp"
#include "batch/output_folder.hpp"

namespace mergelab::app {

/// An attempt's old and new result.
struct Move {
  batch::Attempt attempt;
  std::string name;  // of the student
  Grading now;       // without what late work loses
  [[nodiscard]] bool is_move() const;
};

class Regrade {
 public:
  /// `late` is of the current course. All of them outlive it.
  Regrade(Setup& setup, BatchSetting setting, batch::Gradebook& book, const batch::OutputFolder& out,
          LateWork& late);

  /// Scores again all that holds, running nothing.
  void score();
  /// How many submissions must run, in part or as a whole: more than points has changed.
  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }
  /// Runs them. Returns 0, or the signal that asked it to stop; what is done is kept as drafts. Those for
  /// whom the grader failed stay waiting.
  [[nodiscard]] int run_waiting();
  [[nodiscard]] std::size_t ran() const { return ran_; }
  [[nodiscard]] std::size_t count() const { return count_; }

  /// Each attempt that has a grading, and a new one. In the roster's order.
  [[nodiscard]] std::vector<Move> moves() const;
  /// Makes the new gradings those that count; all of them or none.
  void keep();

 private:
  struct Result {
    Grading grading;
    std::optional<std::string> observations;  // empty: it is in the gradebook as it is
  };

  /// The submission's files as they were handed in, in a folder. Returns false if one can't be made anew.
  [[nodiscard]] bool lay_out(std::int64_t submission, const std::filesystem::path& folder) const;
  void score_one(std::int64_t submission);
  void take(std::int64_t submission, const std::filesystem::path& json,
            const std::filesystem::path& observations);

  Setup& setup_;
  BatchSetting setting_;
  batch::Gradebook& book_;
  const batch::OutputFolder& out_;
  LateWork& late_;
  Grading empty_;  // before anything is graded
  std::vector<const Lab*> labs_;
  std::map<std::int64_t, Result> results_;  // by submission
  std::vector<std::int64_t> waiting_;
  std::size_t count_ = 0, ran_ = 0;
};

}  // namespace mergelab::app
