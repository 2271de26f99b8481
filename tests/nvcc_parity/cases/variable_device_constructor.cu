// nvcc: refuses dynamic initialization is not supported for a __device__ variable
struct Start {
  int value;
  Start() { value = 3; }
};
__device__ Start start;
__global__ void kernel(int* out) { out[threadIdx.x] = start.value; }
