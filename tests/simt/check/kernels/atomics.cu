// Atomics and fences: what they order, and what they leave a race.
#include <cuda_runtime.h>

__global__ void count(int* counter) { atomicAdd(counter, 1); }
extern "C" void run_count(int* counter) { count<<<4, 64>>>(counter); }

// A plain access beside the others' atomics.
__global__ void count_and_look(int* counter, int* out, int looker) {
  atomicAdd(counter, 1);
  if (static_cast<int>(threadIdx.x) == looker) out[blockIdx.x] = *counter;
}
extern "C" void run_count_and_look(int* counter, int* out, int looker) {
  count_and_look<<<1, 64>>>(counter, out, looker);
}

__global__ void shared_histogram(const int* in, int* out) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x] & 15], 1);
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}
extern "C" void run_shared_histogram(const int* in, int* out) { shared_histogram<<<1, 64>>>(in, out); }

// The last block adds up what all have left. Without the fence, their sums need not have arrived.
__global__ void last_block(int* partial, unsigned int* finished, int* sum, bool fence) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x + 1;
    if (fence) __threadfence();
    is_last = atomicInc(finished, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 1) {
    int total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) total += partial[b];
    *sum = total;
  }
}
extern "C" void run_last_block(int* partial, unsigned int* finished, int* sum, int fence) {
  last_block<<<4, 32>>>(partial, finished, sum, fence != 0);
}

// The last block to be done sets the counters back: the one that tells so, and one that all have used before.
__global__ void set_back(unsigned* counters, bool fence) {
  if (threadIdx.x != 0) return;
  atomicAdd(&counters[0], 1U);
  if (fence) __threadfence();
  if (atomicAdd(&counters[1], 1U) != gridDim.x - 1) return;
  counters[0] = 0;
  counters[1] = 0;
}
extern "C" void run_set_back(unsigned* counters, int fence) { set_back<<<4, 32>>>(counters, fence != 0); }

// Each block waits for the one before it: a value, a fence and a flag; the flag is atomic or volatile.
template <bool kVolatile, bool kFence>
__global__ void chained(int* values, int* flags) {
  if (threadIdx.x != 0) return;
  int before = 0;
  if (blockIdx.x > 0) {
    if (kVolatile) {
      while (*static_cast<volatile int*>(&flags[blockIdx.x - 1]) == 0) __threadfence();
    } else {
      while (atomicAdd(&flags[blockIdx.x - 1], 0) == 0) {
      }
    }
    before = values[blockIdx.x - 1];
  }
  values[blockIdx.x] = before + 1;
  if (kFence) __threadfence();
  if (kVolatile) *static_cast<volatile int*>(&flags[blockIdx.x]) = 1;
  if (!kVolatile) atomicExch(&flags[blockIdx.x], 1);
}
extern "C" void run_chained(int* values, int* flags, int is_volatile, int fence) {
  if (is_volatile && fence) chained<true, true><<<4, 32>>>(values, flags);
  if (!is_volatile && fence) chained<false, true><<<4, 32>>>(values, flags);
  if (!is_volatile && !fence) chained<false, false><<<4, 32>>>(values, flags);
}

// In a block, thread 64 reads what warp 0 has written, behind a flag that somebody sets after a fence.
enum class Sets {
  kWriter,
  kOther,
  kOtherAfterWriter,
  kLaneAfterSyncwarp,
  kOtherAfterBarrier,
  kAllThatUpdate
};
__device__ void set(volatile int* flag) {
  __threadfence_block();
  *flag = 1;
}
__device__ void wait_for(volatile int* flag) {
  while (*flag == 0) __threadfence_block();
}
__global__ void behind_a_flag(Sets sets, int* out) {
  __shared__ int values[32], sum;
  __shared__ volatile int flags[2];
  __shared__ int updates;
  const unsigned t = threadIdx.x;
  if (t < 2) flags[t] = 0;
  if (t == 0) sum = updates = 0;
  __syncthreads();
  if (t < 32) {
    if (sets == Sets::kAllThatUpdate) {
      atomicAdd(&sum, 1);
      __threadfence_block();
      if (atomicAdd(&updates, 1) == 31) set(&flags[0]);
      return;
    }
    values[t] = 1;
    if (sets == Sets::kLaneAfterSyncwarp) __syncwarp();
    const bool is_setter = sets == Sets::kWriter || sets == Sets::kLaneAfterSyncwarp;
    if (t == 0 && is_setter) set(&flags[0]);
    if (t == 0 && sets == Sets::kOtherAfterWriter) set(&flags[1]);
  }
  if (sets == Sets::kOtherAfterBarrier) __syncthreads();
  if (t == 32 && sets == Sets::kOtherAfterWriter) wait_for(&flags[1]);
  const bool is_other =
      sets == Sets::kOther || sets == Sets::kOtherAfterWriter || sets == Sets::kOtherAfterBarrier;
  if (t == 32 && is_other) set(&flags[0]);
  if (t != 64) return;
  wait_for(&flags[0]);
  *out = sets == Sets::kAllThatUpdate ? sum : values[sets == Sets::kLaneAfterSyncwarp ? 31 : 0];
}
extern "C" void run_behind_a_flag(int sets, int* out) {
  behind_a_flag<<<1, 96>>>(static_cast<Sets>(sets), out);
}

// A warp's sum in steps, as it was once written without __syncwarp: volatile does not keep lanes in step.
__global__ void in_step(volatile int* out) {
  __shared__ volatile int values[64];
  values[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x < 16) values[threadIdx.x] = values[threadIdx.x] + values[threadIdx.x + 16];
  if (threadIdx.x < 8) values[threadIdx.x] = values[threadIdx.x] + values[threadIdx.x + 8];
  if (threadIdx.x == 0) out[0] = values[0];
}
extern "C" void run_in_step(int* out) { in_step<<<1, 32>>>(out); }

// Each warp has a separate counter, which its lanes may read after __syncwarp; or all share one.
__global__ void warp_counters(int* out, int shared_by_all) {
  __shared__ int counters[2];
  if (threadIdx.x < 2) counters[threadIdx.x] = 0;
  __syncthreads();
  const int mine = shared_by_all ? 0 : threadIdx.x / 32;
  atomicAdd(&counters[mine], 1);
  __syncwarp();
  if (threadIdx.x == 63) out[0] = counters[mine];
}
extern "C" void run_warp_counters(int* out, int shared_by_all) {
  warp_counters<<<1, 64>>>(out, shared_by_all);
}
