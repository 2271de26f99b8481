// nvcc: accepts
__device__ int limit = 3;
int on_host() {
  int x = 0;
  cudaMemcpyFromSymbol(&x, limit, sizeof x);
  return x;
}
