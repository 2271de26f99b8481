// Cooperative groups: the block, tiles of it, lanes that take a branch together, and the grid.
#pragma once

#include <cuda_runtime.h>

SIMT_HOST_DEVICE_BEGIN

#include <simt/groups.hpp>
#include <simt/tiles.hpp>

namespace cooperative_groups {

/// Valid, with a barrier, only in kernels that cudaLaunchCooperativeKernel launches.
class grid_group : public thread_group {
 public:
  struct arrival_token {};

  static unsigned long long size() { return num_threads(); }
  static unsigned long long num_threads() { return num_blocks() * ::simt::threads_in_block(); }
  static unsigned long long num_blocks() { return 1ULL * gridDim.x * gridDim.y * gridDim.z; }
  static unsigned long long block_rank() {
    return (1ULL * blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  static unsigned long long thread_rank() {
    return block_rank() * ::simt::threads_in_block() + ::simt::thread_in_block();
  }
  static dim3 group_dim() { return gridDim; }
  static dim3 dim_blocks() { return gridDim; }
  static dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }
  static dim3 block_index() { return dim3(blockIdx); }
  static dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }
  static bool is_valid() { return ::simt::is_grid_cooperative(); }
  static void sync(SIMT_SITE) { ::simt::grid_barrier(site); }
  // As for a block: every other block waits early.
  arrival_token barrier_arrive(SIMT_SITE) const {
    if (block_rank() % 2 != 0) sync(site);
    return {};
  }
  void barrier_wait(arrival_token&&, SIMT_SITE) const {
    if (block_rank() % 2 == 0) sync(site);
  }

 private:
  friend class thread_group;
  friend grid_group this_grid();
  grid_group() : thread_group(Kind::Grid) {}
};
inline grid_group this_grid() { return {}; }

#if defined(SIMT_PROGRAM)
/// The block alone in kernels that are launched without clusters.
class cluster_group : public thread_group {
 public:
  struct arrival_token {};

  static unsigned int size() { return num_threads(); }
  static unsigned int num_threads() { return num_blocks() * ::simt::threads_in_block(); }
  static unsigned int num_blocks() { return __clusterSizeInBlocks(); }
  static unsigned int block_rank() { return __clusterRelativeBlockRank(); }
  static unsigned int thread_rank() {
    return block_rank() * ::simt::threads_in_block() + ::simt::thread_in_block();
  }
  static dim3 dim_blocks() { return __clusterDim(); }
  static dim3 dim_threads() {
    const dim3 shape = __clusterDim();
    return dim3(shape.x * blockDim.x, shape.y * blockDim.y, shape.z * blockDim.z);
  }
  static dim3 block_index() { return __clusterRelativeBlockIdx(); }
  static dim3 thread_index() {
    const dim3 block = block_index();
    return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                block.z * blockDim.z + threadIdx.z);
  }
  static void sync(SIMT_SITE) { ::simt::cluster_barrier(site); }
  static arrival_token barrier_arrive(SIMT_SITE) {
    ::simt::arrive_at_cluster(site);
    return {};
  }
  static void barrier_wait(SIMT_SITE) { ::simt::wait_for_cluster(site); }
  static void barrier_wait(arrival_token&&, SIMT_SITE) { ::simt::wait_for_cluster(site); }
  static unsigned int query_shared_rank(const void* address) { return ::simt::cluster_rank_of(address); }
  template <class T>
  static T* map_shared_rank(T* address, int rank, SIMT_SITE) {
    return static_cast<T*>(::simt::cluster_shared(address, static_cast<unsigned int>(rank), site));
  }

 private:
  friend cluster_group this_cluster();
  cluster_group() : thread_group(Kind::Cluster) {}
};
inline cluster_group this_cluster() { return {}; }
#endif

inline unsigned long long thread_group::num_threads() const {
  return kind_ == Kind::Block   ? ::simt::threads_in_block()
         : kind_ == Kind::Lanes ? static_cast<unsigned int>(__builtin_popcount(lanes_.mask))
#if defined(SIMT_PROGRAM)
         : kind_ == Kind::Cluster ? cluster_group::num_threads()
#endif
                                  : grid_group::num_threads();
}
inline unsigned long long thread_group::thread_rank() const {
  return kind_ == Kind::Block   ? ::simt::thread_in_block()
         : kind_ == Kind::Lanes ? ::simt::rank_in(lanes_.mask)
#if defined(SIMT_PROGRAM)
         : kind_ == Kind::Cluster ? cluster_group::thread_rank()
#endif
                                  : grid_group::thread_rank();
}
inline void thread_group::sync(::simt::CallSite site) const {
  if (kind_ == Kind::Block) {
    ::simt::block_barrier(site);
  } else if (kind_ == Kind::Lanes) {
    __syncwarp(lanes_.mask, site);
#if defined(SIMT_PROGRAM)
  } else if (kind_ == Kind::Cluster) {
    cluster_group::sync(site);
#endif
  } else {
    grid_group::sync(site);
  }
}

template <class Group>
inline void sync(const Group& group, SIMT_SITE) {
  group.sync(site);
}
template <class Group>
inline auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group>
inline auto group_size(const Group& group) -> decltype(group.num_threads()) {
  return group.num_threads();
}

/// One thread of the group calls the function.
template <class Group, class Function, class... Arg>
inline void invoke_one(const Group& group, Function&& function, Arg&&... arguments) {
  if (group.thread_rank() == 0) static_cast<Function&&>(function)(static_cast<Arg&&>(arguments)...);
}
/// The others receive its result.
template <class Group, class Function, class... Arg>
inline auto invoke_one_broadcast(const Group& group, Function&& function, Arg&&... arguments) {
  decltype(static_cast<Function&&>(function)(static_cast<Arg&&>(arguments)...)) result{};
  if (group.thread_rank() == 0) result = static_cast<Function&&>(function)(static_cast<Arg&&>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups

SIMT_HOST_DEVICE_END
