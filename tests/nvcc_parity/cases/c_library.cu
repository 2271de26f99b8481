// C's functions in kernels.
//! c_assert_in_kernel: accepted
#include <cassert>

__global__ void kernel(int* out) { assert(out[0] > 0); }
//! c_exit_in_kernel: refused, calling a __host__ function("exit") from a __global__ function("case_c_exit_in_kernel::kernel") is not allowed
#include <cstdlib>

__global__ void kernel(int* out) {
  if (out[0]) exit(1);
}
//! c_fprintf_in_kernel: refused, identifier "stderr" is undefined in device code
#include <cstdio>

__global__ void kernel(int* out) { fprintf(stderr, "%d\n", out[0]); }
//! c_malloc_in_kernel: accepted
#include <cstdlib>

__global__ void kernel(int* out) {
  int* p = static_cast<int*>(malloc(4));
  free(p);
  out[0] = 1;
}
//! c_math_in_kernel: accepted
__global__ void kernel(float* out) { out[0] = sqrtf(out[1]) + fmaxf(out[2], 1.0f) + fabsf(out[3]); }
//! c_memcpy_in_kernel: accepted
#include <cstring>

__global__ void kernel(int* out) {
  memcpy(out, out + 4, 16);
  memset(out + 8, 0, 16);
}
//! c_memmove_in_kernel: refused, calling a __host__ function("memmove") from a __global__ function("case_c_memmove_in_kernel::kernel") is not allowed
#include <cstring>

__global__ void kernel(int* out) { memmove(out, out + 1, 16); }
//! c_printf_in_kernel: accepted
#include <cstdio>

__global__ void kernel(int* out) { printf("%d\n", out[0]); }
//! c_puts_in_kernel: refused, calling a __host__ function("puts") from a __global__ function("case_c_puts_in_kernel::kernel") is not allowed
#include <cstdio>

__global__ void kernel(int*) { puts("x"); }
//! c_qsort_on_host: accepted
#include <cstdlib>

int compare(const void* a, const void* b) { return *static_cast<const int*>(a) - *static_cast<const int*>(b); }
void on_host(int* x, int n) { qsort(x, n, sizeof(int), compare); }
//! c_rand_in_kernel: refused, calling a __host__ function("rand") from a __global__ function("case_c_rand_in_kernel::kernel") is not allowed
#include <cstdlib>

__global__ void kernel(int* out) { out[threadIdx.x] = rand(); }
//! c_strcmp_in_kernel: refused, calling a __host__ function("strcmp") from a __global__ function("case_c_strcmp_in_kernel::kernel") is not allowed
#include <cstring>

__global__ void kernel(int* out) { out[threadIdx.x] = strcmp("a", "b"); }
//! c_strlen_in_kernel: refused, calling a __host__ function("strlen") from a __global__ function("case_c_strlen_in_kernel::kernel") is not allowed
#include <cstring>

__global__ void kernel(int* out, const char* text) { out[threadIdx.x] = strlen(text); }
//! c_toupper_in_kernel: refused, calling a __host__ function("toupper") from a __global__ function("case_c_toupper_in_kernel::kernel") is not allowed
#include <cctype>

__global__ void kernel(char* text) { text[threadIdx.x] = toupper(text[threadIdx.x]); }
