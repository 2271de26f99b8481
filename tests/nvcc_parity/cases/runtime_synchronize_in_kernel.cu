// nvcc: refuses calling a __host__ function("cudaDeviceSynchronize") from a __global__ function("case_runtime_synchronize_in_kernel::kernel") is not allowed
__global__ void kernel(int*) { cudaDeviceSynchronize(); }
