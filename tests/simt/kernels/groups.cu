// Cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

// out: per thread its block rank, tile rank, tile number, number of tiles, and those of a tile in a tile.
__global__ void ranks(unsigned* out) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
  const auto warp = cg::tiled_partition<32>(block);
  const auto inner = cg::tiled_partition<8>(warp);
  unsigned* mine = out + block.thread_rank() * 8;
  mine[0] = block.thread_rank();
  mine[1] = tile.thread_rank();
  mine[2] = tile.meta_group_rank();
  mine[3] = tile.meta_group_size();
  mine[4] = inner.thread_rank();
  mine[5] = inner.meta_group_rank();
  mine[6] = inner.meta_group_size();
  mine[7] = block.size() * 1000 + tile.size() * 10 + block.group_index().y;
}
extern "C" void run_ranks(unsigned* out) { ranks<<<dim3(1, 1), dim3(8, 4, 3)>>>(out); }

// The textbook's sum, for a group whose kind the function does not know.
__device__ int sum_of(const cg::thread_group& group, int* scratch, int value) {
  const unsigned rank = group.thread_rank();
  for (unsigned half = group.size() / 2; half > 0; half /= 2) {
    scratch[rank] = value;
    group.sync();  // every value is there
    if (rank < half) value += scratch[rank + half];
    group.sync();  // every value is read
  }
  return value;
}
__global__ void sum_by_groups(const int* in, int* out, int tile_size) {
  __shared__ int scratch[128];
  const cg::thread_block block = cg::this_thread_block();
  const int value = in[block.thread_rank()];
  const int whole = sum_of(block, scratch, value);
  if (block.thread_rank() == 0) out[0] = whole;
  cg::sync(block);  // scratch is used again
  const cg::thread_group tile = cg::tiled_partition(block, tile_size);
  const unsigned number = block.thread_rank() / tile_size;
  const int part = sum_of(tile, scratch + number * tile_size, value);
  if (tile.thread_rank() == 0) out[1 + number] = part;
}
extern "C" void run_sum_by_groups(const int* in, int* out, int tile_size) {
  sum_by_groups<<<1, 128>>>(in, out, tile_size);
}

// Rows of 64: shfl, shfl_up, shfl_down, shfl_xor, any + all, ballot, match, reduce, inclusive, exclusive.
template <unsigned Size>
__device__ void exchange(const cg::thread_block_tile<Size>& tile, int* out) {
  const int id = threadIdx.x;
  out[id] = tile.shfl(id, 1);
  out[64 + id] = tile.shfl_up(id, 1);
  out[128 + id] = tile.shfl_down(id, 1);
  out[192 + id] = tile.shfl_xor(id, 2);
  out[256 + id] = tile.any(id == 5) * 2 + tile.all(id < 32);
  out[320 + id] = tile.ballot(id % 4 == 1);
  out[384 + id] = tile.match_any(id % 2);
  out[448 + id] = cg::reduce(tile, id, cg::greater<int>());
  out[512 + id] = cg::inclusive_scan(tile, id, cg::plus<int>());
  out[576 + id] = cg::exclusive_scan(tile, id);
}
__global__ void exchanges(int* out) { exchange<8>(cg::tiled_partition<8>(cg::this_thread_block()), out); }
extern "C" void run_exchanges(int* out) { exchanges<<<1, 64>>>(out); }

// Tiles of one warp go different ways.
__global__ void apart(int* out) {
  const auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  int value = threadIdx.x;
  for (unsigned i = 0; i < tile.meta_group_rank(); ++i) value = tile.shfl(value + 1, 0);
  tile.sync();
  out[threadIdx.x] = value;
}
extern "C" void run_apart(int* out) { apart<<<1, 32>>>(out); }

__global__ void whole_grid(unsigned long long* out) {
  const cg::grid_group grid = cg::this_grid();
  out[grid.thread_rank()] = grid.size() * 1000 + grid.thread_rank();
}
extern "C" void run_whole_grid(unsigned long long* out) { whole_grid<<<dim3(2, 3), dim3(4, 2)>>>(out); }

__global__ void divergent() {
  const auto block = cg::this_thread_block();
  if (block.thread_rank() < 32) {
    block.sync();
  } else {
    cg::sync(block);
  }
}
extern "C" void run_divergent() { divergent<<<1, 64>>>(); }

__global__ void reductions(int* out) {
  const int lane = threadIdx.x;
  out[lane] = __reduce_add_sync(~0U, lane) + 1000 * __reduce_min_sync(~0U, lane - 7);
  out[32 + lane] = __reduce_max_sync(~0U, lane ^ 5);
  const unsigned ones = __reduce_and_sync(~0U, lane | 64U), any = __reduce_or_sync(~0U, 1U << lane);
  out[64 + lane] = ones == 64 && any == ~0U && __reduce_xor_sync(~0U, 1U << lane) == ~0U;
  int same = -1, other = -1;
  out[96 + lane] = __match_all_sync(~0U, 3, &same) == ~0U && same == 1 &&
                   __match_all_sync(~0U, lane, &other) == 0 && other == 0;
}
extern "C" void run_reductions(int* out) { reductions<<<1, 32>>>(out); }
