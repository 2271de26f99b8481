// nvcc: refuses calling a constexpr __host__ function("smaller") from a __global__ function("kernel") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
template <class T>
constexpr T smaller(T a, T b) { return b < a ? b : a; }
__global__ void kernel(int* out) { out[threadIdx.x] = smaller(out[0], 3); }
