// Tiles of cooperative groups, with a size known at compile time, and parts of them.
#pragma once

#include <simt/groups.hpp>

namespace cooperative_groups {

/// `Size` consecutive lanes of a warp.
template <unsigned int Size>
class warp_tile : public thread_group {
 public:
  static void sync(SIMT_SITE) { __syncwarp(mask(), site); }
  template <class T>
  static T shfl(T value, int rank, SIMT_SITE) {
    return from(value, ::simt::source_of(::simt::lane(), rank, kWidth), site);
  }
  template <class T>
  static T shfl_up(T value, unsigned int delta, SIMT_SITE) {
    return from(value, ::simt::source_above(::simt::lane(), delta, kWidth), site);
  }
  template <class T>
  static T shfl_down(T value, unsigned int delta, SIMT_SITE) {
    return from(value, ::simt::source_below(::simt::lane(), delta, kWidth), site);
  }
  template <class T>
  static T shfl_xor(T value, unsigned int rank_mask, SIMT_SITE) {
    return from(value, ::simt::source_across(::simt::lane(), static_cast<int>(rank_mask), kWidth), site);
  }
  static int any(int predicate, SIMT_SITE) { return ::__any_sync(mask(), predicate, site); }
  static int all(int predicate, SIMT_SITE) { return ::__all_sync(mask(), predicate, site); }
  static unsigned int ballot(int predicate, SIMT_SITE) {
    return ::__ballot_sync(mask(), predicate, site) >> first_lane();
  }
  template <class T>
  static unsigned int match_any(T value, SIMT_SITE) {
    return ::__match_any_sync(mask(), value, site) >> first_lane();
  }
  template <class T>
  static unsigned int match_all(T value, int& agree, SIMT_SITE) {
    return ::__match_all_sync(mask(), value, &agree, site) >> first_lane();
  }

 protected:
  warp_tile(unsigned int meta_rank, unsigned int meta_size)
      : thread_group(Lanes{mask(), meta_rank, meta_size, true}) {}

 private:
  template <class Group>
  friend unsigned int lanes_of(const Group& group);
  static constexpr int kWidth = static_cast<int>(Size);
  static unsigned int mask() { return ::simt::tile_mask(Size); }
  static unsigned int first_lane() { return ::simt::thread_in_block() % 32 / Size * Size; }
  template <class T>
  static T from(const T& value, int source, ::simt::CallSite site) {
    static_assert(sizeof(T) <= 32, "collectives of cooperative groups take types of at most 32 bytes");
    return ::simt::shuffle(mask(), value, source, site);
  }
};

/// `Size` threads of several warps.
template <unsigned int Size>
class block_tile {
 public:
  static void sync(SIMT_SITE) { ::simt::tile_exchange(::simt::WarpOp::Sync, Size, 0, 0, site); }
  template <class T>
  static T shfl(T value, unsigned int rank, SIMT_SITE) {
    static_assert(sizeof(T) <= 8, "collectives of tiles beyond a warp take types of at most 8 bytes");
    return ::simt::exchange_pieces(value, [=](unsigned long long bits) {
      return ::simt::tile_exchange(::simt::WarpOp::Shuffle, Size, bits, rank, site);
    });
  }
  static int any(int predicate, SIMT_SITE) { return (votes(predicate, site) & 1) != 0; }
  static int all(int predicate, SIMT_SITE) { return (votes(predicate, site) & 2) != 0; }

 protected:
  block_tile(unsigned int meta_rank, unsigned int meta_size) : lanes_{meta_rank, meta_size} {}
  struct {
    unsigned int meta_rank, meta_size;
  } lanes_;

 private:
  static unsigned long long votes(int predicate, ::simt::CallSite site) {
    return ::simt::tile_exchange(::simt::WarpOp::Ballot, Size, predicate != 0, 0, site);
  }
};

template <bool Wide, unsigned int Size>
struct tile_of {
  using type = warp_tile<Size>;
};
template <unsigned int Size>
struct tile_of<true, Size> {
  using type = block_tile<Size>;
};

template <unsigned int Size, class Parent = void>
class thread_block_tile : public tile_of<(Size > 32), Size>::type {
  static_assert(Size > 0 && Size <= 1024 && (Size & (Size - 1)) == 0,
                "a tile has 1, 2, 4, 8, 16, 32, 64, 128, 256, 512 or 1024 threads");
  using Base = typename tile_of<(Size > 32), Size>::type;

 public:
  static constexpr unsigned int kTileSize = Size;

  static unsigned int thread_rank() { return ::simt::thread_in_block() % Size; }
  static constexpr unsigned int size() { return Size; }
  static constexpr unsigned int num_threads() { return Size; }
  /// The tile's rank in the parent, and the number of tiles.
  unsigned int meta_group_rank() const { return this->lanes_.meta_rank; }
  unsigned int meta_group_size() const { return this->lanes_.meta_size; }

  /// A tile with an unnamed parent: thread_block_tile<32>.
  template <class Param>
  thread_block_tile(const thread_block_tile<Size, Param>& tile)
      : Base(tile.meta_group_rank(), tile.meta_group_size()) {}

 private:
  template <unsigned int Count, class Param>
  friend thread_block_tile<Count, Param> tiled_partition(const Param& parent);
  friend thread_block_tile<1> this_thread();
  thread_block_tile(unsigned int meta_rank, unsigned int meta_size) : Base(meta_rank, meta_size) {}
};

template <unsigned int Size, class Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  return {static_cast<unsigned int>(parent.thread_rank()) / Size,
          (static_cast<unsigned int>(parent.size()) + Size - 1) / Size};
}
inline thread_block_tile<1> this_thread() { return {0, 1}; }

template <class Group>
inline unsigned int lanes_of(const Group& group) {
  return group.mask();
}
template <class Group>
inline coalesced_group part_of(const Group&, unsigned int mask, unsigned int rank, unsigned int count) {
  return coalesced_group({mask, rank, count, false});
}

/// The group's threads with the caller's predicate.
template <class Group>
inline coalesced_group binary_partition(const Group& group, bool predicate, SIMT_SITE) {
  static_assert(Group::kTileSize <= 32, "binary_partition takes tiles of at most 32 threads");
  const unsigned int all = __ballot_sync(lanes_of(group), 1, site);
  const unsigned int yes = __ballot_sync(lanes_of(group), predicate, site);
  if (yes == 0 || yes == all) return part_of(group, all, 0, 1);
  return part_of(group, predicate ? yes : all & ~yes, predicate, 2);
}

template <class T>
constexpr bool kIsLabel = __is_enum(T);
#define SIMT_LABEL(T) \
  template <>         \
  inline constexpr bool kIsLabel<T> = true;
SIMT_LABEL(char)
SIMT_LABEL(signed char)
SIMT_LABEL(unsigned char)
SIMT_LABEL(short)
SIMT_LABEL(unsigned short)
SIMT_LABEL(int)
SIMT_LABEL(unsigned int)
SIMT_LABEL(long)
SIMT_LABEL(unsigned long)
SIMT_LABEL(long long)
SIMT_LABEL(unsigned long long)
#undef SIMT_LABEL
template <class T>
constexpr bool kIsLabel<T*> = true;

/// The group's threads with the caller's label; the parts are numbered by their first lanes.
template <class Group, class Label>
inline coalesced_group labeled_partition(const Group& group, Label label, SIMT_SITE) {
  static_assert(Group::kTileSize <= 32, "labeled_partition takes tiles of at most 32 threads");
  static_assert(kIsLabel<Label>, "a label of labeled_partition is an integer or a pointer");
  const unsigned int all = lanes_of(group);
  const unsigned int mine = __match_any_sync(all, (unsigned long long)label, site);
  const int first = __builtin_ctz(mine);
  const unsigned int firsts = __ballot_sync(all, first == ::simt::lane(), site);
  return part_of(group, mine, static_cast<unsigned int>(__builtin_popcount(firsts & ((1U << first) - 1))),
                 static_cast<unsigned int>(__builtin_popcount(firsts)));
}
template <class Group>
inline coalesced_group labeled_partition(const Group& group, bool label, SIMT_SITE) {
  return binary_partition(group, label, site);
}

}  // namespace cooperative_groups
