// Keeps the elements that satisfy a condition: with an order that is kept (ballots, and one count per block),
// and in any order (one atomic per warp).
#include "host.cuh"

__device__ bool wanted(int value) { return value % 3 == 0; }

// The place of a thread's element among its block's, and how many the block has; whole warps only.
__device__ int place_in_block(bool keep, int* count) {
  __shared__ int warps[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned int votes = __ballot_sync(0xffffffffu, keep);
  if (lane == 0) warps[warp] = __popc(votes);
  __syncthreads();  // every warp's count is there
  int before = 0, total = 0;
  for (int w = 0; w < static_cast<int>(blockDim.x) / 32; ++w) {
    if (w < warp) before += warps[w];
    total += warps[w];
  }
  *count = total;
  return before + __popc(votes & ((1u << lane) - 1));
}

__global__ void count_kept(const int* in, int n, int* counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int kept = __syncthreads_count(i < n && wanted(in[i]));
  if (threadIdx.x == 0) counts[blockIdx.x] = kept;
}

// One thread is enough for the few blocks here.
__global__ void starts_of(const int* counts, int blocks, int* starts) {
  int sum = 0;
  for (int b = 0; b < blocks; ++b) {
    starts[b] = sum;
    sum += counts[b];
  }
  starts[blocks] = sum;
}

__global__ void scatter_kept(const int* in, int n, const int* starts, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool keep = i < n && wanted(in[i]);
  int count = 0;
  const int place = place_in_block(keep, &count);
  if (keep) out[starts[blockIdx.x] + place] = in[i];
}

__global__ void compact_unordered(const int* in, int n, int* out, int* size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const bool keep = i < n && wanted(in[i]);
  const unsigned int votes = __ballot_sync(0xffffffffu, keep);
  int start = 0;
  if (lane == 0 && votes != 0) start = atomicAdd(size, __popc(votes));
  start = __shfl_sync(0xffffffffu, start, 0);
  if (keep) out[start + __popc(votes & ((1u << lane) - 1))] = in[i];
}

// Returns how many are kept.
extern "C" int compact(const int* in, int n, int* out, int threads, int ordered) {
  const int blocks = n == 0 ? 1 : (n + threads - 1) / threads;
  int *device_in = to_device(in, n), *device_out = zeros_on_device<int>(n);
  int *counts = zeros_on_device<int>(blocks), *starts = zeros_on_device<int>(blocks + 1);
  int size = 0;
  if (ordered) {
    count_kept<<<blocks, threads>>>(device_in, n, counts);
    starts_of<<<1, 1>>>(counts, blocks, starts);
    scatter_kept<<<blocks, threads>>>(device_in, n, starts, device_out);
    to_host(&size, starts + blocks, 1);
  } else {
    compact_unordered<<<blocks, threads>>>(device_in, n, device_out, counts);
    to_host(&size, counts, 1);
  }
  to_host(out, device_out, size);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  CHECK(cudaFree(counts));
  CHECK(cudaFree(starts));
  return size;
}
