// Cooperative groups with threads that are known only at run time: any group, the block, and some lanes of a
// warp.
#pragma once

#include <simt/barrier.hpp>
#include <simt/builtins.hpp>
#include <simt/call_site.hpp>
#include <simt/vector_types.hpp>
#include <simt/warp.hpp>

namespace simt {

/// The caller's number in its block.
inline unsigned int thread_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
inline unsigned int threads_in_block() { return blockDim.x * blockDim.y * blockDim.z; }

/// The lanes of the caller's tile of `size` lanes.
inline unsigned int tile_mask(unsigned int size) {
  const unsigned int lane = thread_in_block() % 32;
  return (size >= 32 ? ~0U : (1U << size) - 1) << (lane & ~(size - 1));
}
/// Those of them that exist in the block.
inline unsigned int present_mask(unsigned int size) {
  const unsigned int rank = thread_in_block(), left = threads_in_block() - rank / 32 * 32;
  return tile_mask(size) & (left >= 32 ? ~0U : (1U << left) - 1);
}

/// The caller's rank among these lanes; the lane of a rank, -1 if there are not so many.
inline unsigned int rank_in(unsigned int mask) {
  return static_cast<unsigned int>(__builtin_popcount(mask & ((1U << thread_in_block() % 32) - 1)));
}
inline int lane_at(unsigned int mask, unsigned int rank) {
  for (; mask != 0; mask &= mask - 1) {
    if (rank-- == 0) return __builtin_ctz(mask);
  }
  return -1;
}
/// Bit r for each lane of rank r in `mask` whose bit is set in `lanes`.
inline unsigned int packed(unsigned int mask, unsigned int lanes) {
  unsigned int result = 0;
  for (unsigned int bit = 1; mask != 0; mask &= mask - 1, bit <<= 1) {
    if ((lanes & mask & ~(mask - 1)) != 0) result |= bit;
  }
  return result;
}

}  // namespace simt

namespace cooperative_groups {

/// Any group.
class thread_group {
 public:
  void sync(SIMT_SITE) const;
  unsigned long long thread_rank() const;
  unsigned long long num_threads() const;
  unsigned long long size() const { return num_threads(); }

 protected:
  enum class Kind : unsigned char { Block, Lanes, Cluster, Grid };
  struct Lanes {
    unsigned int mask = 0, meta_rank = 0, meta_size = 1;
    bool tiled = false;
  };

  explicit thread_group(Kind kind) : kind_(kind), lanes_() {}
  explicit thread_group(const Lanes& lanes) : kind_(Kind::Lanes), lanes_(lanes) {}
  Lanes tile_of_lanes(unsigned int size) const;

  Kind kind_;
  Lanes lanes_;

 private:
  friend thread_group tiled_partition(const thread_group& parent, unsigned int size, ::simt::CallSite site);
};

/// Needed for tiles of more than a warp on old devices.
template <unsigned int MaxBlockSize = 1024>
struct alignas(8) block_tile_memory {};

class thread_block : public thread_group {
 public:
  struct arrival_token {};

  static unsigned int thread_rank() { return ::simt::thread_in_block(); }
  static unsigned int size() { return ::simt::threads_in_block(); }
  static unsigned int num_threads() { return size(); }
  static dim3 group_index() { return dim3(blockIdx); }
  static dim3 thread_index() { return dim3(threadIdx); }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
  static void sync(SIMT_SITE) { ::simt::block_barrier(site); }
  // Code between the two is ordered neither with what others do before they arrive, nor with what they do
  // after their wait. Every other block waits early, so a race with either shows.
  arrival_token barrier_arrive(SIMT_SITE) const {
    if (blockIdx.x % 2 != 0) sync(site);
    return {};
  }
  void barrier_wait(arrival_token&&, SIMT_SITE) const {
    if (blockIdx.x % 2 == 0) sync(site);
  }

 private:
  friend thread_block this_thread_block();
  thread_block() : thread_group(Kind::Block) {}
};

inline thread_block this_thread_block() { return {}; }
template <unsigned int MaxBlockSize>
inline thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  return this_thread_block();
}

/// Some lanes of a warp.
class coalesced_group : public thread_group {
 public:
  static constexpr unsigned int kTileSize = 0;  // known only when it runs

  unsigned int num_threads() const { return static_cast<unsigned int>(__builtin_popcount(lanes_.mask)); }
  unsigned int size() const { return num_threads(); }
  unsigned int thread_rank() const { return ::simt::rank_in(lanes_.mask); }
  unsigned int meta_group_rank() const { return lanes_.meta_rank; }
  unsigned int meta_group_size() const { return lanes_.meta_size; }
  void sync(SIMT_SITE) const { __syncwarp(lanes_.mask, site); }

  template <class T>
  T shfl(T value, int rank, SIMT_SITE) const {
    return from(value, static_cast<unsigned int>(rank), site);
  }
  template <class T>
  T shfl_up(T value, int delta, SIMT_SITE) const {
    return from(value, thread_rank() - static_cast<unsigned int>(delta), site);
  }
  template <class T>
  T shfl_down(T value, unsigned int delta, SIMT_SITE) const {
    return from(value, thread_rank() + delta, site);
  }
  int any(int predicate, SIMT_SITE) const { return __any_sync(lanes_.mask, predicate, site); }
  int all(int predicate, SIMT_SITE) const { return __all_sync(lanes_.mask, predicate, site); }
  unsigned int ballot(int predicate, SIMT_SITE) const {
    return ::simt::packed(lanes_.mask, __ballot_sync(lanes_.mask, predicate, site));
  }
  template <class T>
  unsigned int match_any(T value, SIMT_SITE) const {
    return ::simt::packed(lanes_.mask, __match_any_sync(lanes_.mask, value, site));
  }
  template <class T>
  unsigned int match_all(T value, int& agree, SIMT_SITE) const {
    return ::simt::packed(lanes_.mask, __match_all_sync(lanes_.mask, value, &agree, site));
  }

 private:
  template <class Group>
  friend coalesced_group part_of(const Group& group, unsigned int mask, unsigned int rank,
                                 unsigned int count);
  template <class Group>
  friend unsigned int lanes_of(const Group& group);
  friend coalesced_group coalesced_threads(::simt::CallSite site);
  friend coalesced_group tiled_partition(const coalesced_group& parent, unsigned int size,
                                         ::simt::CallSite site);

  explicit coalesced_group(const Lanes& lanes) : thread_group(lanes) {}
  unsigned int mask() const { return lanes_.mask; }

  /// The caller's own value if there is no such rank.
  template <class T>
  T from(const T& value, unsigned int rank, ::simt::CallSite site) const {
    static_assert(sizeof(T) <= 32, "collectives of cooperative groups take types of at most 32 bytes");
    const int lane = ::simt::lane_at(lanes_.mask, rank);
    return ::simt::shuffle(lanes_.mask, value, lane < 0 ? ::simt::lane() : lane, site);
  }
};

/// The hardware chooses the lanes that run together; see docs/simt.md for the engine's choice.
inline coalesced_group coalesced_threads(SIMT_SITE) {
  return coalesced_group({__activemask(site), 0, 1, false});
}

/// Of a tile the aligned lanes, of other lanes those of neighbouring ranks.
inline thread_group::Lanes thread_group::tile_of_lanes(unsigned int size) const {
  const auto count = static_cast<unsigned int>(__builtin_popcount(lanes_.mask));
  if (count <= size) return lanes_;
  const unsigned int rank = ::simt::rank_in(lanes_.mask);
  Lanes part{0, rank / size, (count + size - 1) / size, lanes_.tiled};
  unsigned int at = 0;
  for (unsigned int left = lanes_.mask; left != 0; left &= left - 1, ++at) {
    if (at / size == rank / size) part.mask |= left & ~(left - 1);
  }
  return part;
}

inline void check_tile_size(unsigned int size, ::simt::CallSite site) {
  if (size == 0 || size > 32 || (size & (size - 1)) != 0) {
    ::simt::trap(::simt::TrapReason::PartitionSize, site);
  }
}
inline thread_group tiled_partition(const thread_group& parent, unsigned int size, SIMT_SITE) {
  check_tile_size(size, site);
  if (parent.kind_ == thread_group::Kind::Lanes) return thread_group(parent.tile_of_lanes(size));
  const unsigned int rank = ::simt::thread_in_block(), count = ::simt::threads_in_block();
  return thread_group(
      thread_group::Lanes{::simt::present_mask(size), rank / size, (count + size - 1) / size, true});
}
inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned int size, SIMT_SITE) {
  check_tile_size(size, site);
  return coalesced_group(parent.tile_of_lanes(size));
}

}  // namespace cooperative_groups
