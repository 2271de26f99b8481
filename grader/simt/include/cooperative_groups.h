// Cooperative groups: the block, tiles of a warp, and the grid without its barrier.
#pragma once

#include <cuda_runtime.h>

#define SIMT_SITE const char *file = __builtin_FILE(), int line = __builtin_LINE()
#define SIMT_NO_SUCH(SENTENCE) __attribute__((error("the CPU engine has no " SENTENCE)))

namespace simt {

/// The caller's number in its block.
inline unsigned int thread_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
inline unsigned int block_in_grid() { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }

/// The lanes of the caller's tile of `size` lanes.
inline unsigned int tile_mask(unsigned int size) {
  const unsigned int lane = thread_in_block() % 32;
  return (size >= 32 ? ~0U : (1U << size) - 1) << (lane & ~(size - 1));
}

}  // namespace simt

namespace cooperative_groups {

/// Any group whose kind is not known when it is compiled: a block, or a tile of a warp.
class thread_group {
 public:
  void sync(SIMT_SITE) const {
    if (tile_size_ == 0) {
      ::simt::block_barrier(file, line);
    } else {
      ::simt::warp_exchange(::simt::WarpOp::Sync, ::simt::tile_mask(tile_size_), 0, 0, file, line);
    }
  }
  unsigned int thread_rank() const {
    return tile_size_ == 0 ? ::simt::thread_in_block() : ::simt::thread_in_block() % tile_size_;
  }
  unsigned int size() const { return tile_size_ == 0 ? blockDim.x * blockDim.y * blockDim.z : tile_size_; }
  unsigned int num_threads() const { return size(); }
  bool is_valid() const { return true; }

 protected:
  explicit thread_group(unsigned int tile_size) : tile_size_(tile_size) {}

 private:
  friend thread_group tiled_partition(const thread_group& parent, unsigned int size);
  unsigned int tile_size_;  // 0: the whole block
};

class thread_block : public thread_group {
 public:
  static unsigned int thread_rank() { return ::simt::thread_in_block(); }
  static unsigned int size() { return blockDim.x * blockDim.y * blockDim.z; }
  static unsigned int num_threads() { return size(); }
  static dim3 group_index() { return dim3(blockIdx); }
  static dim3 thread_index() { return dim3(threadIdx); }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
  static void sync(SIMT_SITE) { ::simt::block_barrier(file, line); }

 private:
  friend thread_block this_thread_block();
  thread_block() : thread_group(0) {}
};

inline thread_block this_thread_block() { return {}; }

/// Without its barrier: blocks run one after another.
class grid_group {
 public:
  static unsigned long long size() { return num_blocks() * thread_block::size(); }
  static unsigned long long num_threads() { return size(); }
  static unsigned long long num_blocks() { return 1ULL * gridDim.x * gridDim.y * gridDim.z; }
  static unsigned long long block_rank() { return ::simt::block_in_grid(); }
  static unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + ::simt::thread_in_block();
  }
  static dim3 group_dim() { return gridDim; }
  static dim3 dim_blocks() { return gridDim; }
  static dim3 block_index() { return dim3(blockIdx); }
  static bool is_valid() { return false; }
  SIMT_NO_SUCH("grid_group::sync(): blocks run one after another; launch a second kernel instead")
  void sync() const;
};
inline grid_group this_grid() { return {}; }

/// `Size` consecutive lanes of a warp.
template <unsigned int Size, class Parent = void>
class thread_block_tile : public thread_group {
  static_assert(Size > 0 && Size <= 32 && (Size & (Size - 1)) == 0,
                "a tile has 1, 2, 4, 8, 16 or 32 threads; the CPU engine has no tiles beyond a warp");

 public:
  static unsigned int thread_rank() { return ::simt::thread_in_block() % Size; }
  static constexpr unsigned int size() { return Size; }
  static constexpr unsigned int num_threads() { return Size; }
  /// Which tile of the parent this is, and of how many.
  unsigned int meta_group_rank() const { return meta_rank_; }
  unsigned int meta_group_size() const { return meta_size_; }

  /// A tile whose parent is not named: thread_block_tile<32>.
  template <class P>
  thread_block_tile(const thread_block_tile<Size, P>& tile)
      : thread_block_tile(tile.meta_group_rank(), tile.meta_group_size()) {}

  static void sync(SIMT_SITE) { ::simt::warp_exchange(::simt::WarpOp::Sync, mask(), 0, 0, file, line); }
  template <class T>
  static T shfl(T value, int rank, SIMT_SITE) {
    return ::__shfl_sync(mask(), value, rank, Size, file, line);
  }
  template <class T>
  static T shfl_up(T value, unsigned int delta, SIMT_SITE) {
    return ::__shfl_up_sync(mask(), value, delta, Size, file, line);
  }
  template <class T>
  static T shfl_down(T value, unsigned int delta, SIMT_SITE) {
    return ::__shfl_down_sync(mask(), value, delta, Size, file, line);
  }
  template <class T>
  static T shfl_xor(T value, unsigned int rank_mask, SIMT_SITE) {
    return ::__shfl_xor_sync(mask(), value, static_cast<int>(rank_mask), Size, file, line);
  }
  static int any(int predicate, SIMT_SITE) { return ::__any_sync(mask(), predicate, file, line); }
  static int all(int predicate, SIMT_SITE) { return ::__all_sync(mask(), predicate, file, line); }
  static unsigned int ballot(int predicate, SIMT_SITE) {
    return ::__ballot_sync(mask(), predicate, file, line) >> first_lane();
  }
  template <class T>
  static unsigned int match_any(T value, SIMT_SITE) {
    return ::__match_any_sync(mask(), value, file, line) >> first_lane();
  }
  template <class T>
  static unsigned int match_all(T value, int& agree, SIMT_SITE) {
    return ::__match_all_sync(mask(), value, &agree, file, line) >> first_lane();
  }

 private:
  template <unsigned int N, class P>
  friend thread_block_tile<N, P> tiled_partition(const P& parent);

  thread_block_tile(unsigned int meta_rank, unsigned int meta_size)
      : thread_group(Size), meta_rank_(meta_rank), meta_size_(meta_size) {}
  static unsigned int mask() { return ::simt::tile_mask(Size); }
  static unsigned int first_lane() { return ::simt::thread_in_block() % 32 / Size * Size; }

  unsigned int meta_rank_, meta_size_;
};

template <unsigned int Size, class Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  return {parent.thread_rank() / Size, (parent.size() + Size - 1) / Size};
}

/// `size` is 1, 2, 4, 8, 16 or 32, and at most the parent's.
inline thread_group tiled_partition(const thread_group& parent, unsigned int size) {
  assert(size > 0 && size <= 32 && (size & (size - 1)) == 0);
  return thread_group(parent.tile_size_ != 0 && parent.tile_size_ < size ? parent.tile_size_ : size);
}

template <class Group>
inline void sync(const Group& group, SIMT_SITE) {
  group.sync(file, line);
}
template <class Group>
inline auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
inline auto group_size(const Group& group) {
  return group.size();
}

/// What a branch leaves together is the hardware's choice, as with __activemask().
SIMT_NO_SUCH("coalesced_threads(): it depends on how the hardware schedules lanes; use a tile of the block")
thread_group coalesced_threads();

}  // namespace cooperative_groups

#undef SIMT_NO_SUCH
#undef SIMT_SITE
