// nvcc: accepts
__global__ void kernel(int4* out) { out[0] = __ldg(out + 1); }
