// The parts of device_merge's time, int32, uniform, m = n: docs/passing-cub.md has the model.
//   parts            times of a launch, of the first search, of merging with the splits given, and of the
//   whole parts --once     every kernel once for each size, for ncu: library/bench/passing_cub/counters.sh
// Build: nvcc -O3 -std=c++17 -arch=native -Ilibrary/include library/bench/passing_cub/parts.cu -o parts
#include <cstring>
#include <mergelab/device_merge.cuh>

#include "clock.cuh"
#include "inputs.cuh"

namespace {

using namespace mergelab;
using namespace mergelab::detail;
using Order = mergelab::Less;
using IntArrays = Arrays<int, NoValues, std::int32_t>;
using Pipeline = PipelineShape<int, NoValues>;
using Tiles = TileShape<int>;

__global__ void empty_kernel() {}

/// A pipeline block's work before its first load.
__global__ void __launch_bounds__(Pipeline::kThreads + 32, Pipeline::kBlocks)
    first_search_kernel(const IntArrays arrays, const Plan plan, Order less, int* sink) {
  const BlockMerge<Pipeline, int, NoValues, std::int32_t, Order> block(arrays, plan, less, nullptr);
  const Range own = tiles_of_block(plan, static_cast<int>(blockIdx.x));
  const int warp = static_cast<int>(threadIdx.x) / 32;
  if (warp != 0 && warp != Pipeline::kWarps) return;
  const std::int32_t split = block.find_split(own.first + (warp == 0 ? 1 : 0));
  if (split < 0) *sink = split;
}

/// The kernels of device_merge, separately.
struct Merge {
  IntArrays arrays;
  int multiprocessors;
  int* sink = on_device<int>(1);
  Plan plan = make_plan(arrays, multiprocessors);
  Tiling tiling = make_full_tiles(arrays, Tiles::kTile);

  void find_first() const {
    first_search_kernel<<<plan.blocks, Pipeline::kThreads + 32, Pipeline::kBytes>>>(arrays, plan, Order{},
                                                                                    sink);
    PASSING_CUB_CHECK(cudaGetLastError());
  }
  void pipeline() const { PASSING_CUB_CHECK(launch_pipeline(arrays, nullptr, Order{}, multiprocessors)); }
  void find_all() const {
    find_splits_kernel<int, NoValues, std::int32_t, Order>
        <<<(tiling.tiles + kFinders - 1) / kFinders, kFinders>>>(arrays, tiling, Order{});
    PASSING_CUB_CHECK(cudaGetLastError());
  }
  void merge_tiles() const {
    merge_tiles_kernel<int, NoValues, std::int32_t, Order>
        <<<tiling.tiles, Tiles::kThreads, Tiles::kBytes>>>(arrays, tiling, Order{});
    PASSING_CUB_CHECK(cudaGetLastError());
  }
  void two_kernels() const { PASSING_CUB_CHECK(launch_two_kernels(arrays, nullptr, Order{})); }
};

}  // namespace

int main(int count, char** words) {
  const bool once = count > 1 && std::strcmp(words[1], "--once") == 0;
  cudaDeviceProp device{};
  PASSING_CUB_CHECK(cudaGetDeviceProperties(&device, 0));
  PASSING_CUB_CHECK(allow_shared_memory(&first_search_kernel, Pipeline::kBytes));
  Clock clock;
  if (!once) {
    std::printf(
        "%s; microseconds\n| outputs | copy | empty kernel | first search | pipeline | all searches | "
        "splits given | two kernels |\n|---|---|---|---|---|---|---|---|\n",
        device.name);
  }
  for (const int power : {21, 23, 25, 27}) {
    const int half = 1 << (power - 1);
    const int *A = sorted_keys<int>(half, {Keys::uniform}, true),
              *B = sorted_keys<int>(half, {Keys::uniform}, false);
    int *C = on_device<int>(2LL * half), *D = on_device<int>(2LL * half);
    const Merge merge{{A, half, B, half, C, nullptr, nullptr, nullptr}, device.multiProcessorCount};
    if (once) {
      merge.find_first();
      merge.pipeline();
      merge.find_all();
      merge.merge_tiles();
      PASSING_CUB_CHECK(cudaDeviceSynchronize());
    } else {
      const auto us = [&](
                          const std::function<void()>& work, const std::function<void()>& prepare = [] {}) {
        return 1000 * clock.time(work, prepare).median;
      };
      const double copy =
          us([&] { PASSING_CUB_CHECK(cudaMemcpyAsync(D, C, 8LL * half, cudaMemcpyDeviceToDevice)); });
      const double empty = us([] { empty_kernel<<<1, 32>>>(); });
      const double first = us([&] { merge.find_first(); }), pipeline = us([&] { merge.pipeline(); });
      const double all = us([&] { merge.find_all(); });
      const double given = us([&] { merge.merge_tiles(); }, [&] { merge.find_all(); });
      const double two = us([&] { merge.two_kernels(); });
      std::printf("| 2^%d | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f |\n", power, copy, empty, first,
                  pipeline, all, given, two);
    }
    for (const int* memory : {A, B, static_cast<const int*>(C), static_cast<const int*>(D)})
      PASSING_CUB_CHECK(cudaFree(const_cast<int*>(memory)));
  }
}
