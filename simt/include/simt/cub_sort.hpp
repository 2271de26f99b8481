// CUB's sorts and merges for a whole device, in the place of CUB's own headers. Equal keys keep their order.
#pragma once

#include <algorithm>
#include <cstring>
#include <simt/cub_device.hpp>

namespace simt::cub_device {

/// The numbers from `begin` to `end` as `less` orders them, equal ones as they were. Uses 2 * (end - begin)
/// numbers of storage, and returns which half has the result.
template <class Less>
const std::int64_t* sorted(std::int64_t* order, std::int64_t begin, std::int64_t end, const Less& less) {
  const std::int64_t n = end - begin;
  std::int64_t* other = order + n;
  for (std::int64_t i = 0; i < n; ++i) order[i] = begin + i;
  for (std::int64_t width = 1; width < n; width *= 2) {
    for (std::int64_t at = 0; at < n; at += 2 * width) {
      const std::int64_t middle = std::min(at + width, n), last = std::min(at + 2 * width, n);
      std::int64_t i = at, j = middle;
      for (std::int64_t k = at; k < last; ++k) {
        const bool first_is_next = i < middle && (j >= last || !less(order[j], order[i]));
        other[k] = first_is_next ? order[i++] : order[j++];
      }
    }
    std::swap(order, other);
  }
  return order;
}
/// Moves in that order, by way of storage: `from` and `to` may be one array.
template <class In, class Out>
void reorder(char* storage, const std::int64_t* order, std::int64_t begin, std::int64_t end, In from,
             Out to) {
  using T = ValueOf<In>;
  T* const moved = reinterpret_cast<T*>(storage);
  for (std::int64_t i = begin; i < end; ++i) ::new (moved + (i - begin)) T(from[order[i - begin]]);
  for (std::int64_t i = begin; i < end; ++i) to[i] = moved[i - begin];
}
struct NoValues {};
template <class In>
constexpr size_t size_of_value() {
  if constexpr (std::is_same_v<In, NoValues>)
    return 0;
  else
    return sizeof(ValueOf<In>);
}
/// Sorts each segment by `less(key, key)`. `bounds(s)` is where segment s begins and ends.
template <class Keys, class KeysOut, class Values, class ValuesOut, class Bounds, class Less>
cudaError_t sort(void* storage, size_t& bytes, Keys keys, KeysOut keys_out, Values values,
                 ValuesOut values_out, std::int64_t n, std::int64_t segments, Bounds bounds, Less less,
                 cudaStream_t stream) {
  const size_t each = 2 * sizeof(std::int64_t) + std::max(sizeof(ValueOf<Keys>), size_of_value<Values>());
  return run(storage, bytes, size_t(n) * each, stream, [=](char* room) mutable {
    for (std::int64_t s = 0; s < segments; ++s) {
      const auto [begin, end] = bounds(s);
      const auto by_keys = [&](std::int64_t a, std::int64_t b) { return less(keys[a], keys[b]); };
      const std::int64_t* const order = sorted(reinterpret_cast<std::int64_t*>(room), begin, end, by_keys);
      char* const moved = room + 2 * sizeof(std::int64_t) * size_t(end - begin);
      if constexpr (!std::is_same_v<Values, NoValues>) reorder(moved, order, begin, end, values, values_out);
      reorder(moved, order, begin, end, keys, keys_out);
    }
  });
}
struct Bounds {
  std::int64_t begin, end;
};
inline auto whole(std::int64_t n) {
  return [n](std::int64_t) { return Bounds{0, n}; };
}
template <class Begin, class End>
auto segments(Begin begin, End end) {
  return [=](std::int64_t s) { return Bounds{std::int64_t(begin[s]), std::int64_t(end[s])}; };
}

/// Bits `begin` to `end` of a key as a number in whose order radix sorts put the keys.
template <class Key>
auto digits(Key key, int begin, int end) {
  static_assert(sizeof(Key) <= 8, "the CPU engine sorts keys of up to 8 bytes by their bits");
  constexpr int kBits = 8 * sizeof(Key);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &key, sizeof key);
  const std::uint64_t sign = std::uint64_t{1} << (kBits - 1), all = sign | (sign - 1);
  if constexpr (!std::is_integral_v<Key>) {
    if (bits == sign) bits = 0;  // -0 equals 0
    bits ^= (bits & sign) != 0 ? all : sign;
  } else if constexpr (std::is_signed_v<Key>) {
    bits ^= sign;
  }
  bits = begin >= kBits ? 0 : bits >> begin;
  return end - begin >= kBits ? bits : bits & ((std::uint64_t{1} << (end - begin)) - 1);
}
template <bool kDescends>
struct ByDigits {
  int begin, end;
  template <class Key>
  bool operator()(const Key& a, const Key& b) const {
    const auto left = digits(a, begin, end), right = digits(b, begin, end);
    return kDescends ? right < left : left < right;
  }
};

/// A DoubleBuffer's other array has the result.
struct DeviceRadixSort {
  template <class K>
  static constexpr int kBits = 8 * sizeof(K);
  template <class K>
  using Buffer = CUB_NS_QUALIFIER::DoubleBuffer<K>;
#define SIMT_CUB_RADIX_SORTS(KEYS, PAIRS, DESCENDS)                                                         \
  template <class K, class N>                                                                               \
  static cudaError_t KEYS(void* storage, size_t& bytes, const K* keys, K* keys_out, N n, int begin_bit = 0, \
                          int end_bit = kBits<K>, cudaStream_t stream = nullptr) {                          \
    return sort(storage, bytes, keys, keys_out, NoValues(), NoValues(), n, 1, whole(n),                     \
                ByDigits<DESCENDS>{begin_bit, end_bit}, stream);                                            \
  }                                                                                                         \
  template <class K, class V, class N>                                                                      \
  static cudaError_t PAIRS(void* storage, size_t& bytes, const K* keys, K* keys_out, const V* values,       \
                           V* values_out, N n, int begin_bit = 0, int end_bit = kBits<K>,                   \
                           cudaStream_t stream = nullptr) {                                                 \
    return sort(storage, bytes, keys, keys_out, values, values_out, n, 1, whole(n),                         \
                ByDigits<DESCENDS>{begin_bit, end_bit}, stream);                                            \
  }                                                                                                         \
  template <class K, class N>                                                                               \
  static cudaError_t KEYS(void* storage, size_t& bytes, Buffer<K>& keys, N n, int begin_bit = 0,            \
                          int end_bit = kBits<K>, cudaStream_t stream = nullptr) {                          \
    const cudaError_t error =                                                                               \
        KEYS(storage, bytes, keys.Current(), keys.Alternate(), n, begin_bit, end_bit, stream);              \
    if (storage != nullptr && error == cudaSuccess) keys.selector ^= 1;                                     \
    return error;                                                                                           \
  }                                                                                                         \
  template <class K, class V, class N>                                                                      \
  static cudaError_t PAIRS(void* storage, size_t& bytes, Buffer<K>& keys, Buffer<V>& values, N n,           \
                           int begin_bit = 0, int end_bit = kBits<K>, cudaStream_t stream = nullptr) {      \
    const cudaError_t error = PAIRS(storage, bytes, keys.Current(), keys.Alternate(), values.Current(),     \
                                    values.Alternate(), n, begin_bit, end_bit, stream);                     \
    if (storage != nullptr && error == cudaSuccess) keys.selector ^= 1, values.selector ^= 1;               \
    return error;                                                                                           \
  }
  SIMT_CUB_RADIX_SORTS(SortKeys, SortPairs, false)
  SIMT_CUB_RADIX_SORTS(SortKeysDescending, SortPairsDescending, true)
#undef SIMT_CUB_RADIX_SORTS
};

/// Keys outside all segments stay as they are.
struct DeviceSegmentedSort {
#define SIMT_CUB_SEGMENTED_SORTS(KEYS, PAIRS, LESS)                                                     \
  template <class K, class Begin, class End>                                                            \
  static cudaError_t KEYS(void* storage, size_t& bytes, const K* keys, K* keys_out, std::int64_t n,     \
                          std::int64_t count, Begin begin, End end, cudaStream_t stream = nullptr) {    \
    return sort(storage, bytes, keys, keys_out, NoValues(), NoValues(), n, count, segments(begin, end), \
                LESS<>(), stream);                                                                      \
  }                                                                                                     \
  template <class K, class V, class Begin, class End>                                                   \
  static cudaError_t PAIRS(void* storage, size_t& bytes, const K* keys, K* keys_out, const V* values,   \
                           V* values_out, std::int64_t n, std::int64_t count, Begin begin, End end,     \
                           cudaStream_t stream = nullptr) {                                             \
    return sort(storage, bytes, keys, keys_out, values, values_out, n, count, segments(begin, end),     \
                LESS<>(), stream);                                                                      \
  }
  SIMT_CUB_SEGMENTED_SORTS(SortKeys, SortPairs, std::less)
  SIMT_CUB_SEGMENTED_SORTS(StableSortKeys, StableSortPairs, std::less)
  SIMT_CUB_SEGMENTED_SORTS(SortKeysDescending, SortPairsDescending, std::greater)
  SIMT_CUB_SEGMENTED_SORTS(StableSortKeysDescending, StableSortPairsDescending, std::greater)
#undef SIMT_CUB_SEGMENTED_SORTS
};

struct DeviceMergeSort {
#define SIMT_CUB_MERGE_SORTS(STABLE)                                                                        \
  template <class Keys, class N, class Less>                                                                \
  static cudaError_t STABLE##SortKeys(void* storage, size_t& bytes, Keys keys, N n, Less less,              \
                                      cudaStream_t stream = nullptr) {                                      \
    return sort(storage, bytes, keys, keys, NoValues(), NoValues(), n, 1, whole(n), less, stream);          \
  }                                                                                                         \
  template <class Keys, class Values, class N, class Less>                                                  \
  static cudaError_t STABLE##SortPairs(void* storage, size_t& bytes, Keys keys, Values values, N n,         \
                                       Less less, cudaStream_t stream = nullptr) {                          \
    return sort(storage, bytes, keys, keys, values, values, n, 1, whole(n), less, stream);                  \
  }                                                                                                         \
  template <class Keys, class Out, class N, class Less>                                                     \
  static cudaError_t STABLE##SortKeysCopy(void* storage, size_t& bytes, Keys keys, Out out, N n, Less less, \
                                          cudaStream_t stream = nullptr) {                                  \
    return sort(storage, bytes, keys, out, NoValues(), NoValues(), n, 1, whole(n), less, stream);           \
  }
  SIMT_CUB_MERGE_SORTS()
  SIMT_CUB_MERGE_SORTS(Stable)
#undef SIMT_CUB_MERGE_SORTS
  template <class Keys, class Values, class KeysOut, class ValuesOut, class N, class Less>
  static cudaError_t SortPairsCopy(void* storage, size_t& bytes, Keys keys, Values values, KeysOut keys_out,
                                   ValuesOut values_out, N n, Less less, cudaStream_t stream = nullptr) {
    return sort(storage, bytes, keys, keys_out, values, values_out, n, 1, whole(n), less, stream);
  }
};

struct DeviceMerge {
  template <class A, class B, class Out, class Less = std::less<>>
  static cudaError_t MergeKeys(void* storage, size_t& bytes, A a, std::int64_t m, B b, std::int64_t n,
                               Out out, Less less = {}, cudaStream_t stream = nullptr) {
    return MergePairs(storage, bytes, a, NoValues(), m, b, NoValues(), n, out, NoValues(), less, stream);
  }
  template <class A, class OfA, class B, class OfB, class Out, class ValuesOut, class Less = std::less<>>
  static cudaError_t MergePairs(void* storage, size_t& bytes, A a, OfA of_a, std::int64_t m, B b, OfB of_b,
                                std::int64_t n, Out out, ValuesOut values_out, Less less = {},
                                cudaStream_t stream = nullptr) {
    return run(storage, bytes, 0, stream, [=](char*) mutable {
      for (std::int64_t i = 0, j = 0; i + j < m + n;) {
        const bool from_a = i < m && (j >= n || !less(b[j], a[i]));
        const std::int64_t k = i + j;
        if constexpr (!std::is_same_v<ValuesOut, NoValues>) values_out[k] = from_a ? of_a[i] : of_b[j];
        out[k] = from_a ? a[i] : b[j];
        ++(from_a ? i : j);
      }
    });
  }
};

}  // namespace simt::cub_device

CUB_NAMESPACE_BEGIN
using ::simt::cub_device::DeviceMerge;
using ::simt::cub_device::DeviceMergeSort;
using ::simt::cub_device::DeviceRadixSort;
using ::simt::cub_device::DeviceSegmentedSort;
CUB_NAMESPACE_END
