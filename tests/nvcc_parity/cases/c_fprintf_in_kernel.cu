// nvcc: refuses identifier "stderr" is undefined in device code
#include <cstdio>

__global__ void kernel(int* out) { fprintf(stderr, "%d\n", out[0]); }
