// device_merge for each type that the tests ask about, on whatever this file is compiled for.
#include <cuda_runtime.h>

#include <mergelab/device_merge.cuh>
#include <type_traits>

#include "request.hpp"

namespace {

struct ByKey {
  template <class T>
  __host__ __device__ bool operator()(const T& a, const T& b) const {
    return a.key < b.key;
  }
};
struct Greater {
  __host__ __device__ bool operator()(float a, float b) const { return a > b; }
};

constexpr unsigned char kPoison = 0xA5;
constexpr int kMargin = 64;  // bytes

/// Elements in device memory, at an offset from an aligned address, between margins.
template <class T>
class OnDevice {
 public:
  OnDevice(const void* from, std::int64_t size, int offset)
      : bytes_(size * sizeof(T)), begin_(kMargin + offset * sizeof(T)), all_(begin_ + bytes_ + kMargin) {
    status = cudaMalloc(&memory_, all_);
    if (status == cudaSuccess) status = cudaMemset(memory_, kPoison, all_);
    if (status == cudaSuccess && from != nullptr && bytes_ > 0)
      status = cudaMemcpy(memory_ + begin_, from, bytes_, cudaMemcpyHostToDevice);
  }
  ~OnDevice() { cudaFree(memory_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  T* get() const { return reinterpret_cast<T*>(memory_ + begin_); }
  /// Copies to the host; whether the margins are as they were.
  bool fetch(void* to) {
    if (bytes_ > 0) status = cudaMemcpy(to, memory_ + begin_, bytes_, cudaMemcpyDeviceToHost);
    return is_poison(0, begin_) && is_poison(begin_ + bytes_, all_);
  }
  cudaError_t status;

 private:
  bool is_poison(std::size_t from, std::size_t to) {
    unsigned char margin[kMargin + 16 * 16];
    if (status == cudaSuccess) status = cudaMemcpy(margin, memory_ + from, to - from, cudaMemcpyDeviceToHost);
    for (std::size_t i = 0; i < to - from; ++i)
      if (margin[i] != kPoison) return false;
    return true;
  }
  unsigned char* memory_ = nullptr;
  std::size_t bytes_, begin_, all_;
};

template <class Key, class Value, class Compare>
int merge(const MergeRequest& request, Compare less) {
  constexpr bool kHasValues = !std::is_same<Value, mergelab::NoValues>::value;
  const std::int64_t m = request.m, n = request.n, outputs = m + n;
  const OnDevice<Key> A(request.A, m, request.A_offset), B(request.B, n, request.B_offset);
  OnDevice<Key> C(nullptr, outputs, request.C_offset);
  const OnDevice<Value> A_values(request.A_values, kHasValues ? m : 0, request.values_offset);
  const OnDevice<Value> B_values(request.B_values, kHasValues ? n : 0, request.values_offset);
  OnDevice<Value> C_values(nullptr, kHasValues ? outputs : 0, request.values_offset);
  const cudaError_t made[] = {A.status,        B.status,        C.status,
                              A_values.status, B_values.status, C_values.status};
  for (const cudaError_t status : made)
    if (status != cudaSuccess) return status;

  cudaError_t status = cudaSuccess;
  if (request.multiprocessors > 0) {
    const mergelab::detail::Arrays<Key, Value, std::int64_t> arrays{
        A.get(), m, B.get(), n, C.get(), A_values.get(), B_values.get(), C_values.get()};
    status =
        request.wide_offsets
            ? mergelab::detail::launch_merge<std::int64_t>(arrays, nullptr, less, request.multiprocessors)
            : mergelab::detail::launch_merge<std::int32_t>(arrays, nullptr, less, request.multiprocessors);
  } else if constexpr (kHasValues) {
    status = mergelab::device_merge(A.get(), m, B.get(), n, C.get(), nullptr, less,
                                    mergelab::values<Value>(A_values.get(), B_values.get(), C_values.get()));
  } else {
    status = mergelab::device_merge(A.get(), m, B.get(), n, C.get(), nullptr, less);
  }
  if (status == cudaSuccess) status = cudaDeviceSynchronize();
  if (status != cudaSuccess) return status;
  bool inside = C.fetch(request.C);
  if (kHasValues) inside = C_values.fetch(request.C_values) && inside;
  if (C.status != cudaSuccess) return C.status;
  return inside ? 0 : kWroteBeside;
}

}  // namespace

#define MERGE(name, Key, Value, less) \
  extern "C" int merge_##name(const MergeRequest* request) { return merge<Key, Value>(*request, less); }

MERGE(int8, signed char, mergelab::NoValues, mergelab::Less{})
MERGE(int16, short, mergelab::NoValues, mergelab::Less{})
MERGE(int32, int, mergelab::NoValues, mergelab::Less{})
MERGE(int64, long long, mergelab::NoValues, mergelab::Less{})
MERGE(float_descending, float, mergelab::NoValues, Greater{})
MERGE(keyed12, Keyed12, mergelab::NoValues, ByKey{})
MERGE(keyed16, Keyed16, mergelab::NoValues, ByKey{})
MERGE(int32_with_int32, int, int, mergelab::Less{})
MERGE(int8_with_int64, signed char, long long, mergelab::Less{})
MERGE(int64_with_int8, long long, signed char, mergelab::Less{})

/// What device_merge returns for arguments that it refuses, one after another; cudaErrorInvalidValue for
/// each.
extern "C" int merge_bad_arguments(int which) {
  alignas(16) static int memory[8];
  int* const null = nullptr;
  int* const crooked = reinterpret_cast<int*>(reinterpret_cast<char*>(memory) + 1);
  switch (which) {
    case 0:
      return mergelab::device_merge(memory, -1, memory, 1, memory);
    case 1:
      return mergelab::device_merge(memory, 1, memory, -1, memory);
    case 2:
      return mergelab::device_merge(null, 1, memory, 1, memory);
    case 3:
      return mergelab::device_merge(memory, 1, null, 1, memory);
    case 4:
      return mergelab::device_merge(memory, 1, memory, 1, null);
    case 5:
      return mergelab::device_merge(crooked, 1, memory, 1, memory);
    case 6:
      return mergelab::device_merge(memory, 1, memory, 1, crooked);
    case 7:
      return mergelab::device_merge(memory, 1, memory, 1, memory, nullptr, mergelab::Less{},
                                    mergelab::values<int>(memory, null, memory));
    case 8:
      return mergelab::device_merge(memory, INT64_MAX, memory, 1, memory);
    case 9:
      return mergelab::device_merge(memory, INT64_MAX / 2, memory, INT64_MAX / 2, memory);
    default:
      return -1;
  }
}
/// No keys: nothing is launched, and null is welcome.
extern "C" int merge_nothing() {
  return mergelab::device_merge(static_cast<const int*>(nullptr), 0, static_cast<const int*>(nullptr), 0,
                                static_cast<int*>(nullptr));
}
