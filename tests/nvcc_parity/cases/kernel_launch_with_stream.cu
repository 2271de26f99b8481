// nvcc: accepts
__global__ void kernel(int* out) { out[0] = 1; }
void run(int* out) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  kernel<<<dim3(2, 2), dim3(8, 8), 0, stream>>>(out);
  cudaStreamDestroy(stream);
}
