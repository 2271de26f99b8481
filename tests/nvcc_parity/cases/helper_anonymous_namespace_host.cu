// nvcc: refuses calling a __host__ function("case_helper_anonymous_namespace_host::_NV_ANON_NAMESPACE::add_one(int)") from a __global__ function("case_helper_anonymous_namespace_host::kernel") is 
namespace {
int add_one(int x) { return x + 1; }
}
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(3); }
