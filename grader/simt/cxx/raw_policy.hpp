// Checks source files against the policy before preprocessing, for what would blind the later checks.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "policy.hpp"
#include "user_files.hpp"

namespace simt::cxx {

/// Directives that are refused by name, and includes that are computed or lead out of the header folders:
/// these could open a device.
[[nodiscard]] std::vector<Refusal> raw_refusals(const UserFiles& files, const Policy& policy);

/// Text that includes `names` and the headers of the policy's libraries, and CUDA's, that the files include:
/// read before them, so none of their macros changes a header. Copies in these libraries are not compiler
/// builtins, so the checks see their loads and stores.
[[nodiscard]] std::string library_includes(const UserFiles& files, const Policy& policy,
                                           const std::filesystem::path& cuda_headers,
                                           std::set<std::string> names);

/// For text that can't be preprocessed, mostly because of them: includes of forbidden files, and of missing
/// libraries. `include_folders` are those of -I, including the engine's.
[[nodiscard]] std::vector<Refusal> unresolved_includes(
    const UserFiles& files, const Policy& policy, const std::vector<std::filesystem::path>& include_folders,
    const std::filesystem::path& cuda_headers);

}  // namespace simt::cxx
