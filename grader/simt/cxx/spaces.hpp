// Calls between device and host code that nvcc refuses, and host variables that device code uses.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "assembly.hpp"
#include "functions.hpp"
#include "policy.hpp"

namespace simt::cxx {

/// `assembly` is the compiled source from mark_functions. Only uses in lines of user files count. Each
/// finding is in nvcc's words, and says what to do.
[[nodiscard]] std::vector<Refusal> space_refusals(
    const Functions& functions, const SourceText& source, const Assembly& assembly,
    const std::function<bool(std::string_view file)>& is_user_file,
    DeviceLaunches launches = DeviceLaunches::never);

}  // namespace simt::cxx
