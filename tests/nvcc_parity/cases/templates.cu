// Templates of kernels and functions.
//! crtp_device: accepted
template <class D>
struct Base {
  __device__ int twice() const { return 2 * static_cast<const D*>(this)->get(); }
};
struct Derived : Base<Derived> {
  __device__ int get() const { return 1; }
};
__global__ void kernel(int* out) { out[threadIdx.x] = Derived{}.twice(); }
//! template_alias_and_variable: accepted
template <class T>
constexpr int kBytes = sizeof(T);
template <class T>
using Pointer = T*;
__global__ void kernel(Pointer<int> out) { out[0] = kBytes<double>; }
//! template_device: accepted
template <class T>
__device__ T smaller(T a, T b) { return b < a ? b : a; }
__global__ void kernel(int* out) { out[threadIdx.x] = smaller(1, 2); }
//! template_host: refused, calling a __host__ function("T1 case_template_host::smaller<int> (T1, T1)") from a __global__ function("case_template_host::kernel") is not allowed
template <class T>
T smaller(T a, T b) { return b < a ? b : a; }
__global__ void kernel(int* out) { out[threadIdx.x] = smaller(1, 2); }
//! template_host_device_calls_device: accepted
__device__ int add_one(int x) { return x + 1; }
template <class T>
__host__ __device__ T twice(T x) { return 2 * add_one(x); }
int on_host() { return twice(2); }
//! template_host_device_calls_host: accepted
int add_one(int x) { return x + 1; }
template <class T>
__host__ __device__ T twice(T x) { return 2 * add_one(x); }
int on_host() { return twice(2); }
//! template_host_device_from_both: accepted
template <class T>
__host__ __device__ T smaller(T a, T b) { return b < a ? b : a; }
__global__ void kernel(int* out) { out[threadIdx.x] = smaller(1, 2); }
int on_host() { return smaller(1, 2); }
//! template_kernel: accepted
template <class T, int N>
__global__ void kernel(T* out) { out[threadIdx.x] = N; }
void run(int* out) { kernel<int, 3><<<1, 32>>>(out); }
//! template_kernel_calls_host: refused, calling a __host__ function("case_template_kernel_calls_host::add_one(int)") from a __global__ function("case_template_kernel_calls_host::kernel<int> ") is not allowed
int add_one(int x) { return x + 1; }
template <class T>
__global__ void kernel(T* out) { out[0] = add_one(2); }
void run(int* out) { kernel<<<1, 32>>>(out); }
//! template_kernel_deduced: accepted
template <class T>
__global__ void kernel(T* out, T x) { out[threadIdx.x] = x; }
void run(int* out) { kernel<<<1, 32>>>(out, 3); }
//! template_specialised_device: accepted
template <class T>
__device__ T smaller(T a, T b) { return b < a ? b : a; }
template <>
__device__ float smaller<float>(float a, float b) { return fminf(a, b); }
__global__ void kernel(int* out) { out[threadIdx.x] = static_cast<int>(smaller(1.0f, 2.0f)); }
//! template_specialised_plain: accepted
template <class T>
__device__ T smaller(T a, T b) { return b < a ? b : a; }
template <>
float smaller<float>(float a, float b) { return a; }
__global__ void kernel(int* out) { out[threadIdx.x] = static_cast<int>(smaller(1.0f, 2.0f)); }
//! template_unused_calls_host: accepted
int add_one(int x) { return x + 1; }
template <class T>
__device__ T unused(T x) { return add_one(x); }
__global__ void kernel(int* out) { out[threadIdx.x] = 1; }
//! template_variadic_device: accepted
__device__ int sum() { return 0; }
template <class... A>
__device__ int sum(int first, A... rest) { return first + sum(rest...); }
__global__ void kernel(int* out) { out[threadIdx.x] = sum(1, 2, 3); }
