// nvcc: accepts
__global__ void kernel(int* out) {
  auto f = [&](int i) { out[i] = i; };
  f(threadIdx.x);
}
