// nvcc: refuses kernel launch from __device__ or __global__ functions requires separate compilation mode
__global__ void first(int* out) { out[0] = 1; }
__global__ void kernel(int* out) { first<<<1, 1>>>(out); }
