// nvcc: accepts
#include <cstdlib>

__global__ void kernel(int* out) {
  int* p = static_cast<int*>(malloc(4));
  free(p);
  out[0] = 1;
}
