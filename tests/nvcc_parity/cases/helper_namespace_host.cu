// nvcc: refuses calling a __host__ function("case_helper_namespace_host::detail::add_one(int)") from a __global__ function("case_helper_namespace_host::kernel") is not allowed
namespace detail {
int add_one(int x) { return x + 1; }
}
__global__ void kernel(int* out) { out[threadIdx.x] = detail::add_one(3); }
