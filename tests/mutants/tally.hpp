// Counts how the grading of mutants ended.
#pragma once

#include <array>
#include <map>

#include "mutate.hpp"

namespace mergelab::mutants {

/// Of those that differ from the solution, so many have to lose points.
inline constexpr double kEnough = 0.97;

class Tally {
 public:
  void add(const Mutant& mutant, MutantStatus status);

  /// Killed / (killed + survived); 1 when no mutant differs from the solution.
  [[nodiscard]] double rate() const;
  /// Whether the rate is high enough. A sample may miss one mutant, however small it is.
  [[nodiscard]] bool enough(bool of_a_sample = false) const;
  /// A row for each lab, then one for each operator, then one for all.
  [[nodiscard]] std::string table() const;

 private:
  struct Row {
    std::array<std::size_t, kMutantStatuses> count{};
    [[nodiscard]] std::size_t of(MutantStatus status) const {
      return count[static_cast<std::size_t>(status)];
    }
    [[nodiscard]] std::size_t all() const;
  };
  [[nodiscard]] static std::string line(const std::string& name, const Row& row);

  std::map<std::string, Row> by_lab_, by_operator_;
  Row total_;
};

}  // namespace mergelab::mutants
