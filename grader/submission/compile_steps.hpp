// The command lines that compile a submission: simt-cc's for the CPU engine, nvcc's for a GPU.
#pragma once

#include <string>
#include <vector>

#include "submission/compile.hpp"

namespace mergelab::submission {

/// One after the other; each takes what the one before has made.
[[nodiscard]] std::vector<std::vector<std::string>> compile_steps(const CompileJob& job,
                                                                  const Toolchain& toolchain);

}  // namespace mergelab::submission
