// Functions that kernels call, by their marks.
//! helper_address_taken_in_kernel: refused, identifier "case_helper_address_taken_in_kernel::add_one" is undefined in device code
int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) {
  int (*f)(int) = add_one;
  out[0] = f(1);
}
//! helper_anonymous_namespace: accepted
namespace {
__device__ int add_one(int x) { return x + 1; }
}
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_anonymous_namespace_host: refused, calling a __host__ function("case_helper_anonymous_namespace_host::_NV_ANON_NAMESPACE::add_one(int)") from a __global__ function("case_helper_anonymous_namespace_host::kernel") is
namespace {
int add_one(int x) { return x + 1; }
}
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_declared_device_defined_later: accepted
__device__ int add_one(int x);
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
__device__ int add_one(int x) { return x + 1; }
//! helper_declared_device_defined_plain: accepted
__device__ int add_one(int x);
int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_declared_plain_defined_device: accepted
int add_one(int x);
__device__ int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_deduced_return_device: accepted
__device__ auto add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_default_argument_device: accepted
__device__ int add(int x, int y = 1) { return x + y; }
__global__ void kernel(int* out) { out[threadIdx.x] = add(3); }
//! helper_device_after_type: accepted
int __device__ add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_device_by_macro_body: accepted
#define DEFINE(NAME, VALUE) __device__ int NAME() { return VALUE; }
DEFINE(one, 1) DEFINE(two, 2)
__global__ void kernel(int* out) { out[threadIdx.x] = one() + two(); }
//! helper_device_in_one_line: accepted
int one() { return 1; } __device__ int two() { return 2; } __global__ void kernel(int* out) { out[threadIdx.x] = two(); }
int on_host() { return one(); }
//! helper_device_pointer_in_kernel: accepted
__device__ int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) {
  int (*f)(int) = add_one;
  out[0] = f(1);
}
//! helper_extern_c_block_device: accepted
extern "C" {
__device__ int c_add_three(int x) { return x + 1; }
}
__global__ void kernel(int* out) { out[threadIdx.x] = c_add_three(3); }
//! helper_extern_c_device: accepted
extern "C" __device__ int c_add_two(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = c_add_two(3); }
//! helper_extern_c_host: refused, calling a __host__ function("c_add_one") from a __global__ function("case_helper_extern_c_host::kernel") is not allowed
extern "C" int c_add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = c_add_one(3); }
//! helper_for_both_macro_arch: accepted
__host__ __device__ int where() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 0;
#endif
}
__global__ void kernel(int* out) { out[threadIdx.x] = where(); }
//! helper_forceinline_device: accepted
__device__ __forceinline__ int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_forceinline_without_device: refused, calling a __host__ function("case_helper_forceinline_without_device::add_one(int)") from a __global__ function("case_helper_forceinline_without_device::kernel") is not allowed
__forceinline__ int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_host_by_macro_body: refused, calling a __host__ function("case_helper_host_by_macro_body::one()") from a __global__ function("case_helper_host_by_macro_body::kernel") is not allowed
#define DEFINE(NAME, VALUE) int NAME() { return VALUE; }
DEFINE(one, 1)
__global__ void kernel(int* out) { out[threadIdx.x] = one(); }
//! helper_host_called_by_device: refused, calling a __host__ function("case_helper_host_called_by_device::add_one(int)") from a __device__ function("case_helper_host_called_by_device::twice") is not allowed
int add_one(int x) { return x + 1; }
__device__ int twice(int x) { return 2 * add_one(x); }
__global__ void kernel(int* out) { out[threadIdx.x] = twice(3); }
//! helper_host_called_by_host_device: accepted
int add_one(int x) { return x + 1; }
__host__ __device__ int twice(int x) { return 2 * add_one(x); }
int on_host() { return twice(2); }
//! helper_host_device: accepted
__host__ __device__ int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
int on_host() { return add_one(1); }
//! helper_host_in_one_line: refused, calling a __host__ function("case_helper_host_in_one_line::one()") from a __global__ function("case_helper_host_in_one_line::kernel") is not allowed
int one() { return 1; } __device__ int two() { return 2; } __global__ void kernel(int* out) { out[threadIdx.x] = one() + two(); }
//! helper_host_only_marked: refused, calling a __host__ function("case_helper_host_only_marked::add_one(int)") from a __global__ function("case_helper_host_only_marked::kernel") is not allowed
__host__ int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_in_taken_if_constexpr: refused, calling a __host__ function("case_helper_in_taken_if_constexpr::add_one(int)") from a __global__ function("case_helper_in_taken_if_constexpr::kernel<(bool)1> ") is not allowed
int add_one(int x) { return x + 1; }
template <bool kHost>
__global__ void kernel(int* out) {
  if constexpr (kHost) out[0] = add_one(1);
}
template __global__ void kernel<true>(int*);
//! helper_in_untaken_if_constexpr: accepted
int add_one(int x) { return x + 1; }
template <bool kHost>
__global__ void kernel(int* out) {
  if constexpr (kHost) out[0] = add_one(1);
}
template __global__ void kernel<false>(int*);
//! helper_inline_without_device: refused, calling a __host__ function("case_helper_inline_without_device::add_one(int)") from a __global__ function("case_helper_inline_without_device::kernel") is not allowed
inline int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_macro_marks: accepted
#define BOTH __host__ __device__
BOTH int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_mutual_device: accepted
__device__ int odd(int n);
__device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__global__ void kernel(int* out) { out[threadIdx.x] = even(4); }
//! helper_namespace_device: accepted
namespace detail {
__device__ int add_one(int x) { return x + 1; }
}
__global__ void kernel(int* out) { out[threadIdx.x] = detail::add_one(3); }
//! helper_namespace_host: refused, calling a __host__ function("case_helper_namespace_host::detail::add_one(int)") from a __global__ function("case_helper_namespace_host::kernel") is not allowed
namespace detail {
int add_one(int x) { return x + 1; }
}
__global__ void kernel(int* out) { out[threadIdx.x] = detail::add_one(3); }
//! helper_noexcept_device: accepted
__device__ int add_one(int x) noexcept { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_noinline_device: accepted
__noinline__ __device__ int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_only_in_decltype: accepted
int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { decltype(add_one(1)) x = 2; out[0] = x; }
//! helper_only_in_sizeof: accepted
int nothing(int x);
__global__ void kernel(int* out) { out[threadIdx.x] = static_cast<int>(sizeof(nothing(1))); }
//! helper_overload_of_host: refused, calling a __host__ function("case_helper_overload_of_host::one(float)") from a __global__ function("case_helper_overload_of_host::kernel") is not allowed
__device__ int one(int x) { return x; }
float one(float x) { return x; }
__global__ void kernel(int* out) { out[threadIdx.x] = static_cast<int>(one(3.0f)); }
//! helper_overloads_by_space: accepted
__device__ int one(int x) { return x; }
float one(float x) { return x; }
__global__ void kernel(int* out) { out[threadIdx.x] = one(3); }
//! helper_recursive_device: accepted
__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
__global__ void kernel(int* out) { out[threadIdx.x] = factorial(4); }
//! helper_static_inline_device: accepted
static inline __device__ int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_static_without_device: refused, calling a __host__ function("case_helper_static_without_device::add_one(int)") from a __global__ function("case_helper_static_without_device::kernel") is not allowed
static int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_trailing_return_device: accepted
__device__ auto add_one(int x) -> int { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_trailing_return_host: refused, calling a __host__ function("case_helper_trailing_return_host::add_one(int)") from a __global__ function("case_helper_trailing_return_host::kernel") is not allowed
auto add_one(int x) -> int { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_unused_host: accepted
int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = 1; }
//! helper_with_device: accepted
__device__ int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! helper_without_device: refused, calling a __host__ function("case_helper_without_device::add_one(int)") from a __global__ function("case_helper_without_device::kernel") is not allowed
int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
