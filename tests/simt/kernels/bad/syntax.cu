// Line 4 does not compile.
#include <cuda_runtime.h>
__global__ void kernel(int* out) {
  *out = missing;
  out[1] = 0;
}
void run(int* out) { kernel<<<1, 1>>>(out); }
