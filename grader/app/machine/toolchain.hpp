// Where the grader's own programs, the course and the compiler are, and whether this machine can grade on a
// GPU.
#pragma once

#include "sandbox/process.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {

/// The environment variable that names Toolchain::kept_objects: `./lab test` sets it for the tests that it
/// runs.
inline constexpr const char* kKeptObjects = "MERGELAB_KEPT_OBJECTS";

struct Programs {
  std::filesystem::path judge;
  std::filesystem::path worker;      // of the CPU engine; empty: built without it
  std::filesystem::path gpu_worker;  // missing where the build had no CUDA toolkit
  std::filesystem::path yardsticks;  // the folder of their objects
  submission::Toolchain toolchain;
};

/// Throws what find_compiler() throws, and EnvironmentError when a program is missing.
[[nodiscard]] Programs find_programs();

/// Whether a compiler with this first line of --version is g++ before 12 or clang++ before 14, which lack
/// options that submissions are compiled with.
[[nodiscard]] bool is_too_old(const std::string& version);

/// The command that submissions are compiled with. Throws EnvironmentError when there is none, UsageError
/// when CXX names one that can't be run; both also for one that is too old.
[[nodiscard]] std::string find_compiler();

/// The course's folder: as given, or where that is empty the one that came with this mergelab. Throws
/// UsageError.
[[nodiscard]] std::filesystem::path course_root(const std::filesystem::path& given);

/// The folder with the course and the headers that submissions are compiled with: the source tree,
/// PREFIX/share/mergelab of an installed mergelab, or the hand-out whose folder `programs` this mergelab is
/// in.
[[nodiscard]] std::filesystem::path source_root();

/// The folder that mergelab was built in, PREFIX/libexec/mergelab, or `programs` of a hand-out. It has
/// programs in bin/, libraries in lib/.
[[nodiscard]] std::filesystem::path build_root();

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
