// Where the grader's own programs, the course and the compiler lie.
#pragma once

#include <filesystem>

#include "app/settings.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {

struct Programs {
  std::filesystem::path judge;
  std::filesystem::path worker;      // of the CPU engine; empty: built without it
  std::filesystem::path gpu_worker;  // missing where the build had no CUDA toolkit
  std::filesystem::path yardsticks;  // the folder of their objects
  submission::Toolchain toolchain;
};

/// Throws EnvironmentError when there is no C++ compiler or a program is missing.
[[nodiscard]] Programs find_programs();

/// The command that submissions are compiled with. Throws EnvironmentError when there is none.
[[nodiscard]] std::string find_compiler();

/// The course's folder: as given, or where this mergelab was built from. Throws UsageError.
[[nodiscard]] std::filesystem::path course_root(const Settings& settings);

/// The folder that mergelab was built in.
[[nodiscard]] std::filesystem::path build_root();

}  // namespace mergelab::app
