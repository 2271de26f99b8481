// Calls what nothing defines.
#include <cuda_runtime.h>
__device__ int nowhere_defined(int);
__global__ void kernel(int* out) { *out = nowhere_defined(1); }
void run(int* out) { kernel<<<1, 1>>>(out); }
