// nvcc: accepts
const int kTile = 64;
__global__ void kernel(int* out) {
  __shared__ int tile[kTile];
  tile[threadIdx.x] = 1;
  out[0] = tile[threadIdx.x];
}
