// Checks preprocessed text against the policy for includes, words, attributes and pragmas.
#pragma once

#include <filesystem>
#include <vector>

#include "policy.hpp"
#include "tokens.hpp"

namespace simt::cxx {

/// In the order of files and lines. `cuda_headers` is the folder whose files, and those of some folders in
/// it, are CUDA's headers.
[[nodiscard]] std::vector<Refusal> source_refusals(const SourceText& source, const Policy& policy,
                                                   const std::filesystem::path& cuda_headers);

/// Whether `file`, with its path as entered, is one of CUDA's headers, a library's, or allowed by a rule.
[[nodiscard]] bool may_enter(const std::string& file, const Policy& policy,
                             const std::filesystem::path& cuda_headers);

/// Whether the engine implements this header of CUDA's, rather than only rejecting it.
[[nodiscard]] bool engine_has(const std::string& name, const Policy& policy,
                              const std::filesystem::path& cuda_headers);

/// For text that nvcc read: its headers of CUDA count as the engine's of the same names, if the engine has
/// them. There no header was read before the user's files, so none counts as changed by them.
void take_engines_headers(SourceText& source, const Policy& policy,
                          const std::filesystem::path& cuda_headers);

}  // namespace simt::cxx
