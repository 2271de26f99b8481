// Products of matrices by a warp, whose lanes hold the elements.
#pragma once

#include <simt/call_site.hpp>

namespace simt {

enum class MatrixElement : unsigned char { half, bfloat16, tf32, int8, uint8, float64, float32, int32 };

/// One lane's part of D = A * B + C. A has m x k elements, B k x n, C and D m x n. Element i of lane l is
/// number 32 * i + l of its matrix: by rows, or by columns where a flag says so.
struct MatrixProduct {
  unsigned char m, n, k;
  MatrixElement inputs, c, d;  // the elements' types
  bool a_by_columns, b_by_columns;
  bool saturates;  // integers
  const void *a_part, *b_part, *c_part;
  void* d_part;
};

/// The warp's 32 lanes call it together, with the same types and sizes. Sums are computed in order of k: in
/// double for float64, exactly for integers, and in float for the others.
void multiply_matrices(const MatrixProduct& part, CallSite site);

}  // namespace simt
