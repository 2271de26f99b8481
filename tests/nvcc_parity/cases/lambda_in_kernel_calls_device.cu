// nvcc: accepts
__device__ int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) {
  auto f = [](int x) { return add_one(x); };
  out[0] = f(1);
}
