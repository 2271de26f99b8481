// nvcc: accepts
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
__global__ void kernel(int* out) {
  cg::thread_block block = cg::this_thread_block();
  block.sync();
  auto warp = cg::tiled_partition<32>(block);
  out[block.thread_rank()] = warp.shfl_down(1, 1);
}
