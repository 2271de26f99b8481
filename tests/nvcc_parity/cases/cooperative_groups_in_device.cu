// nvcc: accepts
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
__device__ int sum(cg::thread_block_tile<32> tile, int x) {
  for (int i = tile.size() / 2; i > 0; i /= 2) x += tile.shfl_down(x, i);
  return x;
}
__global__ void kernel(int* out) { out[0] = sum(cg::tiled_partition<32>(cg::this_thread_block()), 1); }
