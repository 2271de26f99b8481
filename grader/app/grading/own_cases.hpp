// The cases of a lab outside of a grading: their inputs, and what they have to give, by its kit or its
// oracle.
#pragma once

#include <memory>
#include <vector>

#include "app/grading/reference_objects.hpp"
#include "app/machine/work_folder.hpp"
#include "judge/any_lab/oracle.hpp"
#include "judge/protocol.hpp"

namespace mergelab::app {

class OwnCases {
 public:
  /// Both must outlive it.
  OwnCases(const Course& course, const Lab& lab) : course_(course), lab_(lab) {}

  /// The inputs of a case, as its test gets them without a secret. Throws EnvironmentError and
  /// course::Error.
  [[nodiscard]] std::vector<judge::Inputs> inputs(const Family& family, const CaseSpec& spec,
                                                  std::uint64_t seed);
  /// The same as problems. Throws UsageError for a case whose sizes follow from a launch.
  [[nodiscard]] judge::ProblemSet problems(const Family& family, const CaseSpec& spec, std::uint64_t seed);
  /// Of these, without a kit. Throws EnvironmentError and judge::OracleError.
  [[nodiscard]] judge::Expected expected(const std::vector<judge::Inputs>& inputs);
  /// What each problem has to give: by argument, and behind them what its calls return. Throws as expected().
  [[nodiscard]] std::vector<std::vector<std::vector<std::byte>>> outputs(const judge::ProblemSet& set);

 private:
  /// Builds it at its first use. Throws judge::OracleError where that fails.
  [[nodiscard]] judge::Oracle& oracle();

  const Course& course_;
  const Lab& lab_;
  Programs programs_;
  std::unique_ptr<WorkFolder> folder_;
  judge::Job job_;
  std::unique_ptr<judge::Oracle> oracle_;
};

}  // namespace mergelab::app
