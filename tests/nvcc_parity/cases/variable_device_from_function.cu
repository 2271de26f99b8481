// nvcc: refuses dynamic initialization is not supported for a __device__ variable
int three() { return 3; }
__device__ int limit = three();
__global__ void kernel(int* out) { out[threadIdx.x] = limit; }
