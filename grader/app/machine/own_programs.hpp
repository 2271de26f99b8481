// Programs of our own that are compiled when a verb needs them: the one that times device_merge beside the
// toolkit's CUB and another one, and kernels whose work the CPU engine counts.
#pragma once

#include "app/machine/toolchain.hpp"
#include "app/machine/work_folder.hpp"

namespace mergelab::app {

/// Looks whether a folder is what --rival takes: a checkout of CCCL, or its folders cub, thrust and
/// libcudacxx. Throws UsageError.
void check_rival(const std::filesystem::path& cccl);

/// Compiles the sources of library/bench/passing_cub below `source` for the GPU, in `folder`, which is there.
/// Returns the program. Throws EnvironmentError with the compiler's first errors.
[[nodiscard]] std::filesystem::path build_rival_program(const Gpu& gpu, const std::filesystem::path& source,
                                                        const std::filesystem::path& cccl,
                                                        const std::filesystem::path& folder);

inline constexpr const char* kEngineFile = "main.cu";

/// Compiles `source` as kEngineFile, with its checks, and returns what `simt-run --count` prints. Only for
/// source that no student wrote. Throws UsageError if this mergelab has no CPU engine, EnvironmentError
/// when the compiler or the run fails.
[[nodiscard]] std::string count_on_engine(const std::string& source, WorkFolder& work);

}  // namespace mergelab::app
