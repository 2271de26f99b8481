// Passes one argument too few.
#include <cuda_runtime.h>
__global__ void kernel(int* out, int value) { *out = value; }
void run(int* out) { kernel<<<1, 1>>>(out); }
