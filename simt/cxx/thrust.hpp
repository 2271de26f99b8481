// Where Thrust's headers are, which the engine does not bring along.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "options.hpp"

namespace simt::cxx {

/// The folders of Thrust, and of CUB and libcu++, which newer ones need: those of the options -I, which are
/// taken out there, because the engine's headers come first. If no option has Thrust, a CUDA toolkit's
/// (CUDA_HOME, or nvcc on the PATH). Empty if there is none; then the compiler may still find a package's.
[[nodiscard]] std::vector<std::string> take_thrust_folders(std::vector<std::string>& preprocessor_flags);

/// Whether it is one of CUB's headers.
[[nodiscard]] bool is_of_cub(std::string_view file);
/// Whether preprocessed text has any.
[[nodiscard]] bool holds_cub(std::string_view preprocessed);

/// If an input of a program includes a header of Thrust or CUB, and neither `options` nor the compiler has
/// these: what to do. Else "".
[[nodiscard]] std::string missing_thrust(const Options& options);

}  // namespace simt::cxx
