// nvcc: refuses calling a __host__ function("case_lambda_in_kernel_calls_host::add_one(int)") from a __device__ function("case_lambda_in_kernel_calls_host::kernel(int *)::[lambda(int) (instance 1)
int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) {
  auto f = [](int x) { return add_one(x); };
  out[0] = f(1);
}
