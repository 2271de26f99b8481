// What else C++ allows or not.
//! ceil_div_macro_and_function: accepted
#define CEIL_DIV(a, b) (((a) + (b)-1) / (b))
static inline int ceil_div(int a, int b) { return (a + b - 1) / b; }
__global__ void kernel(int* out, int n) { out[threadIdx.x] = CEIL_DIV(n, 32); }
void run(int* out, int n) { kernel<<<ceil_div(n, 256), 256>>>(out, n); }
//! goto_and_switch: accepted
__global__ void kernel(int* out) {
  switch (out[0]) {
    case 1: goto end;
    default: out[1] = 2;
  }
end:
  out[2] = 3;
}
//! missing_return: accepted
__device__ int sign(int x) {
  if (x < 0) return -1;
}
__global__ void kernel(int* out) { out[threadIdx.x] = sign(1); }
//! new_in_kernel: accepted
__global__ void kernel(int* out) {
  int* p = new int(3);
  out[0] = *p;
  delete p;
}
//! static_assert_and_using: accepted
template <class T>
using Value = T;
static_assert(sizeof(int) == 4, "");
typedef int (*Function)(int);
__global__ void kernel(Value<int>* out) { out[0] = sizeof(Function); }
//! syntax_missing_semicolon: refused, expected a ";"
__global__ void kernel(int* out) { out[0] = 1 }
//! throw_in_kernel: refused, device code does not support exception handling
__global__ void kernel(int* out) {
  if (out[0]) throw 1;
}
//! throw_on_host: accepted
void on_host(int x) {
  if (x) throw x;
}
//! try_in_device: refused, device code does not support exception handling
__device__ int get(int x) {
  try {
    return x;
  } catch (...) {
    return 0;
  }
}
__global__ void kernel(int* out) { out[threadIdx.x] = get(1); }
//! undeclared_name: refused, identifier "nothing" is undefined
__global__ void kernel(int* out) { out[0] = nothing; }
//! unroll_pragma: accepted
__global__ void kernel(int* out) {
#pragma unroll
  for (int i = 0; i < 4; ++i) out[i] = i;
}
