// nvcc: refuses calling a constexpr __host__ function("operator()") from a __global__ function("kernel") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
auto add_one = [](int x) { return x + 1; };
__global__ void kernel(int* out) { out[threadIdx.x] = add_one(1); }
