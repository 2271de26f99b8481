// Parts of groups, tiles of several warps, and values of any type that go from thread to thread. Each
// function returns 0, or the line of the condition that failed; all of them also hold on a GPU.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

#define IN_KERNEL(CONDITION)        \
  if (!(CONDITION) && *line == 0) { \
    *line = __LINE__;               \
  }

static int said_by(void (*kernel)(int*), int threads) {
  int *device = nullptr, line = -1;
  cudaMalloc(&device, sizeof(int));
  cudaMemset(device, 0, sizeof(int));
  kernel<<<2, threads>>>(device);
  cudaMemcpy(&line, device, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device);
  return cudaGetLastError() == cudaSuccess ? line : -2;
}

struct Pair {
  double weight;
  short place;
};
struct alignas(16) Wide {
  int values[8];
};

__global__ void types(int* line) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const unsigned rank = tile.thread_rank();
  const int i = static_cast<int>(rank);
  const float4 f = tile.shfl(make_float4(i, i + 0.25F, i + 0.5F, i + 0.75F), 3);
  IN_KERNEL(f.x == 3 && f.y == 3.25F && f.z == 3.5F && f.w == 3.75F);
  const uint4 u = tile.shfl_xor(make_uint4(rank, rank + 1, rank + 2, rank + 3), 1);
  IN_KERNEL(u.x == (rank ^ 1) && u.w == (rank ^ 1) + 3);
  const Pair p = tile.shfl_up(Pair{i * 0.5, static_cast<short>(i)}, 1);
  IN_KERNEL(p.place == (rank == 0 ? 0 : i - 1) && p.weight == p.place * 0.5);
  const Wide w = tile.shfl_down(Wide{{i, i, i, i, i, i, i, -i}}, 2);
  IN_KERNEL(w.values[0] == (rank < 14 ? i + 2 : i) && w.values[7] == -w.values[0]);
  const char3 c = tile.shfl(make_char3(1, 2, static_cast<signed char>(i)), 15);
  IN_KERNEL(c.x == 1 && c.y == 2 && c.z == 15);
  IN_KERNEL(tile.shfl(rank == 5, 5) && !tile.shfl(rank == 5, 6));
  // Without a group: CUDA's overloads.
  const short narrow = static_cast<short>(threadIdx.x);
  IN_KERNEL(__shfl_sync(~0U, narrow, 4) == static_cast<int>(threadIdx.x / 32 * 32 + 4) &&
            sizeof(__shfl_sync(~0U, narrow, 4)) == 4);
  IN_KERNEL(__shfl_xor_sync(~0U, 1L << 40, 1) == 1L << 40 && __shfl_down_sync(~0U, 2.5, 1) == 2.5);
  IN_KERNEL(__match_any_sync(~0U, 1.5F) == ~0U && __reduce_add_sync(~0U, -1) == -32);
}
extern "C" int test_types() { return said_by(types, 64); }

__global__ void coalesced(int* line) {
  __shared__ int count, places[64];
  const int i = threadIdx.x;
  if (i == 0) count = 0;
  __syncthreads();
  if (i % 3 == 1) {
    // The usual aggregation: one atomic for all who came along.
    const cg::coalesced_group group = cg::coalesced_threads();
    int first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(&count, static_cast<int>(group.size()));
    places[group.shfl(first, 0) + group.thread_rank()] = i;
    IN_KERNEL(group.meta_group_rank() == 0 && group.meta_group_size() == 1);
    const unsigned n = group.size(), rank = group.thread_rank();
    IN_KERNEL(group.shfl_up(rank, 1) == (rank == 0 ? 0 : rank - 1));
    IN_KERNEL(group.shfl_down(rank, 2) == (rank + 2 < n ? rank + 2 : rank));
    IN_KERNEL(group.ballot(rank == n - 1) == 1U << (n - 1) && group.any(rank == 0) && group.all(rank < n));
    IN_KERNEL(group.match_any(rank / 2) == (3U << (rank & ~1U) & ((n == 32 ? 0 : 1U << n) - 1)));
    IN_KERNEL(cg::reduce(group, rank, cg::plus<unsigned>()) == n * (n - 1) / 2);
    IN_KERNEL(cg::inclusive_scan(group, 2) == static_cast<int>(2 * rank + 2));
    IN_KERNEL(cg::exclusive_scan(group, rank, cg::plus<unsigned>()) == rank * (rank - 1) / 2);
    const cg::thread_group any = group;
    IN_KERNEL(any.size() == n && any.thread_rank() == rank);
    any.sync();
    group.sync();
    const cg::coalesced_group quarter = cg::tiled_partition(group, 4);
    IN_KERNEL(quarter.thread_rank() == rank % 4 && quarter.meta_group_rank() == rank / 4);
    IN_KERNEL(quarter.meta_group_size() == (n + 3) / 4 && quarter.size() == (rank / 4 < n / 4 ? 4 : n % 4));
    IN_KERNEL(quarter.shfl(i, 0) == group.shfl(i, static_cast<int>(rank & ~3U)));
  }
  __syncthreads();
  IN_KERNEL(count == 21);
  int sum = 0;
  for (int p = 0; p < count; ++p) sum += places[p];
  IN_KERNEL(sum == 21 * 31);
}
extern "C" int test_coalesced() { return said_by(coalesced, 64); }

__global__ void partitions(int* line) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int rank = static_cast<int>(tile.thread_rank());
  const cg::coalesced_group odd = cg::binary_partition(tile, rank % 2 == 1);
  IN_KERNEL(odd.size() == 16 && odd.thread_rank() == rank / 2u && odd.meta_group_size() == 2);
  IN_KERNEL(odd.meta_group_rank() == rank % 2u &&
            cg::reduce(odd, rank, cg::plus<int>()) == 240 + 16 * (rank % 2));
  const cg::coalesced_group few = cg::binary_partition(odd, rank < 6);
  IN_KERNEL(few.size() == (rank < 6 ? 3 : 13) && few.shfl(rank, 0) == (rank < 6 ? rank % 2 : 6 + rank % 2));
  const cg::coalesced_group all = cg::binary_partition(tile, rank < 40);
  IN_KERNEL(all.size() == 32 && all.meta_group_size() == 1 && all.meta_group_rank() == 0);
  const cg::coalesced_group byte = cg::labeled_partition(tile, static_cast<char>(rank / 8 * 10));
  IN_KERNEL(byte.size() == 8 && byte.meta_group_rank() == rank / 8u && byte.meta_group_size() == 4);
  IN_KERNEL(byte.thread_rank() == rank % 8u && cg::reduce(byte, rank, cg::less<int>()) == rank / 8 * 8);
  const cg::coalesced_group label = cg::labeled_partition(odd, 1LL << 40 | rank % 5);
  IN_KERNEL(label.any(rank % 5 == 0) == (rank % 5 == 0) &&
            label.match_any(rank % 2) == (1U << label.size()) - 1);
  const cg::coalesced_group truth = cg::labeled_partition(tile, rank < 3);
  IN_KERNEL(truth.size() == (rank < 3 ? 3 : 29) && truth.meta_group_rank() == (rank < 3));
  const cg::coalesced_group pointer = cg::labeled_partition(tile, line + rank / 16);
  IN_KERNEL(pointer.size() == 16);
  int calls = 0;
  cg::invoke_one(tile, [&] { ++calls; });
  IN_KERNEL(tile.shfl_xor(calls, 16) + calls <= 1 && cg::reduce(tile, calls, cg::plus<int>()) == 1);
  IN_KERNEL(cg::invoke_one_broadcast(byte, [&] { return rank; }) / 8 == rank / 8);
  const auto alone = cg::this_thread();
  IN_KERNEL(alone.size() == 1 && alone.thread_rank() == 0);
}
extern "C" int test_partitions() { return said_by(partitions, 64); }

template <unsigned Size>
__device__ void wide(int* line, int* scratch) {
  __shared__ cg::block_tile_memory<512> memory;
  const auto block = cg::this_thread_block(memory);
  const auto tile = cg::tiled_partition<Size>(block);
  const unsigned i = block.thread_rank(), rank = tile.thread_rank();
  IN_KERNEL(rank == i % Size && tile.size() == Size && tile.num_threads() == Size);
  IN_KERNEL(tile.meta_group_rank() == i / Size && tile.meta_group_size() == block.size() / Size);
  // Neighbours through shared memory, a tile at a time and a different number of times in each.
  for (unsigned round = 0; round <= i / Size; ++round) {
    scratch[i] = static_cast<int>(i + round);
    tile.sync();
    IN_KERNEL(scratch[i - rank + (rank + 33) % Size] ==
              static_cast<int>(i - rank + (rank + 33) % Size + round));
    cg::sync(tile);
  }
  IN_KERNEL(tile.shfl(i, Size - 2) == i - rank + Size - 2 && tile.shfl(i * 0.5, 40) == (i - rank + 40) * 0.5);
  IN_KERNEL(tile.any(rank == Size - 1) && !tile.any(rank == Size) && tile.all(rank < Size) &&
            !tile.all(rank != 3));
  const int n = static_cast<int>(Size), r = static_cast<int>(rank);
  IN_KERNEL(cg::reduce(tile, r, cg::plus<int>()) == n * (n - 1) / 2);
  IN_KERNEL(cg::reduce(tile, r * 1.0, cg::greater<double>()) == n - 1);
  IN_KERNEL(cg::inclusive_scan(tile, r) == r * (r + 1) / 2 && cg::exclusive_scan(tile, 1) == r);
  IN_KERNEL(cg::inclusive_scan(tile, r % 37, cg::greater<int>()) == (r < 37 ? r : 36));
  const auto warp = cg::tiled_partition<32>(tile);
  IN_KERNEL(warp.meta_group_rank() == rank / 32 && warp.meta_group_size() == Size / 32);
  const cg::thread_block_tile<Size> unnamed = tile;
  IN_KERNEL(unnamed.meta_group_rank() == i / Size);
  block.sync();
}
__global__ void wide_tiles(int* line) {
  __shared__ int scratch[512];
  wide<64>(line, scratch);
  wide<128>(line, scratch);
  wide<256>(line, scratch);
  wide<512>(line, scratch);
}
extern "C" int test_wide_tiles() { return said_by(wide_tiles, 512); }

// What orders the threads of two tiles is nothing: thread 64 reads what thread 0 writes. And what orders
// those of one is sync(): warp 1 reads what warp 0 writes.
__global__ void tile_order(int* out, int neighbour) {
  __shared__ int values[128];
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  const int i = threadIdx.x;
  values[i] = i;
  tile.sync();
  out[i] = values[i ^ neighbour];
}
extern "C" void run_tile_order(int* out, int neighbour) { tile_order<<<1, 128>>>(out, neighbour); }

// Atomics by several warps of a tile, and one that reads the sum.
__global__ void tile_sums(int* out) {
  __shared__ int sums[2];
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  if (tile.thread_rank() == 0) sums[threadIdx.x / 64] = 0;
  tile.sync();
  atomicAdd(&sums[threadIdx.x / 64], 1);
  tile.sync();
  if (tile.thread_rank() == 63) out[threadIdx.x / 64] = sums[threadIdx.x / 64];
}
extern "C" void run_tile_sums(int* out) { tile_sums<<<1, 128>>>(out); }

__global__ void stuck_tile() {
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  if (threadIdx.x != 70) {
    tile.sync();
  } else {
    __syncthreads();
  }
}
extern "C" void run_stuck_tile() { stuck_tile<<<1, 128>>>(); }

__global__ void tile_barriers(int rounds) {
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  for (int i = 0; i < rounds; ++i) tile.sync();
}
extern "C" void run_tile_barriers(int rounds, int threads) { tile_barriers<<<1, threads>>>(rounds); }

__global__ void grid_barrier() { cg::sync(cg::this_grid()); }
extern "C" int test_grid_barrier() {
  grid_barrier<<<2, 32>>>();
  if (cudaDeviceSynchronize() != cudaErrorLaunchFailure) return __LINE__;
  return 0;
}
