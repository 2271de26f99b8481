// Holds source files against the rules before a preprocessor reads them: what would blind the later checks.
#pragma once

#include <filesystem>
#include <vector>

#include "rules.hpp"
#include "user_files.hpp"

namespace simt::cxx {

/// Directives that are refused by name, and includes that a macro computes or that lead out of the folders
/// of headers: these could open a device.
[[nodiscard]] std::vector<Breach> raw_breaches(const UserFiles& files, const Rules& rules);

/// For text that can't be preprocessed, mostly because of them: includes of files that may not be entered,
/// and of libraries that are not there. `include_folders` are those of -I, the engine's among them.
[[nodiscard]] std::vector<Breach> unresolved_includes(
    const UserFiles& files, const Rules& rules, const std::vector<std::filesystem::path>& include_folders,
    const std::filesystem::path& cuda_headers);

}  // namespace simt::cxx
