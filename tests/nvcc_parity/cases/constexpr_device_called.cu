// nvcc: accepts
__device__ constexpr int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(out[0]); }
