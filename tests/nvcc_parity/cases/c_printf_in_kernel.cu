// nvcc: accepts
#include <cstdio>

__global__ void kernel(int* out) { printf("%d\n", out[0]); }
