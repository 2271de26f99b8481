// Starts a judge for one job and collects its observations.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "judge/protocol.hpp"

namespace mergelab::app {

struct JudgeResult {
  std::vector<Observation> observations;
  std::string failure;  // empty: the judge ended as it should
};

/// Runs the job to its end; `seen` is called after every test. Throws std::system_error when the judge can't
/// be started.
[[nodiscard]] JudgeResult run_judge(const std::filesystem::path& judge, const judge::Job& job,
                                    const std::function<void(const Observation&)>& seen);

/// The same by two judges at once: one takes the plan's parts from the first on, the other from the last on.
/// The observations are those of a single judge: if anything happens that a later test could depend on, the
/// second one's do not count, and the first does the rest. `seen` is called in the order of the tests, and by
/// one thread.
[[nodiscard]] JudgeResult run_two_judges(const std::filesystem::path& judge, const judge::Job& job,
                                         const std::function<void(const Observation&)>& seen);

}  // namespace mergelab::app
