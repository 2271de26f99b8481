// nvcc: accepts
namespace {
__device__ int add_one(int x) { return x + 1; }
}
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
