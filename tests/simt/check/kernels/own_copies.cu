// A thread's own asynchronous copies: what may be done to their places, and what may not.
#include <cuda_pipeline.h>

enum Mistake {
  kRight,
  kReadsUnderWay,
  kWritesUnderWay,
  kCopiesTwice,
  kWaitLeavesOut,
  kNeighbourReads,  // before the copy's thread has waited, with barriers around
  kNeighbourCopies,
  kNoBarrierAfter,  // the wait
};

// Each thread copies one element, and uses its neighbour's after a barrier.
__global__ void own_copies(const int* in, int* out, Mistake mistake) {
  __shared__ int slot[64];
  const unsigned thread = threadIdx.x;
  slot[thread] = -1;
  __syncthreads();
  __pipeline_memcpy_async(&slot[thread], &in[thread], 4);
  if (mistake == kCopiesTwice) __pipeline_memcpy_async(&slot[thread], &in[thread], 4);
  if (mistake == kNeighbourCopies) __pipeline_memcpy_async(&slot[63 - thread], &in[thread], 4);
  __pipeline_commit();
  if (mistake == kReadsUnderWay) out[thread] = slot[thread];
  if (mistake == kWritesUnderWay) slot[thread] = 0;
  if (mistake == kNeighbourReads) {
    __syncthreads();
    out[thread] = slot[63 - thread];
    __syncthreads();
  }
  __pipeline_wait_prior(mistake == kWaitLeavesOut ? 1 : 0);
  if (mistake != kNoBarrierAfter) __syncthreads();
  out[thread] = slot[63 - thread];
}
extern "C" void run_own_copies(const int* in, int* out, int mistake) {
  own_copies<<<1, 64>>>(in, out, static_cast<Mistake>(mistake));
}

// Three stages, of which two are in flight while one is used; the buffer has `used` of them.
__global__ void stages(const int* in, int* out, int used) {
  __shared__ int stage[3][32];
  const unsigned lane = threadIdx.x;
  int sum = 0;
  const auto load = [&](int t) {
    if (t < 8) __pipeline_memcpy_async(&stage[t % used][lane], &in[t * 32 + lane], 4);
    __pipeline_commit();
  };
  load(0);
  load(1);
  for (int t = 0; t < 8; ++t) {
    __pipeline_wait_prior(1);
    __syncthreads();  // stage t is there, and stage t - 1 is read
    load(t + 2);
    sum += stage[t % used][31 - lane];
  }
  out[lane] = sum;
}
extern "C" void run_stages(const int* in, int* out, int used) { stages<<<1, 32>>>(in, out, used); }

// A thread uses what it has copied itself, and copies the next element to the same place.
__global__ void one_place(const int* in, int* out) {
  __shared__ int slot[32];
  int sum = 0;
  for (int t = 0; t < 4; ++t) {
    __pipeline_memcpy_async(&slot[threadIdx.x], &in[t * 32 + threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    sum += slot[threadIdx.x];
  }
  out[threadIdx.x] = sum;
}
extern "C" void run_one_place(const int* in, int* out) { one_place<<<1, 32>>>(in, out); }

// Blocks end without a wait, and the next ones use the same places.
__global__ void left_behind(const int* in, int* out) {
  __shared__ int slot[32];
  if (blockIdx.x == 0) __pipeline_memcpy_async(&slot[threadIdx.x], &in[threadIdx.x], 4);
  if (blockIdx.x == 1) slot[threadIdx.x] = 1;
  if (blockIdx.x == 1) out[threadIdx.x] = slot[threadIdx.x];
}
extern "C" void run_left_behind(const int* in, int* out) { left_behind<<<2, 32>>>(in, out); }
