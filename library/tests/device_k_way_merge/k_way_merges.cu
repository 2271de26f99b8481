// device_k_way_merge for each type that the tests ask about, on whatever this file is compiled for.
#include <cuda_runtime.h>

#include <mergelab/device_k_way_merge.cuh>

#include "../shared/on_device.cuh"
#include "../shared/orders.cuh"
#include "../shared/requests.hpp"

namespace {

using mergelab::Less;
using namespace mergelab::detail;

/// A warp makes a share.
template <class Key, class Compare>
using SmallShares = KWayShape<Key, Compare, 16, 32, ItemsInRegisters<Key, mergelab::NoValues>::kItems, 1>;

template <class Key, class Compare>
using SmallFours = FourShape<Key, Compare, 32, ItemsInRegisters<Key, mergelab::NoValues>::kItems, 1, 16>;

template <class Key, class Compare>
int merge(const KWayRequest& request, Compare less) {
  const int k = request.k, total = request.total;
  const OnDevice<Key> lists(request.lists, total, request.lists_offset);
  const OnDevice<int> starts(request.starts, k + 1, request.starts_offset);
  OnDevice<Key> C(nullptr, total, request.C_offset);
  const cudaError_t made[] = {lists.status, starts.status, C.status};
  for (const cudaError_t status : made)
    if (status != cudaSuccess) return status;
  cudaError_t status = cudaSuccess;
  if (request.small_shares && total > 0 && k <= 4)
    status = launch_k_way_merge<SmallFours<Key, Compare>, TeamShape<4, 32, 8>, TeamShape<4, 4, 1>>(
        Lists<Key>{lists.get(), starts.get(), k, C.get()}, total, nullptr, less);
  else if (request.small_shares && total > 0)
    status = launch_k_way_merge<SmallShares<Key, Compare>, TeamShape<16, 64, 4>, TeamShape<16, 16, 1>>(
        Lists<Key>{lists.get(), starts.get(), k, C.get()}, total, nullptr, less);
  else
    status = mergelab::device_k_way_merge(lists.get(), starts.get(), k, total, C.get(), nullptr, less);
  if (status == cudaSuccess) status = cudaDeviceSynchronize();
  if (status != cudaSuccess) return status;
  const bool inside = C.fetch(request.C);
  if (C.status != cudaSuccess) return C.status;
  return inside ? 0 : kWroteBeside;
}

}  // namespace

#define K_WAY_MERGE(name, Key, less) \
  extern "C" int k_way_##name(const KWayRequest* request) { return merge<Key>(*request, less); }

K_WAY_MERGE(int8, signed char, Less{})
K_WAY_MERGE(int16, short, Less{})
K_WAY_MERGE(int32, int, Less{})
K_WAY_MERGE(int64, long long, Less{})
K_WAY_MERGE(double, double, Less{})
K_WAY_MERGE(float_descending, float, Greater{})
K_WAY_MERGE(keyed12, Keyed12, ByKey{})
K_WAY_MERGE(keyed16, Keyed16, ByKey{})

/// Which of the calls with bad arguments is not refused, or kAllRefused.
extern "C" int k_way_bad_arguments() {
  alignas(16) static int memory[8];
  int* const null = nullptr;
  int* const crooked = reinterpret_cast<int*>(reinterpret_cast<char*>(memory) + 1);
  const auto merge = [](const int* lists, const int* starts, int k, std::int64_t total, int* C) {
    return mergelab::device_k_way_merge(lists, starts, k, total, C);
  };
  return first_accepted({merge(memory, memory, -1, 1, memory), merge(memory, memory, 1025, 1, memory),
                         merge(memory, memory, 0, 1, memory), merge(memory, memory, 2, -1, memory),
                         merge(memory, memory, 2, std::int64_t{1} << 31, memory),
                         merge(null, memory, 2, 1, memory), merge(memory, null, 2, 1, memory),
                         merge(memory, memory, 2, 1, null), merge(memory, crooked, 2, 1, memory),
                         merge(crooked, memory, 2, 1, memory)});
}
/// No elements: nothing is launched, and null is welcome.
extern "C" int k_way_nothing() {
  int* const null = nullptr;
  return mergelab::device_k_way_merge(null, null, 0, 0, null) == cudaSuccess
             ? mergelab::device_k_way_merge(null, null, 7, 0, null)
             : cudaErrorUnknown;
}
