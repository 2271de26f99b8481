// nvcc: accepts
extern "C" __global__ void c_kernel(int* out) { out[0] = 1; }
