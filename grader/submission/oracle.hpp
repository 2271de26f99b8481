// The object of a lab's oracle.cpp: it answers the same calls as a submission's, in a worker of its own.
#pragma once

#include <filesystem>
#include <string>

#include "submission/submission.hpp"

namespace mergelab::submission {

struct OracleBuild {
  std::filesystem::path object;
  std::string failure;  // the instructor's mistake: the compiler's messages; empty: it was built
};

/// Compiles lab.oracle in `folder`, which is made here, so that workers can read the object. What was built
/// before from the same source by the same compiler is taken from `kept`, and kept there, where only this
/// user can write; empty: nothing is. Throws std::runtime_error when `folder` can't be written.
[[nodiscard]] OracleBuild build_oracle(const Lab& lab, const Toolchain& toolchain,
                                       const std::filesystem::path& folder,
                                       const std::filesystem::path& kept);

/// The source that is compiled: oracle.cpp and the call of its function.
[[nodiscard]] std::string oracle_adapter(const Lab& lab);

}  // namespace mergelab::submission
