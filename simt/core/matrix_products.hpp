// Products of matrices, once the last lane of a warp has come.
#pragma once

#include <simt/matrix.hpp>

namespace simt::core {

/// D = A * B + C. False if the lanes have different types or sizes.
[[nodiscard]] bool multiply_matrices(const MatrixProduct* const (&lanes)[32]);

}  // namespace simt::core
