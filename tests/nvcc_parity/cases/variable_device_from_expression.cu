// nvcc: accepts
const int kThree = 3;
__device__ int limit = 2 * kThree + 1;
__global__ void kernel(int* out) { out[threadIdx.x] = limit; }
