// device_merge for each type that the tests ask about, on whatever this file is compiled for.
#include <cuda_runtime.h>

#include <mergelab/device_merge.cuh>
#include <type_traits>

#include "../shared/on_device.cuh"
#include "../shared/orders.cuh"
#include "../shared/requests.hpp"

namespace {

/// Kept from merge to merge, as a caller keeps it.
mergelab::MergeWorkspace* workspace() {
  static mergelab::MergeWorkspace reserved;
  static const cudaError_t status = reserved.reserve(1 << 20);
  return status == cudaSuccess ? &reserved : nullptr;
}

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

  mergelab::MergeWorkspace* const with = request.workspace ? workspace() : nullptr;
  cudaError_t status = cudaSuccess;
  if (request.multiprocessors > 0) {
    const mergelab::detail::Arrays<Key, Value, std::int64_t> arrays{
        A.get(), m, B.get(), n, C.get(), A_values.get(), B_values.get(), C_values.get()};
    status = request.wide_offsets ? mergelab::detail::launch_merge<std::int64_t>(
                                        arrays, nullptr, less, request.multiprocessors, with)
                                  : mergelab::detail::launch_merge<std::int32_t>(
                                        arrays, nullptr, less, request.multiprocessors, with);
  } else if constexpr (kHasValues) {
    status =
        mergelab::device_merge(A.get(), m, B.get(), n, C.get(), nullptr, less,
                               mergelab::values<Value>(A_values.get(), B_values.get(), C_values.get()), with);
  } else {
    status =
        mergelab::device_merge(A.get(), m, B.get(), n, C.get(), nullptr, less, mergelab::no_values, with);
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
MERGE(keyed8, Keyed8, mergelab::NoValues, ByKey{})
MERGE(keyed12, Keyed12, mergelab::NoValues, ByKey{})
MERGE(keyed16, Keyed16, mergelab::NoValues, ByKey{})
MERGE(int32_with_int32, int, int, mergelab::Less{})
MERGE(int8_with_int64, signed char, long long, mergelab::Less{})
MERGE(int64_with_int8, long long, signed char, mergelab::Less{})

/// Which of the calls with bad arguments is not refused, or kAllRefused.
extern "C" int merge_bad_arguments() {
  alignas(16) static int memory[8];
  int* const null = nullptr;
  int* const crooked = reinterpret_cast<int*>(reinterpret_cast<char*>(memory) + 1);
  return first_accepted({mergelab::device_merge(memory, -1, memory, 1, memory),
                         mergelab::device_merge(memory, 1, memory, -1, memory),
                         mergelab::device_merge(null, 1, memory, 1, memory),
                         mergelab::device_merge(memory, 1, null, 1, memory),
                         mergelab::device_merge(memory, 1, memory, 1, null),
                         mergelab::device_merge(crooked, 1, memory, 1, memory),
                         mergelab::device_merge(memory, 1, memory, 1, crooked),
                         mergelab::device_merge(memory, 1, memory, 1, memory, nullptr, mergelab::Less{},
                                                mergelab::values<int>(memory, null, memory)),
                         mergelab::device_merge(memory, INT64_MAX, memory, 1, memory),
                         mergelab::device_merge(memory, INT64_MAX / 2, memory, INT64_MAX / 2, memory)});
}
/// No keys: nothing is launched, and null is welcome.
extern "C" int merge_nothing() {
  return mergelab::device_merge(static_cast<const int*>(nullptr), 0, static_cast<const int*>(nullptr), 0,
                                static_cast<int*>(nullptr));
}

namespace {
__global__ void set_crowds_kernel(unsigned long long crowds) { mergelab::detail::crowds_seen = crowds; }
__global__ void get_crowds_kernel(unsigned long long* crowds) { *crowds = mergelab::detail::crowds_seen; }
}  // namespace

/// How often a merge of ints has seen lanes that meet in a bank; a negative number if something failed.
extern "C" int merge_crowds(const MergeRequest* request) {
  set_crowds_kernel<<<1, 1>>>(0);
  if (cudaGetLastError() != cudaSuccess) return -1;
  if (merge<int, mergelab::NoValues>(*request, mergelab::Less{}) != cudaSuccess) return -1;
  const OnDevice<unsigned long long> crowds(nullptr, 1, 0);
  get_crowds_kernel<<<1, 1>>>(crowds.get());
  if (cudaGetLastError() != cudaSuccess) return -2;
  unsigned long long seen = 0;
  if (cudaMemcpy(&seen, crowds.get(), sizeof seen, cudaMemcpyDeviceToHost) != cudaSuccess) return -2;
  return static_cast<int>(seen & 0xffffffffU);
}

/// The workspace's content when a merge begins: not the merge's, and some of another.
enum class Leftover { first_half_of_another, marks_of_a_later_one, nothing_published };

/// Merges with a workspace in which another merge has left something, or has just written. Returns as the
/// others.
extern "C" int merge_over_leftovers(int which, const MergeRequest* request) {
  const OnDevice<int> A(request->A, request->m, 0), B(request->B, request->n, 0);
  OnDevice<int> C(nullptr, request->m + request->n, 0);
  for (const cudaError_t status : {A.status, B.status, C.status})
    if (status != cudaSuccess) return status;
  using mergelab::Less;
  using mergelab::NoValues;
  using namespace mergelab::detail;
  mergelab::MergeWorkspace& shared = *workspace();
  auto* const found = static_cast<FoundSplit*>(shared.memory());
  const auto m = static_cast<std::int32_t>(request->m), n = static_cast<std::int32_t>(request->n);
  const Arrays<int, NoValues, std::int32_t> arrays{A.get(), m,       B.get(), n,
                                                   C.get(), nullptr, nullptr, nullptr},
      others{B.get(), n, A.get(), m, C.get(), nullptr, nullptr, nullptr};
  constexpr int kThreads = 128;
  using S = TileShape<int, NoValues, kThreads>;
  const Tiling tiling = make_full_tiles(arrays, S::kTile);
  const auto merge_alone = [&](unsigned number) {  // the second kernel without the first
    const cudaError_t status =
        allow_shared_memory(&merge_waiting_tiles_kernel<kThreads, int, NoValues, Less>, S::kBytes);
    if (status != cudaSuccess) return status;
    cudaLaunchConfig_t launch{};
    launch.gridDim = dim3(static_cast<unsigned>(tiling.tiles));
    launch.blockDim = dim3(kThreads);
    launch.dynamicSmemBytes = S::kBytes;
    return cudaLaunchKernelEx(&launch, &merge_waiting_tiles_kernel<kThreads, int, NoValues, Less>, arrays,
                              tiling, Less{}, number, found);
  };
  cudaError_t status = cudaSuccess;
  switch (static_cast<Leftover>(which)) {
    case Leftover::first_half_of_another: {
      cudaLaunchConfig_t launch{};
      launch.gridDim = dim3(2);
      launch.blockDim = dim3(kFinders);
      status = cudaLaunchKernelEx(&launch, &publish_splits_kernel<kThreads, int, NoValues, Less>, others,
                                  make_full_tiles(others, S::kTile), Less{}, shared.next(), found);
      if (status == cudaSuccess)
        status = mergelab::device_merge(A.get(), m, B.get(), n, C.get(), nullptr, Less{}, mergelab::no_values,
                                        &shared);
      break;
    }
    case Leftover::marks_of_a_later_one: {
      const unsigned number = shared.next();
      status = mergelab::device_merge(B.get(), n, A.get(), m, C.get(), nullptr, Less{}, mergelab::no_values,
                                      &shared);
      if (status == cudaSuccess) status = merge_alone(number);
      break;
    }
    case Leftover::nothing_published:
      status = merge_alone(shared.next());
      break;
  }
  if (status == cudaSuccess) status = cudaDeviceSynchronize();
  if (status != cudaSuccess) return status;
  return C.fetch(request->C) ? C.status : kWroteBeside;
}
