// nvcc: accepts
__launch_bounds__(256, 2) __global__ void kernel(int* out) { out[0] = 1; }
