// What the tests of one lab share: its workers, and those that run next to a submission on a GPU.
#pragma once

#include "judge/any_lab/oracle.hpp"
#include "judge/device_figures.hpp"
#include "judge/workers.hpp"

namespace mergelab::judge {

/// The reference solution, or a library, next to a submission on a GPU: in a separate worker. Each worker is
/// idle while the other ones run.
class DeviceReference {
 public:
  /// `object`: its own, of the job.
  DeviceReference(const Job& job, const std::filesystem::path& object, StartSession start)
      : job_(job), object_(object), start_(std::move(start)) {}

  /// One timed call, by the last worker or a new one. Throws std::runtime_error if it fails; its worker has
  /// ended then.
  [[nodiscard]] Answer call(const WorkerRequest& request);
  /// Ends its worker; the next call gets a new one.
  void stop() { session_.reset(); }

  /// The shapes in which it is timed, by case. None: no time is compared with it.
  void use(std::map<const CaseSpec*, Numbers> shapes) { shapes_ = std::move(shapes); }
  [[nodiscard]] std::optional<Numbers> shape_of(const CaseSpec& spec) const;

 private:
  const Job& job_;
  const std::filesystem::path& object_;
  StartSession start_;
  std::unique_ptr<Session> session_;
  std::map<const CaseSpec*, Numbers> shapes_;
};

/// The yardsticks of a submission's time on a GPU: our own programs that answer the same messages in separate
/// workers, so that their times include the same parts.
class DeviceYardsticks {
 public:
  /// Starts the workers of `cub`, `copy` and `empty`; what a lab that sorts calls `cub` is CUB's sort,
  /// and a lab without a kit has none. Throws
  /// std::runtime_error: the machine's fault.
  explicit DeviceYardsticks(const Job& job, const StartSession& start = start_session);

  /// Gives all of them this problem. Throws std::runtime_error.
  void stage(const Image& image);
  /// Calls all of them a few times in turns, and notes their times. Throws std::runtime_error.
  void call_all(const Image& image, DeviceSamples& samples);

 private:
  Answer ask(const std::string& name, const Image& image, wire::Timed timed);

  std::map<std::string, std::unique_ptr<Session>> sessions_;
};

struct LabContext {
  LabContext(const Job& of, const StartSession& starts) : job(of), start(starts), workers(of, starts) {}

  const Job& job;
  StartSession start;
  Workers workers;
  std::optional<Launch> launch;                // once a test asked for sizes that follow from it
  std::map<const CaseSpec*, Outcome> counted;  // the counters' figures of a case, for all its items
  bool works = false;                          // whether a case of telling size came out right
  bool only_in_step = false;                   // whether a case came out right only with its threads in step
  std::unique_ptr<DeviceYardsticks> device_yardsticks;  // made when the first test is timed on a GPU
  DeviceReference device_reference{job, job.reference, start};
  DeviceReference device_library{job, job.library, start};
  Oracle oracle{job, start};  // of a lab without a kit
};

// The arrays and questions of a test, from its case and the lab's shape or observed launch.

/// What decides the values of a test's arrays.
[[nodiscard]] std::uint64_t seed_of(const LabContext& context, const PlannedTest& test);

/// Throws OracleError where the lab's oracle makes its inputs, and fails.
[[nodiscard]] ProblemSet problems(LabContext& context, const PlannedTest& test, std::uint64_t seed);
/// How many elements all problems give.
[[nodiscard]] std::int64_t outputs(const ProblemSet& set);
/// Whether every problem came out right, its inputs as they were: by the kit or the oracle. `locates`: as for
/// Kit::check().
[[nodiscard]] Outcome check_outputs(LabContext& context, const PlannedTest& test, const ProblemSet& set,
                                    const Image& image, const Answer& answer, bool locates);

}  // namespace mergelab::judge
