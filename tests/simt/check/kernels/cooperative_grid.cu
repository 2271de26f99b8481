// Kernels whose blocks wait for each other.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>

#include <cuda/barrier>

namespace cg = cooperative_groups;

namespace {

template <class... P, class... A>
cudaError_t launch_grid(void (*kernel)(P...), dim3 grid, dim3 block, A... arguments) {
  void* pointers[] = {&arguments..., nullptr};
  const cudaError_t status = cudaLaunchCooperativeKernel(kernel, grid, block, pointers, 0, nullptr);
  return status != cudaSuccess ? status : cudaDeviceSynchronize();
}

constexpr int kThreads = 64;

// All that a block has must be there again behind a barrier: shared memory, registers, arrays and addresses
// of them. out[i] = the sum over the rounds of what the thread's mirror image in the grid wrote.
__device__ __noinline__ int wait_deeply(cg::grid_group grid, int* local, int depth) {
  int mine[4] = {depth, depth + 1, depth + 2, depth + 3};
  int* volatile kept = mine;
  if (depth == 0) {
    grid.sync();
  } else {
    local[depth] += wait_deeply(grid, local, depth - 1);
  }
  return kept[0] + kept[3];
}

__global__ void exchange(int* out, int* board, int rounds) {
  __shared__ int shared[kThreads];
  extern __shared__ int dynamic[];
  const cg::grid_group grid = cg::this_grid();
  const int me = static_cast<int>(grid.thread_rank()), all = static_cast<int>(grid.size());
  int local[4] = {me, me + 1, me + 2, me + 3};
  shared[threadIdx.x] = me;
  dynamic[threadIdx.x] = 2 * me;
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    board[me] = me * round + shared[threadIdx.x] + dynamic[threadIdx.x];
    sum += wait_deeply(grid, local, round % 3) - (round % 3 * 2 + 3);
    sum += board[all - 1 - me];
    grid.sync();  // nobody writes before all have read
  }
  for (int i = 0; i < 4; ++i) sum += local[i];
  out[me] = sum;
}

// Of one phase: what another block writes is not ordered.
__global__ void read_neighbour(int* values, int* out, bool waits) {
  const cg::grid_group grid = cg::this_grid();
  const unsigned me = blockIdx.x, next = (me + 1) % gridDim.x;
  values[me] = static_cast<int>(me);
  grid.sync();
  values[me] += 1;
  if (waits) grid.sync();
  out[me] = values[next];
}

__global__ void use_shared(int* out, bool waits, bool writes) {
  __shared__ int shared[kThreads];
  if (writes || threadIdx.x != 3) shared[threadIdx.x] = static_cast<int>(threadIdx.x);
  cg::this_grid().sync();
  const int right = shared[(threadIdx.x + 1) % kThreads];
  if (waits) __syncthreads();
  shared[threadIdx.x] = right;
  cg::this_grid().sync();
  out[blockIdx.x * kThreads + threadIdx.x] = shared[threadIdx.x];
}

__global__ void copy_across(const int* in, int* out) {
  __shared__ int tile[kThreads];
  const unsigned at = blockIdx.x * kThreads + threadIdx.x;
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[at], sizeof(int));
  __pipeline_commit();
  cg::this_grid().sync();
  __pipeline_wait_prior(0);
  out[at] = tile[threadIdx.x];
}

__global__ void meet_behind(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> meeting;
  __shared__ int shared[kThreads];
  if (threadIdx.x == 0) init(&meeting, kThreads);
  cg::this_grid().sync();
  shared[threadIdx.x] = static_cast<int>(threadIdx.x);
  meeting.arrive_and_wait();
  out[blockIdx.x * kThreads + threadIdx.x] = shared[kThreads - 1 - threadIdx.x];
}

enum class Missing { nothing, block, thread, at_barrier, other_line };
__global__ void lose_one(Missing which) {
  const cg::grid_group grid = cg::this_grid();
  grid.sync();
  const bool is_one = blockIdx.x == 1 && threadIdx.x == 5;
  if (which == Missing::block && blockIdx.x == 1) return;
  if (which == Missing::thread && is_one) return;
  if (which == Missing::at_barrier && is_one) __syncthreads();
  if (which == Missing::other_line && blockIdx.x == 1) {
    grid.sync();
  } else {
    grid.sync();
  }
}

__global__ void wait_for_flag(int* flag, int rounds) {
  const cg::grid_group grid = cg::this_grid();
  for (int i = 0; i < rounds && *flag == 0; ++i) grid.sync();
}

__global__ void arrive_first(int* values, int* out) {
  const cg::grid_group grid = cg::this_grid();
  values[blockIdx.x] = 1;
  auto token = grid.barrier_arrive();
  grid.barrier_wait(static_cast<cg::grid_group::arrival_token&&>(token));
  out[blockIdx.x] = values[gridDim.x - 1 - blockIdx.x];
}

}  // namespace

extern "C" {

void run_exchange(int* out, int* board, int blocks, int rounds) {
  void* pointers[] = {&out, &board, &rounds};
  cudaLaunchCooperativeKernel(exchange, blocks, kThreads, pointers, kThreads * sizeof(int), nullptr);
  cudaDeviceSynchronize();
}
int run_ex(int* out, int* board, int blocks, int rounds) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = blocks;
  config.blockDim = kThreads;
  config.dynamicSmemBytes = kThreads * sizeof(int);
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, exchange, out, board, rounds);
}
void run_read_neighbour(int* values, int* out, bool waits) {
  launch_grid(read_neighbour, 4, 1, values, out, waits);
}
void run_use_shared(int* out, bool waits, bool writes) {
  launch_grid(use_shared, 3, kThreads, out, waits, writes);
}
void run_copy_across(const int* in, int* out) { launch_grid(copy_across, 3, kThreads, in, out); }
void run_meet_behind(int* out) { launch_grid(meet_behind, 3, kThreads, out); }
void run_lose_one(int which) { launch_grid(lose_one, 3, 32, static_cast<Missing>(which)); }
void run_wait_for_flag(int* flag, int rounds) { launch_grid(wait_for_flag, 3, 32, flag, rounds); }
void run_arrive_first(int* values, int* out) { launch_grid(arrive_first, 5, 1, values, out); }
int run_plainly(int* flag) {
  wait_for_flag<<<2, 32>>>(flag, 1);
  return cudaDeviceSynchronize();
}
int run_blocks(int* flag, int blocks) { return launch_grid(wait_for_flag, blocks, 1024, flag, 0); }
}
