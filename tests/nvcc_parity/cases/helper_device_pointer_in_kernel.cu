// nvcc: accepts
__device__ int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) {
  int (*f)(int) = add_one;
  out[0] = f(1);
}
