// nvcc: refuses An exception specification is not allowed for a __global__ function or function template
__global__ void kernel(int* out) noexcept { out[0] = 1; }
