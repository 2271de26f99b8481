// nvcc: accepts
extern "C" {
__device__ int c_add_three(int x) { return x + 1; }
}
__global__ void kernel(int* out) { out[threadIdx.x] = c_add_three(3); }
