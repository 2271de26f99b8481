// Calls between host and device code.
//! device_address_on_host: accepted
__device__ int add_one(int x) { return x + 1; }
void on_host() {
  int (*f)(int) = add_one;
  (void)f;
}
//! device_called_by_host: refused, calling a __device__ function("case_device_called_by_host::add_one(int)") from a __host__ function("on_host") is not allowed
__device__ int add_one(int x) { return x + 1; }
int on_host() { return add_one(1); }
//! device_called_by_host_device: refused, calling a __device__ function("_ZN33case_device_called_by_host_device7add_oneE1?") from a __host__ __device__ function("both") is not allowed
__device__ int add_one(int x) { return x + 1; }
__host__ __device__ int both(int x) { return add_one(x); }
//! device_function_pointer_table: accepted
__device__ int one() { return 1; }
__device__ int two() { return 2; }
using Function = int (*)();
__device__ Function table[2] = {one, two};
__global__ void kernel(int* out) { out[threadIdx.x] = table[threadIdx.x % 2](); }
//! device_member_called_by_host: refused, calling a __device__ function("case_device_member_called_by_host::Range::size() const") from a __host__ function("on_host") is not allowed
struct Range {
  int begin, end;
  __device__ int size() const { return end - begin; }
};
int on_host(Range r) { return r.size(); }
//! runtime_check_macro_on_host: accepted
#include <cstdio>
#include <cstdlib>

#define CHECK(CALL)                                                      \
  do {                                                                   \
    const cudaError_t error = (CALL);                                    \
    if (error != cudaSuccess) {                                          \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      exit(1);                                                           \
    }                                                                    \
  } while (0)
void run() { CHECK(cudaDeviceSynchronize()); }
//! runtime_memcpy_in_kernel: refused, calling a __host__ function("cudaMemcpy") from a __global__ function("case_runtime_memcpy_in_kernel::kernel") is not allowed
__global__ void kernel(int* out) { cudaMemcpy(out, out + 1, 4, cudaMemcpyDeviceToDevice); }
//! runtime_synchronize_in_kernel: refused, calling a __host__ function("cudaDeviceSynchronize") from a __global__ function("case_runtime_synchronize_in_kernel::kernel") is not allowed
__global__ void kernel(int*) { cudaDeviceSynchronize(); }
