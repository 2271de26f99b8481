// nvcc: refuses identifier "case_variable_host_anonymous_namespace::_NV_ANON_NAMESPACE::limit" is undefined in device code
namespace {
int limit = 3;
}
__global__ void kernel(int* out) { out[threadIdx.x] = limit; }
