// CUB's algorithms for a whole device, in the place of CUB's own headers. One thread of a kernel does the
// work, so all that it reads and writes is checked as a program's. Signatures, order of equal keys, temporary
// storage and what an empty input gives are CUB 3.0's; sums of floating point numbers add from the first to
// the last.
#pragma once

#if !defined(SIMT_PROGRAM)
#error "labs have no CUB; write the primitive yourself"
#endif
#include <cuda_runtime.h>

#include <cub/util_type.cuh>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <simt/for_each_thread.hpp>
#include <type_traits>

namespace simt::cub_device {

template <class It>
using ValueOf = std::remove_cv_t<typename std::iterator_traits<It>::value_type>;
/// Of an output iterator, which may not know it.
template <class Out, class In>
using ResultOf = std::conditional_t<std::is_void_v<ValueOf<Out>>, ValueOf<In>, ValueOf<Out>>;
template <class Op, class Init, class In>
using SumOf = std::decay_t<std::invoke_result_t<Op&, Init, ValueOf<In>>>;

struct Lesser {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};
struct Greater {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};
template <class T>
struct Limits {
  static_assert(std::numeric_limits<T>::is_specialized,
                "the CPU engine has CUB's Min and Max of numbers only");
  static constexpr T kMost = std::numeric_limits<T>::max(), kLeast = std::numeric_limits<T>::lowest();
};

template <class>
inline constexpr bool kHasIt = false;
/// A function of CUB's that programs rarely use.
#define SIMT_CUB_LACKS(NAME)                                                                          \
  template <class Arg, class... More>                                                                 \
  static cudaError_t NAME(Arg&&, More&&...) {                                                         \
    static_assert(::simt::cub_device::kHasIt<Arg>, "the CPU engine does not have CUB's " #NAME "()"); \
    return cudaErrorNotSupported;                                                                     \
  }

/// Without storage, asks for what the work wants; with too little, fails as CUB does. Else one thread of the
/// device does the work, with the storage at a multiple of 16 bytes.
template <class Work>
cudaError_t run(void* storage, size_t& bytes, size_t wanted, cudaStream_t stream, Work work) {
  wanted += 17;
  if (storage == nullptr) {
    bytes = wanted;
    return cudaSuccess;
  }
  if (bytes < wanted) return cudaErrorInvalidValue;
  auto in_thread = [=](size_t) mutable {
    char* const first = static_cast<char*>(storage);
    // An algorithm that needs none here needs some on a GPU. Calls in two streams write different values.
    first[0] = first[wanted - 1] = static_cast<char>(reinterpret_cast<std::uintptr_t>(stream) / 32);
    const auto address = reinterpret_cast<std::uintptr_t>(first);
    work(first + (16 - address % 16) % 16);
  };
  if (!in_kernel()) return for_each_thread(stream, 1, in_thread);
  in_thread(0);
  return cudaSuccess;
}

template <class In, class Count, class Op, class Acc>
Acc reduce(In in, Count begin, Count end, Op op, Acc sum) {
  for (Count i = begin; i < end; ++i) sum = op(sum, in[i]);
  return sum;
}
/// The place of the first element that none passes; `begin` if there is none.
template <class In, class Count, class Less>
Count first_of(In in, Count begin, Count end, Less less) {
  Count first = begin;
  for (Count i = begin; i < end; ++i) {
    if (less(in[i], in[first])) first = i;
  }
  return first;
}

struct DeviceReduce {
  template <class In, class Out, class N, class Op, class T>
  static cudaError_t Reduce(void* storage, size_t& bytes, In in, Out out, N n, Op op, T init,
                            cudaStream_t stream = nullptr) {
    return run(storage, bytes, 0, stream,
               [=](char*) mutable { *out = reduce(in, N(0), n, op, SumOf<Op, T, In>(init)); });
  }
  template <class In, class Out, class N, class Op, class Change, class T>
  static cudaError_t TransformReduce(void* storage, size_t& bytes, In in, Out out, N n, Op op, Change change,
                                     T init, cudaStream_t stream = nullptr) {
    return run(storage, bytes, 0, stream, [=](char*) mutable {
      std::decay_t<decltype(op(init, change(in[0])))> sum = init;
      for (N i = 0; i < n; ++i) sum = op(sum, change(in[i]));
      *out = sum;
    });
  }
  template <class In, class Out, class N>
  static cudaError_t Sum(void* storage, size_t& bytes, In in, Out out, N n, cudaStream_t stream = nullptr) {
    return Reduce(storage, bytes, in, out, n, std::plus<>(), ResultOf<Out, In>{}, stream);
  }
  template <class In, class Out, class N>
  static cudaError_t Min(void* storage, size_t& bytes, In in, Out out, N n, cudaStream_t stream = nullptr) {
    return Reduce(storage, bytes, in, out, n, Lesser(), Limits<ValueOf<In>>::kMost, stream);
  }
  template <class In, class Out, class N>
  static cudaError_t Max(void* storage, size_t& bytes, In in, Out out, N n, cudaStream_t stream = nullptr) {
    return Reduce(storage, bytes, in, out, n, Greater(), Limits<ValueOf<In>>::kLeast, stream);
  }
  /// To a KeyValuePair of place and value; {1, the type's limit} without input.
  template <class In, class Out>
  static cudaError_t ArgMin(void* storage, size_t& bytes, In in, Out out, int n,
                            cudaStream_t stream = nullptr) {
    return first(storage, bytes, in, out, n, std::less<>(), Limits<ValueOf<In>>::kMost, stream);
  }
  template <class In, class Out>
  static cudaError_t ArgMax(void* storage, size_t& bytes, In in, Out out, int n,
                            cudaStream_t stream = nullptr) {
    return first(storage, bytes, in, out, n, std::greater<>(), Limits<ValueOf<In>>::kLeast, stream);
  }
  template <class In, class Out, class Place>
  static cudaError_t ArgMin(void* storage, size_t& bytes, In in, Out out, Place place, std::int64_t n,
                            cudaStream_t stream = nullptr) {
    return first(storage, bytes, in, out, place, n, std::less<>(), Limits<ValueOf<In>>::kMost, stream);
  }
  template <class In, class Out, class Place>
  static cudaError_t ArgMax(void* storage, size_t& bytes, In in, Out out, Place place, std::int64_t n,
                            cudaStream_t stream = nullptr) {
    return first(storage, bytes, in, out, place, n, std::greater<>(), Limits<ValueOf<In>>::kLeast, stream);
  }
  template <class Keys, class KeysOut, class In, class Out, class Runs, class Op, class N>
  static cudaError_t ReduceByKey(void* storage, size_t& bytes, Keys keys, KeysOut keys_out, In in, Out out,
                                 Runs runs, Op op, N n, cudaStream_t stream = nullptr) {
    return run(storage, bytes, 0, stream, [=](char*) mutable {
      N found = 0;
      for (N i = 0; i < n;) {
        const ValueOf<Keys> key = keys[i];
        SumOf<Op, ValueOf<In>, In> sum = in[i];
        for (++i; i < n && key == keys[i]; ++i) sum = op(sum, in[i]);
        keys_out[found] = key;
        out[found++] = sum;
      }
      *runs = found;
    });
  }

 private:
  template <class In, class Out, class Less, class T>
  static cudaError_t first(void* storage, size_t& bytes, In in, Out out, int n, Less less, T limit,
                           cudaStream_t stream) {
    return run(storage, bytes, 0, stream, [=](char*) mutable {
      ValueOf<Out> pair;
      pair.key = n == 0 ? 1 : first_of(in, 0, n, less);
      pair.value = n == 0 ? limit : in[pair.key];
      *out = pair;
    });
  }
  template <class In, class Out, class Place, class Less, class T>
  static cudaError_t first(void* storage, size_t& bytes, In in, Out out, Place place, std::int64_t n,
                           Less less, T limit, cudaStream_t stream) {
    return run(storage, bytes, 0, stream, [=](char*) mutable {
      const std::int64_t at = n == 0 ? 1 : first_of(in, std::int64_t{0}, n, less);
      *place = at;
      *out = n == 0 ? limit : in[at];
    });
  }
};

struct DeviceSegmentedReduce {
  template <class In, class Out, class Begin, class End, class Op, class T>
  static cudaError_t Reduce(void* storage, size_t& bytes, In in, Out out, std::int64_t segments, Begin begin,
                            End end, Op op, T init, cudaStream_t stream = nullptr) {
    return run(storage, bytes, 0, stream, [=](char*) mutable {
      for (std::int64_t s = 0; s < segments; ++s)
        out[s] = reduce(in, std::int64_t(begin[s]), std::int64_t(end[s]), op, SumOf<Op, T, In>(init));
    });
  }
  template <class In, class Out, class Begin, class End>
  static cudaError_t Sum(void* storage, size_t& bytes, In in, Out out, std::int64_t segments, Begin begin,
                         End end, cudaStream_t stream = nullptr) {
    return Reduce(storage, bytes, in, out, segments, begin, end, std::plus<>(), ResultOf<Out, In>{}, stream);
  }
  template <class In, class Out, class Begin, class End>
  static cudaError_t Min(void* storage, size_t& bytes, In in, Out out, std::int64_t segments, Begin begin,
                         End end, cudaStream_t stream = nullptr) {
    return Reduce(storage, bytes, in, out, segments, begin, end, Lesser(), Limits<ValueOf<In>>::kMost,
                  stream);
  }
  template <class In, class Out, class Begin, class End>
  static cudaError_t Max(void* storage, size_t& bytes, In in, Out out, std::int64_t segments, Begin begin,
                         End end, cudaStream_t stream = nullptr) {
    return Reduce(storage, bytes, in, out, segments, begin, end, Greater(), Limits<ValueOf<In>>::kLeast,
                  stream);
  }
  SIMT_CUB_LACKS(ArgMin)
  SIMT_CUB_LACKS(ArgMax)
};

struct DeviceScan {
  template <class In, class Out, class Op, class T, class N>
  static cudaError_t ExclusiveScan(void* storage, size_t& bytes, In in, Out out, Op op, T init, N n,
                                   cudaStream_t stream = nullptr) {
    return run(storage, bytes, 0, stream, [=](char*) mutable {
      SumOf<Op, T, In> sum = init;
      for (N i = 0; i < n; ++i) {
        const ValueOf<In> value = in[i];  // in and out may be one array
        out[i] = sum;
        sum = op(sum, value);
      }
    });
  }
  template <class In, class Out, class Op, class T, class N>
  static cudaError_t InclusiveScanInit(void* storage, size_t& bytes, In in, Out out, Op op, T init, N n,
                                       cudaStream_t stream = nullptr) {
    return run(storage, bytes, 0, stream, [=](char*) mutable {
      SumOf<Op, T, In> sum = init;
      for (N i = 0; i < n; ++i) out[i] = sum = op(sum, in[i]);
    });
  }
  template <class In, class Out, class Op, class N>
  static cudaError_t InclusiveScan(void* storage, size_t& bytes, In in, Out out, Op op, N n,
                                   cudaStream_t stream = nullptr) {
    return run(storage, bytes, 0, stream, [=](char*) mutable {
      if (n == 0) return;
      SumOf<Op, ValueOf<In>, In> sum = in[0];
      out[0] = sum;
      for (N i = 1; i < n; ++i) out[i] = sum = op(sum, in[i]);
    });
  }
  template <class In, class Out, class N>
  static cudaError_t ExclusiveSum(void* storage, size_t& bytes, In in, Out out, N n,
                                  cudaStream_t stream = nullptr) {
    return ExclusiveScan(storage, bytes, in, out, std::plus<>(), ValueOf<In>{}, n, stream);
  }
  template <class In, class Out, class N>
  static cudaError_t InclusiveSum(void* storage, size_t& bytes, In in, Out out, N n,
                                  cudaStream_t stream = nullptr) {
    return InclusiveScan(storage, bytes, in, out, std::plus<>(), n, stream);
  }
  template <class It, class N>
  static cudaError_t ExclusiveSum(void* storage, size_t& bytes, It data, N n, cudaStream_t stream = nullptr) {
    return ExclusiveSum(storage, bytes, data, data, n, stream);
  }
  template <class It, class N>
  static cudaError_t InclusiveSum(void* storage, size_t& bytes, It data, N n, cudaStream_t stream = nullptr) {
    return InclusiveSum(storage, bytes, data, data, n, stream);
  }
  SIMT_CUB_LACKS(ExclusiveSumByKey)
  SIMT_CUB_LACKS(ExclusiveScanByKey)
  SIMT_CUB_LACKS(InclusiveSumByKey)
  SIMT_CUB_LACKS(InclusiveScanByKey)
};

struct DeviceSelect {
  template <class In, class Flags, class Out, class Count, class N>
  static cudaError_t Flagged(void* storage, size_t& bytes, In in, Flags flags, Out out, Count count, N n,
                             cudaStream_t stream = nullptr) {
    return select(
        storage, bytes, in, out, count, n, [=](N i) mutable { return bool(flags[i]); }, stream);
  }
  template <class It, class Flags, class Count, class N>
  static cudaError_t Flagged(void* storage, size_t& bytes, It data, Flags flags, Count count, N n,
                             cudaStream_t stream = nullptr) {
    return Flagged(storage, bytes, data, flags, data, count, n, stream);
  }
  template <class In, class Out, class Count, class N, class Predicate>
  static cudaError_t If(void* storage, size_t& bytes, In in, Out out, Count count, N n, Predicate predicate,
                        cudaStream_t stream = nullptr) {
    return select(
        storage, bytes, in, out, count, n, [=](N i) mutable { return bool(predicate(in[i])); }, stream);
  }
  template <class It, class Count, class N, class Predicate>
  static cudaError_t If(void* storage, size_t& bytes, It data, Count count, N n, Predicate predicate,
                        cudaStream_t stream = nullptr) {
    return If(storage, bytes, data, data, count, n, predicate, stream);
  }
  template <class In, class Out, class Count, class N>
  static cudaError_t Unique(void* storage, size_t& bytes, In in, Out out, Count count, N n,
                            cudaStream_t stream = nullptr) {
    return select(
        storage, bytes, in, out, count, n, [=](N i) { return i == 0 || !(in[i - 1] == in[i]); }, stream);
  }
  SIMT_CUB_LACKS(FlaggedIf)
  SIMT_CUB_LACKS(UniqueByKey)

 private:
  template <class In, class Out, class Count, class N, class Wanted>
  static cudaError_t select(void* storage, size_t& bytes, In in, Out out, Count count, N n, Wanted wanted,
                            cudaStream_t stream) {
    return run(storage, bytes, 0, stream, [=](char*) mutable {
      N found = 0;
      for (N i = 0; i < n; ++i) {
        if (wanted(i)) out[found++] = in[i];
      }
      *count = found;
    });
  }
};

/// The others come behind the selected ones, the last first.
struct DevicePartition {
  template <class In, class Flags, class Out, class Count, class N>
  static cudaError_t Flagged(void* storage, size_t& bytes, In in, Flags flags, Out out, Count count, N n,
                             cudaStream_t stream = nullptr) {
    return split(
        storage, bytes, in, out, count, n, [=](N i) mutable { return bool(flags[i]); }, stream);
  }
  template <class In, class Out, class Count, class N, class Predicate>
  static cudaError_t If(void* storage, size_t& bytes, In in, Out out, Count count, N n, Predicate predicate,
                        cudaStream_t stream = nullptr) {
    return split(
        storage, bytes, in, out, count, n, [=](N i) mutable { return bool(predicate(in[i])); }, stream);
  }

 private:
  template <class In, class Out, class Count, class N, class Wanted>
  static cudaError_t split(void* storage, size_t& bytes, In in, Out out, Count count, N n, Wanted wanted,
                           cudaStream_t stream) {
    return run(storage, bytes, 0, stream, [=](char*) mutable {
      N found = 0;
      for (N i = 0; i < n; ++i) out[wanted(i) ? found++ : n - 1 - (i - found)] = in[i];
      *count = found;
    });
  }
};

struct DeviceRunLengthEncode {
  template <class In, class Out, class Lengths, class Runs>
  static cudaError_t Encode(void* storage, size_t& bytes, In in, Out out, Lengths lengths, Runs runs, int n,
                            cudaStream_t stream = nullptr) {
    return run(storage, bytes, 0, stream, [=](char*) mutable {
      int found = 0;
      for (int i = 0; i < n; ++found) {
        const int begin = i;
        while (++i < n && in[begin] == in[i]) {
        }
        out[found] = in[begin];
        lengths[found] = i - begin;
      }
      *runs = found;
    });
  }
  SIMT_CUB_LACKS(NonTrivialRuns)
};

struct DeviceHistogram {
  template <class In, class Bin, class Level, class N>
  static cudaError_t HistogramEven(void* storage, size_t& bytes, In in, Bin* bins, int levels, Level lower,
                                   Level upper, N n, cudaStream_t stream = nullptr) {
    return count(storage, bytes, in, bins, levels - 1, n, stream,
                 [=](std::common_type_t<Level, ValueOf<In>> sample) {
                   if (sample < lower || !(sample < upper)) return -1;
                   if constexpr (std::is_integral_v<decltype(sample)>)
                     return int(std::int64_t(sample - lower) * (levels - 1) / std::int64_t(upper - lower));
                   else
                     return int((sample - lower) * (decltype(sample)(levels - 1) / (upper - lower)));
                 });
  }
  template <class In, class Bin, class Level, class N>
  static cudaError_t HistogramRange(void* storage, size_t& bytes, In in, Bin* bins, int levels,
                                    const Level* limits, N n, cudaStream_t stream = nullptr) {
    return count(storage, bytes, in, bins, levels - 1, n, stream, [=](const auto& sample) {
      const int above = int(std::upper_bound(limits, limits + levels, sample) - limits);
      return above == levels ? -1 : above - 1;
    });
  }
  SIMT_CUB_LACKS(MultiHistogramEven)
  SIMT_CUB_LACKS(MultiHistogramRange)

 private:
  template <class In, class Bin, class N, class BinOf>
  static cudaError_t count(void* storage, size_t& bytes, In in, Bin* bins, int size, N n, cudaStream_t stream,
                           BinOf bin_of) {
    return run(storage, bytes, 0, stream, [=](char*) mutable {
      for (int b = 0; b < size; ++b) bins[b] = 0;
      for (N i = 0; i < n; ++i) {
        if (const int b = bin_of(in[i]); b >= 0) ++bins[b];
      }
    });
  }
};

struct DeviceFor {
  template <class N, class Op>
  static cudaError_t Bulk(N n, Op op, cudaStream_t stream = nullptr) {
    return for_each_thread(stream, size_t(n), [=](size_t i) mutable { op(N(i)); });
  }
  template <class It, class N, class Op>
  static cudaError_t ForEachN(It first, N n, Op op, cudaStream_t stream = nullptr) {
    return for_each_thread(stream, size_t(n), [=](size_t i) mutable { op(first[N(i)]); });
  }
  template <class It, class Op>
  static cudaError_t ForEach(It first, It last, Op op, cudaStream_t stream = nullptr) {
    return ForEachN(first, last - first, op, stream);
  }
  template <class It, class Op>
  static cudaError_t ForEachCopy(It first, It last, Op op, cudaStream_t stream = nullptr) {
    return ForEachN(first, last - first, op, stream);
  }
};

}  // namespace simt::cub_device

CUB_NAMESPACE_BEGIN
using ::simt::cub_device::DeviceFor;
using ::simt::cub_device::DeviceHistogram;
using ::simt::cub_device::DevicePartition;
using ::simt::cub_device::DeviceReduce;
using ::simt::cub_device::DeviceRunLengthEncode;
using ::simt::cub_device::DeviceScan;
using ::simt::cub_device::DeviceSegmentedReduce;
using ::simt::cub_device::DeviceSelect;
CUB_NAMESPACE_END
