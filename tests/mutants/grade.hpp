// Grades mutants like submissions, and compares those that lose nothing with the solution.
#pragma once

#include "app/grading/setup.hpp"
#include "mutate.hpp"

namespace mergelab::mutants {

struct Result {
  MutantStatus status = MutantStatus::not_built;
  std::string why;  // the item that it loses, or what tells it from the solution
};

class MutantGrader {
 public:
  explicit MutantGrader(app::Setup& setup) : setup_(setup) {}

  /// With the reference's files of the other labs; several threads may grade at once. Throws
  /// std::runtime_error when the grader itself fails.
  [[nodiscard]] Result grade(const Mutant& mutant);

  /// The first item that the solution itself loses; empty: none, as it must be.
  [[nodiscard]] std::string lost_by_solution(const Lab& lab);

 private:
  [[nodiscard]] Result grade_file(const Lab& lab, const std::filesystem::path& file);
  /// See compare.hpp; in a separate process.
  [[nodiscard]] std::string difference(const Lab& lab, const std::filesystem::path& file) const;
  [[nodiscard]] std::filesystem::path write(const Mutant& mutant, const Lab& lab);

  app::Setup& setup_;
  app::WorkFolder folder_;
  std::mutex folder_mutex_;
};

}  // namespace mergelab::mutants
