// nvcc: accepts
__global__ void kernel(int* out) { *out = 1; }
const void* addresses[] = {(void*)kernel, (const void*)&kernel, reinterpret_cast<const void*>(kernel)};
void launch(void** arguments) { cudaLaunchKernel(addresses[0], dim3(1), dim3(1), arguments, 0, nullptr); }
