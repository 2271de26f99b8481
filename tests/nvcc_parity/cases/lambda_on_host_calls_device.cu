// nvcc: refuses calling a __device__ function("_ZN32case_lambda_on_host_calls_device7add_oneE1?") from a __host__ function("operator()") is not allowed
__device__ int add_one(int x) { return x + 1; }
void run(int* out) {
  auto f = [&](int i) { out[i] = add_one(i); };
  f(1);
}
