// Compares the library's device_k_way_merge and lab 8's solution with CUB's ways to merge k sorted lists: a
// tree of cub::DeviceMerge, and cub::DeviceRadixSort of all keys. Each is compared with the sort first.
//   nvcc -O3 -std=c++17 -arch=native -Iinclude -Ilibrary/include -Isolutions/02_co_rank \
//        -Isolutions/08_k_way_merge library/bench/k_way/main.cu -o k_way
//   ./k_way [K TOTAL]...           by default 4, 16, 64 and 1024 lists of 2^26 int keys in all, of equal
//   lengths
//   ./k_way --mixes [K TOTAL]...   other distributions of keys, and other lengths
#include <cub/device/device_merge.cuh>
#include <cub/device/device_radix_sort.cuh>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mergelab/device_k_way_merge.cuh>
#include <utility>
#include <vector>

#include "../passing_cub/clock.cuh"
#include "k_way_merge.cuh"
#include "lists.cuh"

namespace {

__global__ void count_differences_kernel(const int* x, const int* y, int count, int* differences) {
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < count;
       i += static_cast<int>(gridDim.x * blockDim.x)) {
    if (x[i] != y[i]) atomicAdd(differences, 1);
  }
}

/// The lists and outputs.
struct Merges {
  int k, total;
  std::vector<int> starts;
  int *keys, *device_starts, *C, *other, *right;
  void* workspace = nullptr;
  std::size_t workspace_bytes = 0;

  Merges(int k, int total, Mix mix) : k(k), total(total), starts(starts_of(k, total, mix)) {
    keys = on_device<int>(total), C = on_device<int>(total), other = on_device<int>(total);
    right = on_device<int>(total), device_starts = on_device<int>(k + 1);
    std::size_t merge_bytes = 0;
    cub::DeviceMerge::MergeKeys(nullptr, merge_bytes, keys, total / 2, keys, total - total / 2, C);
    cub::DeviceRadixSort::SortKeys(nullptr, workspace_bytes, keys, C, total);
    workspace_bytes = std::max(workspace_bytes, merge_bytes);
    workspace = on_device<char>(static_cast<std::int64_t>(workspace_bytes));
    draw_lists(starts, mix, keys, other, workspace, workspace_bytes);
    PASSING_CUB_CHECK(
        cudaMemcpy(device_starts, starts.data(), starts.size() * sizeof(int), cudaMemcpyHostToDevice));
    sort(right);
    PASSING_CUB_CHECK(cudaDeviceSynchronize());
  }
  ~Merges() {
    for (void* memory : {static_cast<void*>(keys), static_cast<void*>(device_starts), static_cast<void*>(C),
                         static_cast<void*>(other), static_cast<void*>(right), workspace})
      cudaFree(memory);
  }

  void copy() const {
    cudaMemcpyAsync(C, keys, static_cast<std::size_t>(total) * sizeof(int), cudaMemcpyDeviceToDevice);
  }
  void sort(int* out) { cub::DeviceRadixSort::SortKeys(workspace, workspace_bytes, keys, out, total); }
  /// Merges pairs of lists, level by level; an odd list is copied. The last level writes C.
  void merge_by_tree() {
    int levels = 0;
    while (1 << levels < k) ++levels;
    const int* in = keys;
    for (int level = 0; level < levels; ++level) {
      int* const out = (levels - level) % 2 == 1 ? C : other;
      const int width = 1 << level;
      for (int l = 0; l < k; l += 2 * width) {
        const int begin = starts[l], middle = starts[std::min(l + width, k)],
                  end = starts[std::min(l + 2 * width, k)];
        cub::DeviceMerge::MergeKeys(workspace, workspace_bytes, in + begin, middle - begin, in + middle,
                                    end - middle, out + begin);
      }
      in = out;
    }
  }
  void merge_by_lab() const { k_way_merge(keys, device_starts, k, total, C); }
  void merge_by_library() const {
    PASSING_CUB_CHECK(mergelab::device_k_way_merge(keys, device_starts, k, total, C));
  }
  /// Whether `merge` has the sort's output.
  template <class Function>
  [[nodiscard]] bool is_right(Function merge) const {
    PASSING_CUB_CHECK(cudaMemset(C, 0xff, static_cast<std::size_t>(total) * sizeof(int)));
    merge();
    int* differences = on_device<int>(1);
    int found = 0;
    PASSING_CUB_CHECK(cudaMemset(differences, 0, sizeof(int)));
    count_differences_kernel<<<1024, 256>>>(C, right, total, differences);
    PASSING_CUB_CHECK(cudaMemcpy(&found, differences, sizeof found, cudaMemcpyDeviceToHost));
    cudaFree(differences);
    return found == 0;
  }
};

/// Prints one row of the table; returns false if an output was wrong.
bool compare(Clock& clock, int k, int total, Mix mix, bool with_lab) {
  Merges lists(k, total, mix);
  bool right = lists.is_right([&] { lists.merge_by_tree(); });
  right = lists.is_right([&] { lists.merge_by_library(); }) && right;
  right = lists.is_right([&] { lists.merge_by_lab(); }) && right;
  const double copy = clock.time([&] { lists.copy(); }).median;
  const double tree = clock.time([&] { lists.merge_by_tree(); }).median;
  const double sort = clock.time([&] { lists.sort(lists.C); }).median;
  const double lab = with_lab ? clock.time([&] { lists.merge_by_lab(); }).median : 0;
  const double own = clock.time([&] { lists.merge_by_library(); }).median;
  const double best = std::min(tree, sort);
  std::printf("| %d | %s | %d | %.4f ms | %.4f | %.4f | ", k, name_of(mix), total, copy, tree, sort);
  if (with_lab) std::printf("%.4f | %.2f | ", lab, best / lab);
  std::printf("%.4f | %.2f |%s\n", own, best / own, right ? "" : " WRONG");
  std::fflush(stdout);
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  const bool with_mixes = argc > 1 && std::strcmp(argv[1], "--mixes") == 0;
  std::vector<std::pair<int, int>> sizes;
  for (int i = with_mixes ? 2 : 1; i + 1 < argc; i += 2)
    sizes.emplace_back(std::atoi(argv[i]), std::atoi(argv[i + 1]));
  if (sizes.empty()) sizes = {{4, 1 << 26}, {16, 1 << 26}, {64, 1 << 26}, {1024, 1 << 26}};
  for (const auto& [k, total] : sizes) {
    if (k >= 2 && k <= kMostLists && total >= k) continue;
    std::fprintf(stderr, "expected K from 2 to %d and TOTAL of K or more, got %d %d\n", kMostLists, k, total);
    return 2;
  }
  std::printf(
      "| k | lists | total | copy | CUB's tree | CUB's radix sort | %slibrary | times the best of CUB |\n",
      with_mixes ? "" : "lab 8 | times | ");
  std::printf("|---:|---|---:|---:|---:|---:|%s---:|---:|\n", with_mixes ? "" : "---:|---:|");
  Clock clock;
  bool all_right = true;
  for (const auto& [k, total] : sizes) {
    for (const Mix mix : kMixes)
      if (with_mixes || mix == Mix::even) all_right = compare(clock, k, total, mix, !with_mixes) && all_right;
  }
  return all_right ? 0 : 1;
}
