// Checks preprocessed text against the policy for includes, words, attributes and pragmas.
#pragma once

#include <filesystem>
#include <vector>

#include "policy.hpp"
#include "tokens.hpp"

namespace simt::cxx {

/// In the order of files and lines. `cuda_headers` is the folder whose own files, and those of some folders
/// in it, are CUDA's headers.
[[nodiscard]] std::vector<Refusal> source_refusals(const SourceText& source, const Policy& policy,
                                                   const std::filesystem::path& cuda_headers);

/// Whether `file`, as it was entered, may be: one of CUDA's headers, a library's, or allowed by a rule.
[[nodiscard]] bool may_enter(const std::string& file, const Policy& policy,
                             const std::filesystem::path& cuda_headers);

}  // namespace simt::cxx
