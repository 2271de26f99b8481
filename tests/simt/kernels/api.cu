// The runtime API, seen from host code.
#include <cuda_runtime.h>

__global__ void nothing() {}
__global__ void mark(int* out) { *out = 1; }

extern "C" int launch_shape(unsigned grid_x, unsigned grid_y, unsigned block_x, unsigned block_y,
                            unsigned block_z) {
  nothing<<<dim3(grid_x, grid_y), dim3(block_x, block_y, block_z)>>>();
  return cudaGetLastError();
}

extern "C" int failed_launch_is_remembered(int* out) {
  mark<<<0, 1>>>(out);
  const bool peeked = cudaPeekAtLastError() == cudaErrorInvalidConfiguration;
  const bool taken = cudaGetLastError() == cudaErrorInvalidConfiguration;
  const bool cleared = cudaGetLastError() == cudaSuccess;
  return peeked && taken && cleared;
}

extern "C" const char* error_text(int error) { return cudaGetErrorString(static_cast<cudaError_t>(error)); }

__constant__ int table[4];
__device__ int total;
__global__ void sum_table() {
  for (int i = 0; i < 4; ++i) total += table[i];
}
extern "C" int sum_of_symbols(const int* values) {
  const int zero = 0;
  int result = -1;
  cudaMemcpyToSymbol(table, values, sizeof(table));
  cudaMemcpyToSymbol(total, &zero, sizeof(zero));
  sum_table<<<1, 1>>>();
  cudaMemcpyFromSymbol(&result, total, sizeof(result));
  return result;
}

extern "C" int round_trip() {
  int* device = nullptr;
  const int sent = 42;
  int received = 0;
  if (cudaMalloc(&device, sizeof(int)) != cudaSuccess) return -1;
  cudaMemcpy(device, &sent, sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(&received, device, sizeof(int), cudaMemcpyDeviceToHost);
  return cudaFree(device) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess ? received : -1;
}

extern "C" int bad_frees() {
  int on_the_stack = 0;
  int* device = nullptr;
  cudaMalloc(&device, 4);
  cudaFree(device);
  const bool twice = cudaFree(device) == cudaErrorInvalidValue;
  const bool foreign = cudaFree(&on_the_stack) == cudaErrorInvalidValue;
  cudaGetLastError();
  return twice && foreign && cudaFree(nullptr) == cudaSuccess;
}

extern "C" int too_much_memory() {
  char* device = nullptr;
  const cudaError_t error = cudaMalloc(&device, size_t{1} << 50);
  cudaGetLastError();
  return error;
}

extern "C" float elapsed() {
  cudaEvent_t start, stop;
  cudaStream_t stream;
  float milliseconds = -1;
  cudaStreamCreate(&stream);
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start, stream);
  nothing<<<1, 1, 0, stream>>>();
  cudaEventRecord(stop, stream);
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&milliseconds, start, stop);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaStreamDestroy(stream);
  return milliseconds;
}

extern "C" int model_agrees() {
  cudaDeviceProp model;
  int threads = 0;
  cudaGetDeviceProperties(&model, 0);
  cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, 0);
  return model.warpSize == 32 && model.maxThreadsPerBlock == threads && model.name[0] != '\0';
}

// A template, which nvcc lets call device functions for both sides.
template <class T>
__host__ __device__ bool counts_bits(T x) {
  return __popc(x) == 4 && __ffs(8) == 4 && __ffs(0) == 0 && __clz(1) == 31 && __clz(0) == 32 &&
         __brev(1U) == 0x80000000U;
}
extern "C" int arithmetic() {
  return min(-1, 1U) == 1U && max(2.5F, 1.0) == 2.5 && min(short{3}, short{2}) == 2 && max(1LL, 2LL) == 2 &&
         counts_bits(0xf0U) && abs(-2.5F) == 2.5F && abs(-2) == 2;
}
