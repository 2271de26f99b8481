// Runs a program of ours on the CPU engine and says what its kernels did.
#pragma once

#include <string>

#include "app/machine/work_folder.hpp"

namespace mergelab::app {

inline constexpr const char* kEngineFile = "main.cu";

/// Compiles `source` as kEngineFile, with its checks, and returns what `simt-run --count` prints. Only for
/// source that no student wrote. Throws UsageError if this mergelab has no CPU engine, EnvironmentError
/// when the compiler or the run fails.
[[nodiscard]] std::string count_on_engine(const std::string& source, WorkFolder& work);

}  // namespace mergelab::app
