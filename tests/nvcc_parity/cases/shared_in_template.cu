// nvcc: accepts
template <int N>
__global__ void kernel(int* out) {
  __shared__ int tile[N];
  tile[threadIdx.x] = 1;
  out[0] = tile[threadIdx.x];
}
void run(int* out) { kernel<32><<<1, 32>>>(out); }
