// nvcc: accepts
__device__ int sum() { return 0; }
template <class... A>
__device__ int sum(int first, A... rest) { return first + sum(rest...); }
__global__ void kernel(int* out) { out[threadIdx.x] = sum(1, 2, 3); }
