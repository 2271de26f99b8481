// nvcc: refuses attribute does not apply to any entity
__global__ void kernel(int* out) {
  extern __shared__ alignas(16) unsigned char aligned_bytes[];
  aligned_bytes[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = aligned_bytes[31 - threadIdx.x];
}
