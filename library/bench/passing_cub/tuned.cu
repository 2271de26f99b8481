// The merge of the script's CUB with tunings of its interface (cub::MergePolicy, from 3.6 on). Shapes near
// the best ones of some size on an H100 or H200; 512 threads of 15 keys is the default.
#include <cub/device/device_merge.cuh>
#include <cub/version.cuh>

#include "elements.cuh"

#if CUB_VERSION >= 300600

#include <cuda/__execution/tune.h>

namespace {

template <int threads, int items>
struct Selector {
  __host__ __device__ constexpr cub::MergePolicy operator()(cuda::compute_capability) const {
    return {threads, items, cub::LOAD_DEFAULT, cub::BLOCK_STORE_WARP_TRANSPOSE, true, true};
  }
};

/// Preallocated storage: this interface would allocate it in every call.
struct GivenStorage {
  void* memory;
  void* allocate(cuda::stream_ref, std::size_t, std::size_t) { return memory; }
  void deallocate(cuda::stream_ref, void*, std::size_t, std::size_t) noexcept {}
  void* allocate_sync(std::size_t, std::size_t) { return memory; }
  void deallocate_sync(void*, std::size_t, std::size_t) noexcept {}
  bool operator==(const GivenStorage& other) const { return memory == other.memory; }
  bool operator!=(const GivenStorage& other) const { return memory != other.memory; }
  friend constexpr void get_property(const GivenStorage&, cuda::mr::device_accessible) noexcept {}
};

template <int threads, int items>
cudaError_t merge(Problem<int>& p) {
  const auto tuning = cuda::execution::tune(Selector<threads, items>{});
  const cuda::std::execution::prop storage{cuda::mr::get_memory_resource, GivenStorage{p.scratch}};
  const cuda::std::execution::env<std::decay_t<decltype(tuning)>, std::decay_t<decltype(storage)>>
      environment{tuning, storage};
  return cub::DeviceMerge::MergeKeys(p.A, p.m, p.B, p.n, p.C, Less{}, environment);
}

}  // namespace

std::vector<Tuned> tuned_cub() {
  return {{256, 15, merge<256, 15>}, {256, 19, merge<256, 19>}, {256, 23, merge<256, 23>},
          {512, 11, merge<512, 11>}, {512, 19, merge<512, 19>}, {512, 23, merge<512, 23>}};
}

#else

std::vector<Tuned> tuned_cub() { return {}; }

#endif
