// Gives shared memory an initial value, which CUDA does not have.
#include <cuda_runtime.h>
__global__ void kernel(int* out) {
  __shared__ int start = 5;
  *out = start++;
}
void run(int* out) { kernel<<<1, 1>>>(out); }
