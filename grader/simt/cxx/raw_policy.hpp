// Checks source files against the policy before a preprocessor reads them: what would blind the later checks.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "policy.hpp"
#include "user_files.hpp"

namespace simt::cxx {

/// Directives that are refused by name, and includes that a macro computes or that lead out of the folders
/// of headers: these could open a device.
[[nodiscard]] std::vector<Refusal> raw_refusals(const UserFiles& files, const Policy& policy);

/// Text that includes the headers of the policy's libraries, and CUDA's, that the files include: read before
/// them, so that no macro of theirs changes a header. Copies in these libraries are no builtins of the
/// compiler, so that the checks see what they load and store.
[[nodiscard]] std::string library_includes(const UserFiles& files, const Policy& policy,
                                           const std::filesystem::path& cuda_headers);

/// For text that can't be preprocessed, mostly because of them: includes of files that may not be entered,
/// and of libraries that are not there. `include_folders` are those of -I, the engine's among them.
[[nodiscard]] std::vector<Refusal> unresolved_includes(
    const UserFiles& files, const Policy& policy, const std::vector<std::filesystem::path>& include_folders,
    const std::filesystem::path& cuda_headers);

}  // namespace simt::cxx
