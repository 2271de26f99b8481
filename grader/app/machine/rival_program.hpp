// The program that times device_merge beside the toolkit's CUB and another one: compiled where it is asked
// for.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "app/machine/gpu.hpp"

namespace mergelab::app {

/// Looks whether a folder is what --rival takes: a checkout of CCCL, or its folders cub, thrust and
/// libcudacxx. Throws UsageError.
void check_rival(const std::filesystem::path& cccl);

/// Compiles the sources of bench/passing_cub below `source` for the GPU, in `folder`, which is there. Returns
/// the program. Throws EnvironmentError with the compiler's first errors.
[[nodiscard]] std::filesystem::path build_rival_program(const Gpu& gpu, const std::filesystem::path& source,
                                                        const std::filesystem::path& cccl,
                                                        const std::filesystem::path& folder);

}  // namespace mergelab::app
