// nvcc: refuses calling a constexpr __host__ function("add_one") from a __global__ function("kernel") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
// engine: accepts, the compilers compute it and leave no call
constexpr int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) {
  __shared__ int tile[add_one(3)];
  tile[threadIdx.x] = 1;
  out[0] = tile[threadIdx.x];
}
