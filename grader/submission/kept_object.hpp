// An object that was compiled before from the same files, by the same tools: the framework's own tests
// compile the same few files hundreds of times.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "submission/compile.hpp"

namespace mergelab::submission {

/// What one job makes, in the toolchain's folder of kept objects. Without such a folder, and for a GPU,
/// nothing is kept.
class KeptObject {
 public:
  /// The job's files have been laid out.
  KeptObject(const CompileJob& job, const Toolchain& toolchain);

  /// Puts the object in its place and returns what the compiler said of it, or nothing: then it must be
  /// compiled. Its bytes are the compiler's, except the name of the folder that it was made in.
  [[nodiscard]] std::optional<std::string> take() const;

  /// Keeps the object that the job has just made, if it can be written.
  void keep(const std::string& said) const;

 private:
  std::string folder_;  // that the job works in; debug information names it
  std::filesystem::path object_, file_;
  std::string made_of_;  // all that the object depends on
};

}  // namespace mergelab::submission
