// What a submission is compared with, built: the reference solution, to be timed, and what says what is right
// of labs without a kit, which is oracle.cpp or the reference solution.
#pragma once

#include <mutex>

#include "app/machine/toolchain.hpp"
#include "app/machine/work_folder.hpp"
#include "judge/any_lab/oracle.hpp"

namespace mergelab::app {

class ReferenceObjects {
 public:
  /// Without `wanted` there are none. `fresh` makes a new folder's name; it is called from other threads.
  ReferenceObjects(const Course& course, const Programs& programs, bool wanted,
                   std::function<std::filesystem::path()> fresh)
      : course_(course), programs_(programs), wanted_(wanted), fresh_(std::move(fresh)) {}

  /// The lab's, which is built once for each backend, in the background. Empty: none is wanted, no item of
  /// the lab is timed beside it there, or the course has no reference solution of it, or none that builds.
  [[nodiscard]] std::shared_future<std::filesystem::path> of(const Lab& lab, Backend backend);

  /// The lab's function by a library, for a GPU, in the background. Empty: none is wanted, the lab names
  /// none, or it does not build here.
  [[nodiscard]] std::shared_future<std::filesystem::path> library_of(const Lab& lab);

  [[nodiscard]] bool are_wanted() const { return wanted_; }

 private:
  [[nodiscard]] std::filesystem::path build(const Lab& lab, Backend backend) const;

  const Course& course_;
  const Programs& programs_;
  bool wanted_;
  std::function<std::filesystem::path()> fresh_;
  std::mutex mutex_;
  std::map<std::pair<std::string, Backend>, std::shared_future<std::filesystem::path>> objects_;
  std::map<std::string, std::shared_future<std::filesystem::path>> libraries_;
};

struct ReferenceBuild {
  std::filesystem::path object = {};  // empty: there is none
  bool is_missing = false;            // one of its files
  std::string log = {};               // why it doesn't build
};

/// Of the files that it is built of.
[[nodiscard]] std::string fingerprint_of_reference(const Course& course, const Lab& lab);

/// Whether one of the lab's items is timed on a GPU.
[[nodiscard]] bool is_timed_on_gpu(const Lab& lab);

struct OracleObject {
  std::map<OracleCall, std::filesystem::path> objects;
  bool is_reference = false;
  std::string failure;  // the instructor's mistake; empty: there is none
};

/// Makes the lab's oracle the job's.
void give_oracle(const OracleObject& oracle, const Lab& lab, judge::Job& job);

class OracleObjects {
 public:
  /// `fresh` makes a new folder's name; it is called from other threads.
  OracleObjects(const Course& course, const Programs& programs, std::function<std::filesystem::path()> fresh)
      : course_(course), programs_(programs), fresh_(std::move(fresh)) {}

  /// The lab's for this backend, which is built once, in the background; of a lab with a kit, none.
  [[nodiscard]] std::shared_future<OracleObject> of(const Lab& lab, Backend backend);

  /// Of the files that it is built of; of a lab with a kit, empty.
  [[nodiscard]] std::string fingerprint(const Lab& lab) const;

 private:
  [[nodiscard]] OracleObject build(const Lab& lab, Backend backend) const;

  const Course& course_;
  const Programs& programs_;
  std::function<std::filesystem::path()> fresh_;
  std::mutex mutex_;
  std::map<std::pair<std::string, Backend>, std::shared_future<OracleObject>> objects_;
};

// The cases of a lab outside of a grading: their inputs, and what they have to give, by its kit or its
// oracle.

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
  void build_oracle();

  const Course& course_;
  const Lab& lab_;
  Programs programs_;
  std::unique_ptr<WorkFolder> folder_;
  judge::Job job_;
  std::string test_;  // whose inputs were asked for last: "plain/small"
  std::unique_ptr<judge::Oracle> oracle_;
};

}  // namespace mergelab::app
