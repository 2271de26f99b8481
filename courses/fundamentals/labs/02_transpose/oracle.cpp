// out is the transpose of in: element (row, column) of in becomes element (column, row) of out.
#include <mergelab/oracle.hpp>

void expected(const float* in, float* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) out[column * rows + row] = in[row * columns + column];
  }
}
