// nvcc: accepts
__host__ __device__ int where() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 0;
#endif
}
__global__ void kernel(int* out) { out[threadIdx.x] = where(); }
