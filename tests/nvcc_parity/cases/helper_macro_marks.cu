// nvcc: accepts
#define BOTH __host__ __device__
BOTH int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
