// Lambdas in kernels and passed to them.
//! lambda_as_argument_in_kernel: accepted
template <class F>
__device__ int apply(F f, int x) { return f(x); }
__global__ void kernel(int* out) { out[threadIdx.x] = apply([](int x) { return x + 1; }, 2); }
//! lambda_device_passed_to_kernel: accepted
template <class F>
__global__ void kernel(int* out, F f) { out[threadIdx.x] = f(threadIdx.x); }
void run(int* out) { kernel<<<1, 32>>>(out, [] __device__(int i) { return 2 * i; }); }
//! lambda_generic_in_kernel: accepted
__global__ void kernel(int* out) {
  auto f = [](auto x) { return x + 1; };
  out[0] = f(1);
}
//! lambda_host_device_passed_to_kernel: accepted
template <class F>
__global__ void kernel(int* out, F f) { out[threadIdx.x] = f(threadIdx.x); }
void run(int* out, int x) { kernel<<<1, 32>>>(out, [=] __host__ __device__(int i) { return x * i; }); }
//! lambda_immediately_called: accepted
__global__ void kernel(int* out) { out[threadIdx.x] = [](int x) { return x + 1; }(2); }
//! lambda_in_device_function: accepted
__device__ int f(int x) {
  auto square = [](int y) { return y * y; };
  return square(x);
}
__global__ void kernel(int* out) { out[threadIdx.x] = f(3); }
//! lambda_in_kernel: accepted
__global__ void kernel(int* out) {
  auto f = [&](int i) { out[i] = i; };
  f(threadIdx.x);
}
//! lambda_in_kernel_calls_device: accepted
__device__ int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) {
  auto f = [](int x) { return add_one(x); };
  out[0] = f(1);
}
//! lambda_in_kernel_calls_host: refused, calling a __host__ function("case_lambda_in_kernel_calls_host::add_one(int)") from a __device__ function("case_lambda_in_kernel_calls_host::kernel(int *)::[lambda(int) (instance 1)
int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) {
  auto f = [](int x) { return add_one(x); };
  out[0] = f(1);
}
//! lambda_of_namespace_in_kernel: refused, calling a constexpr __host__ function("operator()") from a __global__ function("kernel") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
auto add_one = [](int x) { return x + 1; };
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(1); }
//! lambda_on_host: accepted
int add_one(int x) { return x + 1; }
void run(int* out) {
  auto f = [&](int i) { out[i] = add_one(i); };
  f(1);
}
//! lambda_on_host_calls_device: refused, calling a __device__ function("_ZN32case_lambda_on_host_calls_device7add_oneE1?") from a __host__ function("operator()") is not allowed
__device__ int add_one(int x) { return x + 1; }
void run(int* out) {
  auto f = [&](int i) { out[i] = add_one(i); };
  f(1);
}
//! lambda_plain_passed_to_kernel: refused, The closure type for a lambda ("lambda [](int)->int", defined at lambda_plain_passed_to_kernel.cu:4) cannot be used in the template argument
template <class F>
__global__ void kernel(int* out, F f) { out[threadIdx.x] = f(threadIdx.x); }
void run(int* out) { kernel<<<1, 32>>>(out, [](int i) { return 2 * i; }); }
