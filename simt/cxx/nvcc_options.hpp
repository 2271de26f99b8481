// nvcc's own options, for a program that is compiled as its Makefile says.
#pragma once

#include <string>
#include <vector>

namespace simt::cxx {

/// `given` as the host's compiler takes them: without what concerns GPU code, and with what -Xcompiler and
/// -Xlinker contain. Throws UsageError for libraries that the engine lacks, such as -lcufft.
[[nodiscard]] std::vector<std::string> without_nvcc_options(const std::vector<std::string>& given);

}  // namespace simt::cxx
