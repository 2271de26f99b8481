// Declarations of kernels, and whole kernels.
//! const_output: refused, expression must be a modifiable lvalue
__global__ void kernel(const int* out) { out[0] = 1; }
//! kernel_anonymous_namespace: accepted
namespace {
__global__ void kernel(int* out) { out[0] = 1; }
}  // namespace
void run(int* out) { kernel<<<1, 1>>>(out); }
//! kernel_default_argument: accepted
__global__ void kernel(int* out, int x = 3) { out[0] = x; }
void run(int* out) { kernel<<<1, 1>>>(out, 1); }
//! kernel_ellipsis: refused, a __global__ function cannot have ellipsis
__global__ void kernel(int* out, ...) { out[0] = 1; }
//! kernel_extern_c: accepted
extern "C" __global__ void c_kernel(int* out) { out[0] = 1; }
//! kernel_forward_declared: accepted
__global__ void kernel(int* out);
void run(int* out) { kernel<<<1, 1>>>(out); }
__global__ void kernel(int* out) { out[0] = 1; }
//! kernel_member: refused, A __global__ function or function template cannot be a member function
struct Tool {
  __global__ void kernel(int* out) { out[0] = 1; }
};
//! kernel_noexcept: refused, An exception specification is not allowed for a __global__ function or function template
__global__ void kernel(int* out) noexcept { out[0] = 1; }
//! kernel_reference_parameter: accepted; engine: refused, a reference to what the host has cannot be used on a GPU
__global__ void kernel(int& out) { out = 1; }
void run(int* out) { kernel<<<1, 1>>>(*out); }
//! kernel_returns_auto: refused, a __global__ function must not have a deduced return type
__global__ auto kernel(int* out) { out[0] = 1; }
//! kernel_returns_early: accepted
__global__ void kernel(int* out, int n) {
  if (static_cast<int>(threadIdx.x) >= n) return;
  out[threadIdx.x] = 1;
}
//! kernel_returns_int: refused, a __global__ function must have a void return type
__global__ int kernel(int* out) {
  out[0] = 1;
  return 0;
}
//! kernel_returns_pointer: refused, a __global__ function must have a void return type
__global__ int* kernel(int* out) { return out; }
//! kernel_returns_trailing_void: accepted
__global__ auto kernel(int* out) -> void { out[0] = 1; }
//! kernel_returns_value_in_void: refused, return value type does not match the function type
__global__ void kernel(int* out) {
  if (out[0]) return 1;
}
//! kernel_static: accepted
static __global__ void kernel(int* out) { out[0] = 1; }
void run(int* out) { kernel<<<1, 1>>>(out); }
//! kernel_static_member: refused, A __global__ function or function template cannot be a member function
struct Tool {
  static __global__ void kernel(int* out) { out[0] = 1; }
};
//! kernel_struct_parameter: accepted
struct Args {
  int* out;
  int n;
};
__global__ void kernel(Args args) { args.out[0] = args.n; }
void run(int* out) { kernel<<<1, 1>>>(Args{out, 3}); }
//! kernel_void_before_global: accepted
void __global__ kernel(int* out) { out[0] = 1; }
//! macro_generates_kernels: accepted
#define KERNEL(NAME, OPERATION)                        \
  __global__ void NAME(int* out) {                     \
    out[threadIdx.x] = out[threadIdx.x] OPERATION 1; \
  }
KERNEL(add, +)
KERNEL(subtract, -)
void run(int* out) {
  add<<<1, 32>>>(out);
  subtract<<<1, 32>>>(out);
}
//! merge_basic: accepted
__host__ __device__ int co_rank(int k, const int* A, int m, const int* B, int n) {
  int i = k < m ? k : m, j = k - i, i_low = 0 > k - n ? 0 : k - n, j_low = 0 > k - m ? 0 : k - m;
  while (true) {
    if (i > 0 && j < n && A[i - 1] > B[j]) {
      const int delta = (i - i_low + 1) / 2;
      j_low = j;
      j += delta;
      i -= delta;
    } else if (j > 0 && i < m && B[j - 1] >= A[i]) {
      const int delta = (j - j_low + 1) / 2;
      i_low = i;
      i += delta;
      j -= delta;
    } else {
      return i;
    }
  }
}
__device__ void merge_sequential(const int* A, int m, const int* B, int n, int* C) {
  int i = 0, j = 0, k = 0;
  while (i < m && j < n) C[k++] = A[i] <= B[j] ? A[i++] : B[j++];
  while (i < m) C[k++] = A[i++];
  while (j < n) C[k++] = B[j++];
}
__global__ void merge_basic_kernel(const int* A, int m, const int* B, int n, int* C) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int per_thread = (m + n + blockDim.x * gridDim.x - 1) / (blockDim.x * gridDim.x);
  const int k_curr = min(tid * per_thread, m + n), k_next = min((tid + 1) * per_thread, m + n);
  const int i_curr = co_rank(k_curr, A, m, B, n), i_next = co_rank(k_next, A, m, B, n);
  merge_sequential(A + i_curr, i_next - i_curr, B + k_curr - i_curr, k_next - k_curr - (i_next - i_curr), C + k_curr);
}
void merge_basic(const int* A, int m, const int* B, int n, int* C) {
  merge_basic_kernel<<<(m + n + 255) / 256, 256>>>(A, m, B, n, C);
}
//! merge_helper_forgotten_device: refused, calling a __host__ function("case_merge_helper_forgotten_device::smaller(int, int)") from a __device__ function("case_merge_helper_forgotten_device::co_rank") is not allowed
int smaller(int a, int b) { return a < b ? a : b; }
__device__ int co_rank(int k, const int* A, int m, const int* B, int n) {
  int low = k > n ? k - n : 0, high = smaller(k, m);
  while (low < high) {
    const int i = (low + high) / 2;
    if (A[i] <= B[k - i - 1]) low = i + 1; else high = i;
  }
  return low;
}
__global__ void kernel(const int* A, int m, const int* B, int n, int* out) { out[threadIdx.x] = co_rank(threadIdx.x, A, m, B, n); }
//! restrict_pointers: accepted
__global__ void kernel(const int* __restrict__ in, int* __restrict__ out) { out[threadIdx.x] = in[threadIdx.x]; }
