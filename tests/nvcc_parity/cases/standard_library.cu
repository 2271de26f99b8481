// The standard library in kernels and host code.
//! std_abs_in_kernel: accepted
#include <cstdlib>

__global__ void kernel(int* out) { out[threadIdx.x] = std::abs(out[1]) + abs(out[2]); }
//! std_array_in_kernel: refused, calling a constexpr __host__ function("operator[]") from a __global__ function("kernel") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
#include <array>

__global__ void kernel(int* out) {
  std::array<int, 3> a{1, 2, 3};
  out[0] = a[1];
}
//! std_atomic_on_host: accepted
#include <atomic>
struct Counter {
  std::atomic<int> value;
  Counter() : value(0) {}
  int next() { return std::atomic_fetch_add(&value, 1); }
};
int on_host() { return Counter().next(); }
//! std_cout_in_kernel: refused, calling a __host__ function("std::basic_ostream<char, std::char_traits<char> >::operator <<(int)") from a __global__ function("case_std_cout_in_kernel::kernel") is not allowed
#include <iostream>

__global__ void kernel(int* out) { std::cout << out[0]; }
//! std_forward_in_device: accepted
#include <utility>

template <class T>
__device__ int get(T&& x) { return std::forward<T>(x); }
__global__ void kernel(int* out) { out[threadIdx.x] = get(3); }
//! std_int_max: accepted
#include <climits>

__global__ void kernel(int* out) { out[threadIdx.x] = INT_MAX; }
//! std_less_in_kernel: refused, calling a constexpr __host__ function("operator()") from a __global__ function("kernel") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
#include <functional>

__global__ void kernel(int* out) { out[threadIdx.x] = std::less<int>()(out[0], out[1]); }
//! std_limits_constant: accepted
#include <limits>

constexpr int kMost = std::numeric_limits<int>::max();
__global__ void kernel(int* out) { out[threadIdx.x] = kMost; }
//! std_limits_digits_in_kernel: accepted
#include <limits>

__global__ void kernel(int* out) { out[threadIdx.x] = std::numeric_limits<int>::digits; }
//! std_limits_max_in_kernel: refused, calling a constexpr __host__ function("max") from a __global__ function("kernel") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
#include <limits>

__global__ void kernel(int* out) { out[threadIdx.x] = std::numeric_limits<int>::max(); }
//! std_lower_bound_in_kernel: refused, calling a __host__ function("T1 ::std::lower_bound<int *, int> (T1, T1, const T2 &)") from a __global__ function("case_std_lower_bound_in_kernel::kernel") is not allowed
#include <algorithm>

__global__ void kernel(int* out) { out[threadIdx.x] = static_cast<int>(std::lower_bound(out, out + 4, 3) - out); }
//! std_math_in_kernel: accepted
#include <cmath>

__global__ void kernel(float* out) { out[0] = std::sqrt(out[1]) + std::fabs(out[2]) + std::pow(out[3], 2.0f); }
//! std_max_in_kernel: refused, calling a constexpr __host__ function("max") from a __global__ function("kernel") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
#include <algorithm>

__global__ void kernel(int* out) { out[threadIdx.x] = std::max(out[0], 3); }
//! std_merge_on_host: accepted
#include <algorithm>

void on_host(const int* a, const int* b, int n, int* out) { std::merge(a, a + n, b, b + n, out); }
//! std_min_of_device_function: refused, calling a constexpr __host__ function("min") from a __device__ function("least") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
#include <algorithm>

__device__ int least(int a, int b) { return std::min(a, b); }
__global__ void kernel(int* out) { out[threadIdx.x] = least(1, 2); }
//! std_min_on_host: accepted
#include <algorithm>

int on_host(int a, int b) { return std::min(a, b); }
//! std_move_in_kernel: accepted
#include <utility>

__global__ void kernel(int* out) { out[threadIdx.x] = std::move(out[1]); }
//! std_pair_made_in_kernel: refused, calling a constexpr __host__ function("std::pair<int, int> ::pair<int &, int, (bool)1> (T1 &&, T2 &&)") from a __global__ function("case_std_pair_made_in_kernel::kernel") is not al
#include <utility>

__global__ void kernel(int* out) {
  std::pair<int, int> p(out[0], 2);
  out[0] = p.second;
}
//! std_sort_in_kernel: refused, calling a __host__ function("void ::std::sort<int *> (T1, T1)") from a __global__ function("case_std_sort_in_kernel::kernel") is not allowed
#include <algorithm>

__global__ void kernel(int* out, int n) { std::sort(out, out + n); }
//! std_swap_in_kernel: refused, calling a __host__ function("std::enable_if<std::__and_< ::std::__not_< ::std::__is_tuple_like<T1> > , ::std::is_move_constructible<T1> , ::std::is_move_assignable<T1> > ::value, v
#include <utility>

__global__ void kernel(int* out) { std::swap(out[0], out[1]); }
//! std_type_traits: accepted
#include <type_traits>

template <class T>
__global__ void kernel(T* out) {
  if constexpr (std::is_same<T, int>::value) out[0] = 1;
}
void run(int* out) { kernel<<<1, 1>>>(out); }
//! std_vector_in_kernel: refused, calling a __host__ function("std::vector<int, ::std::allocator<int> > ::vector(unsigned long, const ::std::allocator<int> &)") from a __global__ function("case_std_vector_in_kernel
#include <vector>

__global__ void kernel(int* out) {
  std::vector<int> v(3);
  out[0] = v[0];
}
//! std_vector_on_host: accepted
#include <vector>

int on_host() {
  std::vector<int> v(3);
  return v[0];
}
