// Checks source files against the policy before preprocessing, for what would blind the later checks.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "policy.hpp"
#include "user_files.hpp"

namespace simt::cxx {

struct RawDirective {
  int line = 0;          // of its `#`
  std::string name;      // "include"; "line" also for a marker `# 12 "file"`
  std::string argument;  // the rest of the line, at most 256 characters, without comments in front of it
};

/// Everything that a compiler could read as a directive, in any spelling: behind comments, over joined lines,
/// with digraphs. Comments and literals are not distinguished from code, because a source could deceive us
/// there; so a line within a comment that begins with `#` is also listed.
[[nodiscard]] std::vector<RawDirective> raw_directives(std::string_view source);

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
