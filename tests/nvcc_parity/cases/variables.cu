// Variables of the device and the host.
//! device_variable_in_function: refused, an automatic "__device__" variable declaration is not allowed inside a device function body
__global__ void kernel(int* out) {
  __device__ int x = 3;
  out[0] = x;
}
//! uninitialised_variable: accepted
__global__ void kernel(int* out) {
  int x;
  out[0] = x;
}
//! variable_constant_from_function: refused, dynamic initialization is not supported for a __constant__ variable
int three() { return 3; }
__constant__ int limit = three();
__global__ void kernel(int* out) { out[threadIdx.x] = limit; }
//! variable_constant_read: accepted
__constant__ int table[4];
__global__ void kernel(int* out) { out[threadIdx.x] = table[threadIdx.x]; }
void run(const int* from) { cudaMemcpyToSymbol(table, from, sizeof table); }
//! variable_constant_written: refused, expression must be a modifiable lvalue; engine: accepted, the engine keeps constant memory in ordinary variables
__constant__ int limit;
__global__ void kernel() { limit = 4; }
//! variable_device_aggregate: accepted
struct Pair {
  int a = 1, b = 2;
};
__device__ Pair start;
__global__ void kernel(int* out) { out[threadIdx.x] = start.a; }
//! variable_device_array: accepted
__device__ int table[4] = {1, 2, 3, 4};
__global__ void kernel(int* out) { out[threadIdx.x] = table[threadIdx.x]; }
//! variable_device_constructor: refused, dynamic initialization is not supported for a __device__ variable
struct Start {
  int value;
  Start() { value = 3; }
};
__device__ Start start;
__global__ void kernel(int* out) { out[threadIdx.x] = start.value; }
//! variable_device_counter: accepted
__device__ int counter;
__global__ void kernel() { atomicAdd(&counter, 1); }
//! variable_device_from_constexpr: accepted
constexpr int three() { return 3; }
__device__ int limit = three();
__global__ void kernel(int* out) { out[threadIdx.x] = limit; }
//! variable_device_from_expression: accepted
const int kThree = 3;
__device__ int limit = 2 * kThree + 1;
__global__ void kernel(int* out) { out[threadIdx.x] = limit; }
//! variable_device_from_function: refused, dynamic initialization is not supported for a __device__ variable
int three() { return 3; }
__device__ int limit = three();
__global__ void kernel(int* out) { out[threadIdx.x] = limit; }
//! variable_device_from_variable: refused, dynamic initialization is not supported for a __device__ variable
int three = 3;
__device__ int limit = three;
__global__ void kernel(int* out) { out[threadIdx.x] = limit; }
//! variable_device_on_host: accepted
__device__ int limit = 3;
int on_host() {
  int x = 0;
  cudaMemcpyFromSymbol(&x, limit, sizeof x);
  return x;
}
//! variable_device_read: accepted
__device__ int limit = 3;
__global__ void kernel(int* out) { out[threadIdx.x] = limit; }
//! variable_device_static: accepted
static __device__ int limit = 3;
__global__ void kernel(int* out) { out[threadIdx.x] = limit; }
//! variable_host_anonymous_namespace: refused, identifier "case_variable_host_anonymous_namespace::_NV_ANON_NAMESPACE::limit" is undefined in device code
namespace {
int limit = 3;
}
__global__ void kernel(int* out) { out[threadIdx.x] = limit; }
//! variable_host_array_read: refused, identifier "case_variable_host_array_read::table" is undefined in device code
int table[4] = {1, 2, 3, 4};
__global__ void kernel(int* out) { out[threadIdx.x] = table[threadIdx.x]; }
//! variable_host_float_read: refused, identifier "case_variable_host_float_read::scale" is undefined in device code
float scale = 1.5f;
__global__ void kernel(float* out) { out[0] = scale; }
//! variable_host_in_namespace: refused, identifier "case_variable_host_in_namespace::config::limit" is undefined in device code
namespace config {
int limit = 3;
}
__global__ void kernel(int* out) { out[threadIdx.x] = config::limit; }
//! variable_host_pointer_read: refused, identifier "case_variable_host_pointer_read::where" is undefined in device code
int* where;
__global__ void kernel(int* out) { out[threadIdx.x] = where[0]; }
//! variable_host_read: refused, identifier "case_variable_host_read::limit" is undefined in device code
int limit = 3;
__global__ void kernel(int* out) { out[threadIdx.x] = limit; }
//! variable_host_read_by_device_function: refused, identifier "case_variable_host_read_by_device_function::limit" is undefined in device code
int limit = 3;
__device__ int get() { return limit; }
__global__ void kernel(int* out) { out[threadIdx.x] = get(); }
//! variable_host_read_on_host: accepted
int limit = 3;
__global__ void kernel(int* out, int n) { out[0] = n; }
void run(int* out) { kernel<<<1, 1>>>(out, limit); }
//! variable_host_static_read: refused, identifier "case_variable_host_static_read::limit" is undefined in device code
static int limit = 3;
__global__ void kernel(int* out) { out[threadIdx.x] = limit; }
//! variable_host_written: refused, identifier "case_variable_host_written::limit" is undefined in device code
int limit = 3;
__global__ void kernel() { limit = 4; }
//! variable_managed: accepted
__device__ __managed__ int counter;
__global__ void kernel() { counter = 1; }
int on_host() { return counter; }
//! variable_same_name_elsewhere: accepted
namespace host {
int limit = 3;
}
namespace device {
__device__ int limit = 4;
}
__global__ void kernel(int* out) { out[threadIdx.x] = device::limit; }
int on_host() { return host::limit; }
//! variable_static_in_kernel: accepted
__global__ void kernel(int* out) {
  static int calls = 3;
  out[0] = calls;
}
//! variable_static_member_read: refused, identifier "case_variable_static_member_read::Config::limit" is undefined in device code
struct Config {
  static int limit;
};
int Config::limit = 3;
__global__ void kernel(int* out) { out[threadIdx.x] = Config::limit; }
