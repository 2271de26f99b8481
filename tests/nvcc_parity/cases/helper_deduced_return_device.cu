// nvcc: accepts
__device__ auto add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
