// nvcc: accepts
__global__ void kernel(int* out) {
  extern __shared__ char bytes[];
  int* tile = reinterpret_cast<int*>(bytes);
  tile[threadIdx.x] = 1;
  out[0] = tile[threadIdx.x];
}
