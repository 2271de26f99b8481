// nvcc: accepts
__device__ int add_one(int x);
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
__device__ int add_one(int x) { return x + 1; }
