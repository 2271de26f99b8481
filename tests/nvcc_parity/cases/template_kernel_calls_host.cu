// nvcc: refuses calling a __host__ function("case_template_kernel_calls_host::add_one(int)") from a __global__ function("case_template_kernel_calls_host::kernel<int> ") is not allowed
int add_one(int x) { return x + 1; }
template <class T>
__global__ void kernel(T* out) { out[0] = add_one(2); }
void run(int* out) { kernel<<<1, 32>>>(out); }
