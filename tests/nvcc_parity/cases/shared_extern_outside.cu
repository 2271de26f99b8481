// nvcc: accepts
extern __shared__ int tile[];
__global__ void kernel(int* out) {
  tile[threadIdx.x] = 1;
  out[0] = tile[threadIdx.x];
}
