// Functions that are constexpr.
//! constexpr_device_called: accepted
__device__ constexpr int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(out[0]); }
//! constexpr_host_as_array_size: refused, calling a constexpr __host__ function("add_one") from a __global__ function("kernel") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.; engine: accepted, the compilers compute it and leave no call
constexpr int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) {
  __shared__ int tile[add_one(3)];
  tile[threadIdx.x] = 1;
  out[0] = tile[threadIdx.x];
}
//! constexpr_host_called: refused, calling a constexpr __host__ function("add_one") from a __global__ function("kernel") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
constexpr int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(out[0]); }
//! constexpr_host_called_with_constant: refused, calling a constexpr __host__ function("add_one") from a __global__ function("kernel") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
constexpr int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
//! constexpr_host_device_called: accepted
__host__ __device__ constexpr int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(out[0]); }
//! constexpr_host_initialises_constant: accepted
constexpr int add_one(int x) { return x + 1; }
constexpr int kFour = add_one(3);
__global__ void kernel(int* out) { out[threadIdx.x] = kFour; }
//! constexpr_host_static_assert: refused, calling a constexpr __host__ function("add_one") from a __global__ function("kernel") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.; engine: accepted, the compilers compute it and leave no call
constexpr int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) {
  static_assert(add_one(1) == 2, "");
  out[0] = 1;
}
//! constexpr_host_template_argument: accepted
constexpr int add_one(int x) { return x + 1; }
template <int N>
__global__ void kernel(int* out) { out[0] = N; }
void run(int* out) { kernel<add_one(2)><<<1, 1>>>(out); }
//! constexpr_template_host: refused, calling a constexpr __host__ function("smaller") from a __global__ function("kernel") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
template <class T>
constexpr T smaller(T a, T b) { return b < a ? b : a; }
__global__ void kernel(int* out) { out[threadIdx.x] = smaller(out[0], 3); }
//! constexpr_template_host_device: accepted
template <class T>
__host__ __device__ constexpr T smaller(T a, T b) { return b < a ? b : a; }
__global__ void kernel(int* out) { out[threadIdx.x] = smaller(out[0], 3); }
