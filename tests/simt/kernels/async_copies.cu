// Asynchronous copies into shared memory.
#include <cuda_pipeline.h>

// Reverses blocks of elements through shared memory; T has 4, 8 or 16 bytes.
template <class T>
__global__ void reverse(const T* in, T* out) {
  __shared__ T tile[64];
  const int base = blockIdx.x * 64;
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[base + threadIdx.x], sizeof(T));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();  // every thread's copy is there
  out[base + threadIdx.x] = tile[63 - threadIdx.x];
}
extern "C" void run_reverse_4(const int* in, int* out) { reverse<<<2, 64>>>(in, out); }
extern "C" void run_reverse_8(const double* in, double* out) { reverse<<<2, 64>>>(in, out); }
extern "C" void run_reverse_16(const float4* in, float4* out) { reverse<<<2, 64>>>(in, out); }

// Two stages: while one is summed up, the next one is on its way.
__global__ void double_buffered(const int* in, int tiles, int* out) {
  __shared__ int stage[2][32];
  __pipeline_memcpy_async(&stage[0][threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_commit();
  int sum = 0;
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles)
      __pipeline_memcpy_async(&stage[(t + 1) % 2][threadIdx.x], &in[(t + 1) * 32 + threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();  // stage t is complete
    sum += stage[t % 2][31 - threadIdx.x];
    __syncthreads();  // stage t is read, and is filled again
  }
  out[threadIdx.x] = sum;
}
extern "C" void run_double_buffered(const int* in, int tiles, int* out) {
  double_buffered<<<1, 32>>>(in, tiles, out);
}

// Looks too early: nothing waits for the newest batch.
__global__ void too_early(const int* in, int* out) {
  __shared__ int value[2];
  value[0] = value[1] = -1;
  __pipeline_memcpy_async(&value[0], &in[0], 4);
  __pipeline_commit();
  __pipeline_memcpy_async(&value[1], &in[1], 4);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  out[0] = value[0];
  out[1] = *static_cast<volatile int*>(&value[1]);
}
extern "C" void run_too_early(const int* in, int* out) { too_early<<<2, 1>>>(in, out); }

__global__ void zero_filled(const int4* in, int4* out) {
  __shared__ int4 value;
  __pipeline_memcpy_async(&value, in, 16, 8);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  *out = value;
}
extern "C" void run_zero_filled(const int4* in, int4* out) { zero_filled<<<1, 1>>>(in, out); }

__global__ void copy_bytes(const char* in, int bytes) {
  __shared__ int4 value;
  __pipeline_memcpy_async(&value, in, bytes);
}
extern "C" void run_copy_bytes(const char* in, int bytes) { copy_bytes<<<1, 1>>>(in, bytes); }
