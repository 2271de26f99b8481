// nvcc: accepts
int add_one(int x) { return x + 1; }
template <bool kHost>
__global__ void kernel(int* out) {
  if constexpr (kHost) out[0] = add_one(1);
}
template __global__ void kernel<false>(int*);
