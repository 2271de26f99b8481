// device_merge_sort for each type that the tests ask about, on whatever this file is compiled for.
#include <cuda_runtime.h>

#include <mergelab/device_merge_sort.cuh>

#include "../shared/on_device.cuh"
#include "../shared/orders.cuh"
#include "../shared/requests.hpp"

namespace {

template <class Key, class Compare>
int sort(const SortRequest& request, Compare less) {
  const std::int64_t m = request.m;
  OnDevice<Key> A(request.A, m, request.A_offset), C(nullptr, m, request.C_offset),
      scratch(nullptr, m, request.scratch_offset);
  const cudaError_t made[] = {A.status, C.status, scratch.status};
  for (const cudaError_t status : made)
    if (status != cudaSuccess) return status;
  OnDevice<Key>& sorted = request.in_place ? A : C;

  cudaError_t status = cudaSuccess;
  if (request.wide_offsets && m > 0) {
    mergelab::detail::SortLaunch<Key, Compare> launch{nullptr, nullptr, m, nullptr, less, {}};
    if constexpr (sizeof(Key) >= 4)
      status = mergelab::detail::sort_by_quads<mergelab::detail::LongSort<Key>, std::int64_t>(
          launch, A.get(), sorted.get(), scratch.get());
    else
      status = mergelab::detail::sort_by_pairs<mergelab::detail::MiddleSort<Key>, std::int64_t>(
          launch, A.get(), sorted.get(), scratch.get());
  } else {
    status = mergelab::device_merge_sort(A.get(), m, sorted.get(), scratch.get(), nullptr, less);
  }
  if (status == cudaSuccess) status = cudaDeviceSynchronize();
  if (status != cudaSuccess) return status;
  const bool scratch_inside = scratch.fetch(request.A_after);  // of which only the margins are asked
  const bool A_inside = A.fetch(request.A_after), C_inside = sorted.fetch(request.C);
  if (sorted.status != cudaSuccess) return sorted.status;
  return scratch_inside && A_inside && C_inside ? 0 : kWroteBeside;
}

}  // namespace

#define SORT(name, Key, less) \
  extern "C" int sort_##name(const SortRequest* request) { return sort<Key>(*request, less); }

SORT(int8, signed char, mergelab::Less{})
SORT(int16, short, mergelab::Less{})
SORT(int32, int, mergelab::Less{})
SORT(int64, long long, mergelab::Less{})
SORT(float_descending, float, Greater{})
SORT(keyed12, Keyed12, ByKey{})
SORT(keyed16, Keyed16, ByKey{})

/// Which of the calls with bad arguments is not refused, or kAllRefused.
extern "C" int sort_bad_arguments() {
  alignas(16) static int memory[8];
  int* const null = nullptr;
  int* const crooked = reinterpret_cast<int*>(reinterpret_cast<char*>(memory) + 1);
  return first_accepted({mergelab::device_merge_sort(memory, -1, memory, memory),
                         mergelab::device_merge_sort(null, 1, memory, memory),
                         mergelab::device_merge_sort(memory, 1, null, memory),
                         mergelab::device_merge_sort(memory, 1, memory, null),
                         mergelab::device_merge_sort(crooked, 1, memory, memory),
                         mergelab::device_merge_sort(memory, 1, crooked, memory),
                         mergelab::device_merge_sort(memory, 1, memory, crooked),
                         mergelab::device_merge_sort(memory, INT64_MAX, memory, memory)});
}
/// No keys: nothing is launched, and null is welcome.
extern "C" int sort_nothing() {
  int* const null = nullptr;
  return mergelab::device_merge_sort(null, 0, null, null);
}
