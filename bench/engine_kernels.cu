// The kernels that bench/engine.cpp times: barriers, shuffles, and a merge like lab 4's.
#include <cuda_runtime.h>

namespace {

__global__ void barriers(int rounds) {
  for (int i = 0; i < rounds; ++i) __syncthreads();
}

__global__ void shuffles(int rounds, int* out) {
  int value = static_cast<int>(threadIdx.x);
  for (int i = 0; i < rounds; ++i) value += __shfl_xor_sync(0xffffffffU, value, 1 << i % 5);
  out[threadIdx.x] = value;
}

__global__ void empty_blocks(int* out) {
  if (threadIdx.x == 0) out[0] = static_cast<int>(blockIdx.x);
}

__device__ int co_rank(int k, const int* A, int m, const int* B, int n) {
  int low = max(0, k - n), high = min(k, m);
  while (low < high) {
    const int i = low + (high - low) / 2;
    if (A[i] <= B[k - i - 1]) {
      low = i + 1;
    } else {
      high = i;
    }
  }
  return low;
}

__device__ void merge_sequential(const int* A, int m, const int* B, int n, int* C) {
  int i = 0, j = 0;
  for (int k = 0; k < m + n; ++k) C[k] = j == n || (i < m && A[i] <= B[j]) ? A[i++] : B[j++];
}

// Each block merges `tile` outputs: it loads their inputs, and each thread merges its share in shared memory.
__global__ void merge_tiled(const int* A, int m, const int* B, int n, int* C, int tile) {
  extern __shared__ int shared[];
  __shared__ int bounds[2];
  const int begin = static_cast<int>(blockIdx.x) * tile, end = min(begin + tile, m + n);
  if (threadIdx.x < 2) bounds[threadIdx.x] = co_rank(threadIdx.x == 0 ? begin : end, A, m, B, n);
  __syncthreads();  // bounds are written
  const int a = bounds[1] - bounds[0], b = end - begin - a;
  int* tile_a = shared;
  int* tile_b = shared + a;
  int* tile_c = shared + tile;
  for (int i = threadIdx.x; i < a; i += blockDim.x) tile_a[i] = A[bounds[0] + i];
  for (int i = threadIdx.x; i < b; i += blockDim.x) tile_b[i] = B[begin - bounds[0] + i];
  __syncthreads();  // both tiles are loaded
  const int share = (tile + blockDim.x - 1) / blockDim.x;
  const int from = min(static_cast<int>(threadIdx.x) * share, a + b), to = min(from + share, a + b);
  const int i0 = co_rank(from, tile_a, a, tile_b, b), i1 = co_rank(to, tile_a, a, tile_b, b);
  merge_sequential(tile_a + i0, i1 - i0, tile_b + from - i0, to - from - (i1 - i0), tile_c + from);
  __syncthreads();  // the C tile is complete
  for (int i = threadIdx.x; i < a + b; i += blockDim.x) C[begin + i] = tile_c[i];
}

}  // namespace

extern "C" void run_barriers(int threads, int rounds) { barriers<<<1, threads>>>(rounds); }
extern "C" void run_shuffles(int threads, int rounds, int* out) { shuffles<<<1, threads>>>(rounds, out); }
extern "C" void run_blocks(int blocks, int threads, int* out) { empty_blocks<<<blocks, threads>>>(out); }
extern "C" void run_merge(const int* A, int m, const int* B, int n, int* C, int threads, int tile) {
  merge_tiled<<<(m + n + tile - 1) / tile, threads, 2 * tile * sizeof(int)>>>(A, m, B, n, C, tile);
}
