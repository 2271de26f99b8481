// nvcc: refuses calling a __host__ function("cudaMemcpy") from a __global__ function("case_runtime_memcpy_in_kernel::kernel") is not allowed
__global__ void kernel(int* out) { cudaMemcpy(out, out + 1, 4, cudaMemcpyDeviceToDevice); }
