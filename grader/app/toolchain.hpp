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

/// The course's folder: as given, or where this mergelab was built from. Throws UsageError.
[[nodiscard]] std::filesystem::path course_root(const Settings& settings);

/// The folder that mergelab was built in.
[[nodiscard]] std::filesystem::path build_root();

/// A folder of its own under the system's temporary folder, removed with all it holds by the destructor.
class WorkFolder {
 public:
  /// Throws EnvironmentError.
  WorkFolder();
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// A fresh folder inside, not made yet. Throws EnvironmentError when there is too little space to build in
  /// it.
  [[nodiscard]] std::filesystem::path fresh(const std::string& name);

 private:
  std::filesystem::path path_;
  unsigned next_ = 0;
};

}  // namespace mergelab::app
