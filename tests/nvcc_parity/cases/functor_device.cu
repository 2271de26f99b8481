// nvcc: accepts
struct Less {
  __device__ bool operator()(int a, int b) const { return a < b; }
};
__global__ void kernel(int* out) { out[threadIdx.x] = Less{}(1, 2); }
