// Whether this machine can grade on a GPU, and why not.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "sandbox/process.hpp"

namespace mergelab::app {

struct Gpu {
  std::string name;            // "NVIDIA H200"
  int compute_capability = 0;  // 90
  std::filesystem::path nvcc;
  std::string toolkit;  // "13.0"
};

struct GpuSearch {
  std::optional<Gpu> gpu;
  std::string reason;  // why there is none, and what to do; else what was found
};

/// Asks the worker of GPUs, a program of our own, and nvcc. `worker` may be missing.
[[nodiscard]] GpuSearch find_gpu(const std::filesystem::path& worker);

/// The GPU's worker, confined as in a grading: what a level of isolation must not get in the way of.
[[nodiscard]] sandbox::Command gpu_trial(const std::filesystem::path& worker);

/// The variables of our environment that CUDA reads.
[[nodiscard]] std::map<std::string, std::string> cuda_environment();

/// compute-sanitizer, next to nvcc or on the PATH.
[[nodiscard]] std::optional<std::filesystem::path> find_sanitizer(const Gpu& gpu);

}  // namespace mergelab::app
