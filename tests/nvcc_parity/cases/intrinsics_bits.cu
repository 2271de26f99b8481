// nvcc: accepts
__global__ void kernel(int* out) { out[threadIdx.x] = __popc(out[0]) + __clz(out[1]) + __ffs(out[2]) + static_cast<int>(__brev(out[3])); }
