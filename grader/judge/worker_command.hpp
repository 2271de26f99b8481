// How a worker is started, and how long it may take.
#pragma once

#include "judge/protocol.hpp"
#include "judge/session.hpp"
#include "sandbox/process.hpp"

namespace mergelab::judge {

/// To load the student's object.
inline constexpr double kLoadCpuS = 5;

/// CPU time is the limit that counts; wall time only ends what sleeps or waits.
[[nodiscard]] constexpr double wall_limit(double cpu_s) {
  constexpr double kFactor = 5, kExtraS = 5;
  return cpu_s * kFactor + kExtraS;
}

/// A worker of the job's backend and limits, for one of its objects.
[[nodiscard]] WorkerSetup worker_setup(const Job& job, const std::filesystem::path& object);

/// `channel`: the worker's end of it.
[[nodiscard]] sandbox::Command worker_command(const WorkerSetup& setup, int channel);

}  // namespace mergelab::judge
