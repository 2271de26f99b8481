// nvcc: accepts
extern "C" __device__ int c_add_two(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = c_add_two(3); }
