// nvcc: accepts
#define DEFINE(NAME, VALUE) __device__ int NAME() { return VALUE; }
DEFINE(one, 1) DEFINE(two, 2)
__global__ void kernel(int* out) { out[threadIdx.x] = one() + two(); }
