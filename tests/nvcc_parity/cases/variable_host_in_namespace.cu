// nvcc: refuses identifier "case_variable_host_in_namespace::config::limit" is undefined in device code
namespace config {
int limit = 3;
}
__global__ void kernel(int* out) { out[threadIdx.x] = config::limit; }
