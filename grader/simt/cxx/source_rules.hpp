// Holds preprocessed text against the rules for includes, words, attributes and pragmas.
#pragma once

#include <filesystem>
#include <vector>

#include "rules.hpp"
#include "tokens.hpp"

namespace simt::cxx {

/// In the order of files and lines. `cuda_headers` is the folder whose own files are CUDA's headers.
[[nodiscard]] std::vector<Breach> source_breaches(const SourceText& source, const Rules& rules,
                                                  const std::filesystem::path& cuda_headers);

/// Whether `file`, as it was entered, may be: one of CUDA's headers, or allowed by a rule.
[[nodiscard]] bool may_enter(const std::string& file, const Rules& rules,
                             const std::filesystem::path& cuda_headers);

}  // namespace simt::cxx
