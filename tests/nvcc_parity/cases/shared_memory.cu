// Variables in shared memory.
//! extern_shared_alignas: refused, attribute does not apply to any entity
__global__ void kernel(int* out) {
  extern __shared__ alignas(16) unsigned char aligned_bytes[];
  aligned_bytes[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = aligned_bytes[31 - threadIdx.x];
}
//! shared_alignas: accepted
__global__ void kernel(int* out) {
  __shared__ alignas(128) int tile[32];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}
//! shared_alignas_constant: accepted
constexpr int kAlignment = 64;
__global__ void kernel(int* out) {
  __shared__ alignas(kAlignment) int tile[32];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}
//! shared_anonymous_struct: accepted
__global__ void kernel(int* out) {
  __shared__ struct {
    int begin, end;
  } bounds;
  bounds.begin = 1;
  out[0] = bounds.begin;
}
//! shared_array: accepted
__global__ void kernel(int* out) {
  __shared__ int used[32];
  used[threadIdx.x] = 1;
  out[threadIdx.x] = used[threadIdx.x];
}
//! shared_array_initialised: refused, initializer not allowed for __shared__ variable
__global__ void kernel(int* out) {
  __shared__ int used[4] = {1, 2, 3, 4};
  out[0] = used[0];
}
//! shared_array_zeroed: refused, initializer not allowed for __shared__ variable
__global__ void kernel(int* out) {
  __shared__ int used[4] = {};
  out[0] = used[0];
}
//! shared_cast: accepted
__global__ void kernel(int* out) {
  extern __shared__ char bytes[];
  int* tile = reinterpret_cast<int*>(bytes);
  tile[threadIdx.x] = 1;
  out[0] = tile[threadIdx.x];
}
//! shared_constructor: accepted; engine: refused, nvcc warns and leaves the constructor out, so that the value is undefined
struct Start {
  int value;
  __device__ Start() { value = 3; }
};
__global__ void kernel(int* out) {
  __shared__ Start start;
  out[0] = start.value;
}
//! shared_extern: accepted
__global__ void kernel(int* out) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = 1;
  out[0] = tile[threadIdx.x];
}
//! shared_extern_outside: accepted
extern __shared__ int tile[];
__global__ void kernel(int* out) {
  tile[threadIdx.x] = 1;
  out[0] = tile[threadIdx.x];
}
//! shared_in_device_function: accepted
__device__ int get() {
  __shared__ int tile[32];
  tile[threadIdx.x] = 1;
  return tile[threadIdx.x];
}
__global__ void kernel(int* out) { out[threadIdx.x] = get(); }
//! shared_in_host_function: refused, a static "__shared__" variable declaration is not allowed inside a host function body
int on_host() {
  __shared__ int tile[32];
  tile[0] = 1;
  return tile[0];
}
//! shared_in_template: accepted
template <int N>
__global__ void kernel(int* out) {
  __shared__ int tile[N];
  tile[threadIdx.x] = 1;
  out[0] = tile[threadIdx.x];
}
void run(int* out) { kernel<32><<<1, 32>>>(out); }
//! shared_initialised: refused, initializer not allowed for __shared__ variable
__global__ void kernel(int* out) {
  __shared__ int used = 0;
  out[0] = used;
}
//! shared_initialised_by_braces: refused, initializer not allowed for __shared__ variable
__global__ void kernel(int* out) {
  __shared__ int used{};
  out[0] = used;
}
//! shared_outside_function: accepted
__shared__ int tile[32];
__global__ void kernel(int* out) {
  tile[threadIdx.x] = 1;
  out[0] = tile[threadIdx.x];
}
//! shared_outside_initialised: refused, initializer not allowed for __shared__ variable
__shared__ int used = 0;
__global__ void kernel(int* out) { out[0] = used; }
//! shared_several: accepted
__global__ void kernel(int* out) {
  __shared__ int a, b[2];
  a = b[0] = 1;
  out[0] = a + b[0];
}
//! shared_struct: accepted
struct Bounds {
  int begin, end;
};
__global__ void kernel(int* out) {
  __shared__ Bounds bounds;
  bounds.begin = 1;
  out[0] = bounds.begin;
}
//! shared_two_dimensions: accepted
__global__ void kernel(int* out) {
  __shared__ int used[4][33];
  used[0][threadIdx.x] = 1;
  out[0] = used[0][threadIdx.x];
}
//! shared_union: accepted
__global__ void kernel(int* out) {
  __shared__ union {
    int i;
    float f;
  } both;
  both.i = 1;
  out[0] = both.i;
}
//! shared_variable_size: refused, a variable length array cannot have static storage duration
__global__ void kernel(int* out, int n) {
  __shared__ int tile[n];
  tile[0] = 1;
  out[0] = tile[0];
}
