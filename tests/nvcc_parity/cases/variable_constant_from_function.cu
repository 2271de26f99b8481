// nvcc: refuses dynamic initialization is not supported for a __constant__ variable
int three() { return 3; }
__constant__ int limit = three();
__global__ void kernel(int* out) { out[threadIdx.x] = limit; }
