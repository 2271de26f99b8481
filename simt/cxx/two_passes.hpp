// One text of the two that nvcc compiles: host code without __CUDA_ARCH__, and device code with it.
#pragma once

#include <string>

#include "tokens.hpp"

namespace simt::cxx {

/// `host` and `device` are the outputs of the preprocessor. The result is `host`, but functions of the device
/// alone are from `device`, and a function of both that differs has both bodies and chooses at run time. What
/// differs outside of functions is as in `host`.
[[nodiscard]] std::string join_passes(const std::string& host, const std::string& device,
                                      const IsFile& is_user_file);

}  // namespace simt::cxx
