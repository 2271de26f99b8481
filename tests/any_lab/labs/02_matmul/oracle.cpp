// C is the product of A and B.
#include <mergelab/oracle.hpp>

void expected(const float* A, const float* B, float* C, int rows, int inner, int columns) {
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      double sum = 0;
      for (int i = 0; i < inner; ++i)
        sum += static_cast<double>(A[row * inner + i]) * B[i * columns + column];
      C[row * columns + column] = static_cast<float>(sum);
    }
  }
}
