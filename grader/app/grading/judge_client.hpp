// Starts a judge for one job and collects what it saw.
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

}  // namespace mergelab::app
