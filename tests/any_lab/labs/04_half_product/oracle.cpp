// y is scale times the product of A, which is stored by columns, and x.
#include <mergelab/oracle.hpp>

void expected(__half scale, const __half* A, const __half* x, __half* y, int rows, int columns) {
  for (int row = 0; row < rows; ++row) {
    double sum = 0;
    for (int i = 0; i < columns; ++i) sum += A[i * rows + row] * x[i];
    y[row] = scale * sum;
  }
}
