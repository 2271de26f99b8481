// Lab 8's solution beside what CUB has for k sorted lists, in one run: a tree of cub::DeviceMerge, and
// cub::DeviceRadixSort of all keys. Each is compared with the sort first.
//   nvcc -O3 -std=c++17 --extended-lambda -arch=native -Iinclude -Isolutions/02_co_rank
//   -Isolutions/08_k_way_merge \
//        bench/k_way/main.cu -o k_way
//   ./k_way [K TOTAL]...     by default 4, 16, 64 and 1024 lists of 2^26 int keys in all
#include <cub/device/device_merge.cuh>
#include <cub/device/device_radix_sort.cuh>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include "../passing_cub/clock.cuh"
#include "k_way_merge.cuh"

namespace {

__global__ void count_differences_kernel(const int* x, const int* y, int count, int* differences) {
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < count;
       i += static_cast<int>(gridDim.x * blockDim.x)) {
    if (x[i] != y[i]) atomicAdd(differences, 1);
  }
}

/// Device memory for the lists, and what is made of them.
struct Lists {
  int k, total;
  std::vector<int> starts;
  int *keys, *device_starts, *C, *other, *right;
  void* workspace = nullptr;
  std::size_t workspace_bytes = 0;

  Lists(int k, int total) : k(k), total(total) {
    const auto count = static_cast<std::size_t>(total);
    for (int l = 0; l <= k; ++l) starts.push_back(static_cast<int>(static_cast<long long>(total) * l / k));
    keys = on_device<int>(count), C = on_device<int>(count), other = on_device<int>(count);
    right = on_device<int>(count), device_starts = on_device<int>(starts.size());
    std::vector<int> drawn(count);
    std::mt19937 random(1);
    for (int& key : drawn) key = static_cast<int>(random());
    for (int l = 0; l < k; ++l) std::sort(drawn.begin() + starts[l], drawn.begin() + starts[l + 1]);
    PASSING_CUB_CHECK(cudaMemcpy(keys, drawn.data(), count * sizeof(int), cudaMemcpyHostToDevice));
    PASSING_CUB_CHECK(
        cudaMemcpy(device_starts, starts.data(), starts.size() * sizeof(int), cudaMemcpyHostToDevice));
    std::size_t merge_bytes = 0;
    cub::DeviceMerge::MergeKeys(nullptr, merge_bytes, keys, total / 2, keys, total - total / 2, C);
    cub::DeviceRadixSort::SortKeys(nullptr, workspace_bytes, keys, C, total);
    workspace_bytes = std::max(workspace_bytes, merge_bytes);
    workspace = on_device<char>(workspace_bytes);
  }
  ~Lists() {
    for (void* memory : {static_cast<void*>(keys), static_cast<void*>(device_starts), static_cast<void*>(C),
                         static_cast<void*>(other), static_cast<void*>(right), workspace})
      cudaFree(memory);
  }

  void sort(int* out) { cub::DeviceRadixSort::SortKeys(workspace, workspace_bytes, keys, out, total); }
  /// Two lists into one, level by level; an odd one is copied. The last level writes C.
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
  [[nodiscard]] bool is_right() const {
    int* differences = on_device<int>(1);
    int found = 0;
    PASSING_CUB_CHECK(cudaMemset(differences, 0, sizeof(int)));
    count_differences_kernel<<<1024, 256>>>(C, right, total, differences);
    PASSING_CUB_CHECK(cudaMemcpy(&found, differences, sizeof found, cudaMemcpyDeviceToHost));
    cudaFree(differences);
    return found == 0;
  }
};

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::pair<int, int>> sizes;
  for (int i = 1; i + 1 < argc; i += 2) sizes.emplace_back(std::atoi(argv[i]), std::atoi(argv[i + 1]));
  if (sizes.empty()) sizes = {{4, 1 << 26}, {16, 1 << 26}, {64, 1 << 26}, {1024, 1 << 26}};
  Clock clock;
  std::printf("| k | total | copy | CUB's tree | CUB's radix sort | lab 8 | times the best of CUB |\n");
  std::printf("|---:|---:|---:|---:|---:|---:|---:|\n");
  bool all_right = true;
  for (const std::pair<int, int>& size : sizes) {
    const int k = size.first, total = size.second;
    if (k < 2 || k > kMostLists || total < k) {
      std::fprintf(stderr, "expected K from 2 to %d and TOTAL of K or more, got %d %d\n", kMostLists, k,
                   total);
      return 2;
    }
    Lists lists(k, total);
    lists.sort(lists.right);
    lists.merge_by_tree();
    bool right = lists.is_right();
    PASSING_CUB_CHECK(cudaMemset(lists.C, 0, static_cast<std::size_t>(total) * sizeof(int)));
    k_way_merge(lists.keys, lists.device_starts, k, total, lists.C);
    right = right && lists.is_right();
    const double copy =
        clock
            .time([&] {
              cudaMemcpyAsync(lists.C, lists.keys, static_cast<std::size_t>(total) * sizeof(int),
                              cudaMemcpyDeviceToDevice);
            })
            .median;
    const double tree = clock.time([&] { lists.merge_by_tree(); }).median;
    const double sort = clock.time([&] { lists.sort(lists.C); }).median;
    const double own =
        clock.time([&] { k_way_merge(lists.keys, lists.device_starts, k, total, lists.C); }).median;
    std::printf("| %d | %d | %.4f ms | %.4f | %.4f | %.4f | %.2f%s |\n", k, total, copy, tree, sort, own,
                std::min(tree, sort) / own, right ? "" : " WRONG");
    all_right = all_right && right;
  }
  return all_right ? 0 : 1;
}
