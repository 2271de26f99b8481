// Small kernels whose counters are known from textbooks.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

// Visible to others, or compilers would know that nobody ever writes it.
__device__ int looked_up[32];

namespace {

__global__ void copy_strided(const int* in, int* out, int stride) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  out[i] = in[i * stride];
}

__global__ void shared_strided(int stride, int* out) {
  __shared__ int words[32 * 33];
  words[threadIdx.x * stride] = static_cast<int>(threadIdx.x);
  __syncthreads();  // every word is written
  out[threadIdx.x] = words[(31 - threadIdx.x) * stride];
}

// Even lanes and odd lanes store in different lines; the fence keeps compilers from making one store of both.
__global__ void if_else(int* out) {
  if (threadIdx.x % 2 == 0) {
    out[threadIdx.x] = 1;
  } else {
    out[threadIdx.x + 32] = 2;
    __threadfence_block();
  }
  out[threadIdx.x + 64] = 3;
}

// Lane t stores t + 1 times, then all store once.
__global__ void trip_counts(int* out) {
  for (unsigned i = 0; i <= threadIdx.x; ++i) {
    out[i * 32 + threadIdx.x] = 1;
  }
  out[threadIdx.x + 1024] = 2;
}

__global__ void broadcast(const int* in, int* out) { out[threadIdx.x] = in[0] + in[threadIdx.x % 4]; }

__global__ void wide(const double* in, double* out) {
  __shared__ double words[64];
  words[threadIdx.x] = in[threadIdx.x];
  __syncthreads();  // every word is written
  out[threadIdx.x] = words[63 - threadIdx.x];
}

__global__ void vectors(const int4* in, int4* out) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void atomics(int* out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();  // sum is set
  atomicAdd(&sum, 1);
  __syncthreads();  // all have added
  if (threadIdx.x < 8) atomicAdd(out, sum);
}

__device__ __attribute__((noinline)) void add_up(int* values, int rounds) {
  for (int i = 0; i < rounds; ++i) values[i * 7 % 16] += values[i % 16];
}

// Each thread works in a local array, which another function fills: compilers report only such arrays.
template <int kSize>
__global__ void local_array(int* out, int rounds) {
  int own[kSize];
  for (int i = 0; i < kSize; ++i) own[i] = i;
  add_up(own, rounds);
  out[threadIdx.x] = own[rounds % 16];
}

__global__ void async_copy(const int* in, int* out) {
  __shared__ int tile[32];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();  // all copies have arrived
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

__global__ void async_copies(const int* in, int* out) {
  __shared__ alignas(16) int tile[32 * 7];
  const int lane = static_cast<int>(threadIdx.x);
  __pipeline_memcpy_async(&tile[4 * lane], &in[4 * lane], 16);
  __pipeline_memcpy_async(&tile[128 + 2 * lane], &in[128 + 2 * lane], 8);
  __pipeline_memcpy_async(&tile[192 + lane], &in[192 + lane], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();  // all copies have arrived
  for (int i = 0; i < 7; ++i) out[32 * i + lane] = tile[32 * i + lane];
}

__global__ void reductions(const int* in, int* out) {
  const int value = in[threadIdx.x];
  out[threadIdx.x] = __reduce_add_sync(~0U, value);
}
__global__ void reductions_of_groups(const int* in, int* out) {
  const int value = in[threadIdx.x];
  out[threadIdx.x] = cooperative_groups::reduce(cooperative_groups::coalesced_threads(), value,
                                                cooperative_groups::plus<int>());
}

// One load, of one array for some lanes and of another for the others.
__global__ void either(const int* A, const int* B, int* out) {
  const int* chosen = threadIdx.x < 8 ? A : B;
  out[threadIdx.x] = chosen[threadIdx.x];
}

// Each lane merges 16 elements of A and of B; a branch in the loop, and a condition in the branch.
__global__ void merge_heads(const int* A, const int* B, int* out) {
  __shared__ int merged[32 * 33];
  const int first = 16 * static_cast<int>(threadIdx.x), end = first + 16;
  int i = first, j = first, head_A = A[i], head_B = B[j];
  for (int k = 0; k < 32; ++k) {
    const bool from_A = j >= end || (i < end && head_A <= head_B);
    merged[33 * threadIdx.x + k] = from_A ? head_A : head_B;
    if (from_A) {
      if (++i < end) head_A = A[i];
    } else {
      if (++j < end) head_B = B[j];
    }
  }
  __syncthreads();  // all have merged
  for (int k = 0; k < 32; ++k) out[32 * k + threadIdx.x] = merged[33 * k + threadIdx.x];
}

__global__ void look_up(int* out) { out[threadIdx.x] = looked_up[threadIdx.x]; }

}  // namespace

extern "C" void run_copy(const int* in, int* out, int blocks, int stride) {
  copy_strided<<<blocks, 128>>>(in, out, stride);
}
extern "C" void run_shared(int stride, int* out) { shared_strided<<<1, 32>>>(stride, out); }
extern "C" void run_if_else(int* out) { if_else<<<1, 32>>>(out); }
extern "C" void run_trip_counts(int* out) { trip_counts<<<1, 32>>>(out); }
extern "C" void run_broadcast(const int* in, int* out) { broadcast<<<1, 32>>>(in, out); }
extern "C" void run_wide(const double* in, double* out) { wide<<<1, 64>>>(in, out); }
extern "C" void run_vectors(const int* in, int* out) {
  vectors<<<1, 32>>>(reinterpret_cast<const int4*>(in), reinterpret_cast<int4*>(out));
}
extern "C" void run_vectors_of(const int* in, int* out, int threads) {
  vectors<<<1, threads>>>(reinterpret_cast<const int4*>(in), reinterpret_cast<int4*>(out));
}
extern "C" void run_atomics(int* out) { atomics<<<3, 64>>>(out); }
extern "C" void run_local_array(int* out, int rounds) { local_array<160><<<1, 32>>>(out, rounds); }
extern "C" void run_local_variables(int* out, int rounds) { local_array<16><<<1, 32>>>(out, rounds); }
extern "C" void run_async_copy(const int* in, int* out) { async_copy<<<1, 32>>>(in, out); }
extern "C" void run_async_copies(const int* in, int* out) { async_copies<<<1, 32>>>(in, out); }
extern "C" void run_reductions(const int* in, int* out) { reductions<<<1, 32>>>(in, out); }
extern "C" void run_reductions_of_groups(const int* in, int* out) {
  reductions_of_groups<<<1, 32>>>(in, out);
}
extern "C" void run_either(const int* A, const int* B, int* out) { either<<<1, 32>>>(A, B, out); }
extern "C" void run_look_up(int* out) { look_up<<<1, 32>>>(out); }
extern "C" void run_merge_heads(const int* A, const int* B, int* out) { merge_heads<<<1, 32>>>(A, B, out); }

// A handmade barrier: the last thread to arrive releases the others.
__device__ void meet(unsigned* arrived, unsigned round) {
  __threadfence_block();
  atomicAdd(arrived, 1U);
  while (atomicAdd(arrived, 0U) < round * blockDim.x) __nanosleep(20);
  __threadfence_block();
}
__global__ void meetings(unsigned rounds) {
  __shared__ unsigned arrived;
  if (threadIdx.x == 0) arrived = 0;
  __syncthreads();
  for (unsigned round = 1; round <= rounds; ++round) meet(&arrived, round);
}
__global__ void in_tiles(int waiting) {
  const auto tile = cooperative_groups::tiled_partition<64>(cooperative_groups::this_thread_block());
  for (int i = 0; i < 4 && static_cast<int>(tile.meta_group_rank()) < waiting; ++i) tile.sync();
}
extern "C" void run_in_tiles(int waiting) { in_tiles<<<1, 128>>>(waiting); }
extern "C" void run_meetings(int rounds) { meetings<<<2, 64>>>(static_cast<unsigned>(rounds)); }

// Thread 0 of block 0 reads `before` elements before the barrier, thread 0 of block 1 `after` behind it.
__global__ void grid_rounds(const int* in, int* out, int before, int after) {
  int sum = 0;
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    for (int i = 0; i < before; ++i) sum += in[i];
  }
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0 && blockIdx.x == 1) {
    for (int i = 0; i < after; ++i) sum += in[i];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
extern "C" void run_grid_rounds(const int* in, int* out, int before, int after) {
  void* arguments[] = {&in, &out, &before, &after};
  cudaLaunchCooperativeKernel(grid_rounds, 3, 64, arguments);
}

// More arrays than the engine remembers: each access is counted all the same.
struct Arrays {
  const int* in[7];
};
__global__ void seven(Arrays arrays, int* out, int rounds) {
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    const unsigned at = (threadIdx.x + round) % 32;
    sum += arrays.in[0][at] + arrays.in[1][at] + arrays.in[2][at] + arrays.in[3][at];
    sum += arrays.in[4][at] + arrays.in[5][at] + arrays.in[6][at];
  }
  out[threadIdx.x] = sum;
}
extern "C" void run_seven(Arrays arrays, int* out, int rounds) { seven<<<1, 32>>>(arrays, out, rounds); }
