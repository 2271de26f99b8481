// The intrinsics of thread block clusters: blocks that run together, wait for each other and use each other's
// shared memory.
#pragma once

#include <simt/barrier.hpp>
#include <simt/builtins.hpp>
#include <simt/call_site.hpp>
#include <simt/vector_types.hpp>

inline dim3 __clusterDim() { return ::simt::cluster_shape; }
inline dim3 __clusterGridDimInClusters() {
  const dim3& shape = ::simt::cluster_shape;
  return dim3(gridDim.x / shape.x, gridDim.y / shape.y, gridDim.z / shape.z);
}
inline dim3 __clusterIdx() {
  const dim3& shape = ::simt::cluster_shape;
  return dim3(blockIdx.x / shape.x, blockIdx.y / shape.y, blockIdx.z / shape.z);
}
inline dim3 __clusterRelativeBlockIdx() {
  const dim3& shape = ::simt::cluster_shape;
  return dim3(blockIdx.x % shape.x, blockIdx.y % shape.y, blockIdx.z % shape.z);
}
inline unsigned int __clusterRelativeBlockRank() {
  const dim3& shape = ::simt::cluster_shape;
  const dim3 index = __clusterRelativeBlockIdx();
  return (index.z * shape.y + index.y) * shape.x + index.x;
}
inline unsigned int __clusterSizeInBlocks() {
  const dim3& shape = ::simt::cluster_shape;
  return shape.x * shape.y * shape.z;
}
inline bool __clusterDimIsSpecified() { return __clusterSizeInBlocks() > 1; }
inline void __cluster_barrier_arrive(SIMT_SITE) { ::simt::arrive_at_cluster(site); }
inline void __cluster_barrier_arrive_relaxed(SIMT_SITE) { ::simt::arrive_at_cluster(site); }
inline void __cluster_barrier_wait(SIMT_SITE) { ::simt::wait_for_cluster(site); }
inline void* __cluster_map_shared_rank(const void* own, unsigned int rank, SIMT_SITE) {
  return ::simt::cluster_shared(own, rank, site);
}
inline unsigned int __cluster_query_shared_rank(const void* address) {
  return ::simt::cluster_rank_of(address);
}
