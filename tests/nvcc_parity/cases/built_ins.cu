// CUDA's built-in variables and functions.
//! assign_to_thread_index: refused, expression must be a modifiable lvalue
__global__ void kernel() { threadIdx.x = 1; }
//! intrinsics_bits: accepted
__global__ void kernel(int* out) { out[threadIdx.x] = __popc(out[0]) + __clz(out[1]) + __ffs(out[2]) + static_cast<int>(__brev(out[3])); }
//! ldcs_struct: refused, no instance of overloaded function "__ldcs" matches the argument list
struct Pair {
  int a, b;
};
__global__ void kernel(Pair* out) { out[0] = __ldcs(out + 1); }
//! ldg_bool: refused, no instance of overloaded function "__ldg" matches the argument list
__global__ void kernel(const bool* in, int* out) { out[0] = __ldg(in); }
//! ldg_int: accepted
__global__ void kernel(int* out) { out[threadIdx.x] = __ldg(out + 1); }
//! ldg_on_host: refused, calling a __device__ function("__ldg(const int *)") from a __host__ function("on_host") is not allowed
int on_host(const int* x) { return __ldg(x); }
//! ldg_pointer: refused, no instance of overloaded function "__ldg" matches the argument list
__global__ void kernel(int* const* in, int* out) { out[0] = *__ldg(in); }
//! ldg_struct: refused, no instance of overloaded function "__ldg" matches the argument list
struct Pair {
  int a, b;
};
__global__ void kernel(Pair* out) { out[0] = __ldg(out + 1); }
//! ldg_vector: accepted
__global__ void kernel(int4* out) { out[0] = __ldg(out + 1); }
//! min_max_on_host: accepted
int on_host(int a, int b) { return min(a, b) + max(a, b); }
//! popc_on_host: refused, calling a __device__ function("__popc") from a __host__ function("on_host") is not allowed
int on_host(int x) { return __popc(x); }
//! reduce_add_sync_float: refused, more than one instance of overloaded function "__reduce_add_sync" matches the argument list:
__global__ void kernel(float* out) { out[0] = __reduce_add_sync(0xffffffffu, out[0]); }
//! shuffle_int: accepted
__global__ void kernel(int* out) { out[threadIdx.x] = __shfl_down_sync(0xffffffffu, out[0], 1); }
//! shuffle_on_host: refused, calling a __device__ function("_ZN39_INTERNAL_c17914a2_9_unit_5_cu_a065a4d716__shfl_down_syncE1?1?1?1?") from a __host__ function("on_host") is not allowed
int on_host(int x) { return __shfl_down_sync(0xffffffffu, x, 1); }
//! shuffle_struct: refused, no instance of overloaded function "__shfl_down_sync" matches the argument list
struct Pair {
  int a, b;
};
__global__ void kernel(Pair* out) { out[0] = __shfl_down_sync(0xffffffffu, out[1], 1); }
//! stcs_struct: refused, no instance of overloaded function "__stcs" matches the argument list
struct Pair {
  int a, b;
};
__global__ void kernel(Pair* out) { __stcs(out, out[1]); }
//! thread_index_on_host: accepted
int on_host() { return threadIdx.x; }
