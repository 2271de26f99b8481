// Random k sorted lists in device memory, consecutive, for the benchmark of k-way merges.
#pragma once

#include <cub/device/device_radix_sort.cuh>

#include <cstdint>
#include <vector>

#include "../passing_cub/inputs.cuh"

/// How the lists' keys are distributed: evenly mixed; all equal; three keys; list after list, forward and
/// backward; alternating key by key or 700 at a time; and evenly mixed keys in lists each half as long as the
/// one before, one with all, or 1/l of the first.
enum class Mix { even, equal, three_keys, forward, backward, turns, blocks, halves, one_long, harmonic };
constexpr Mix kMixes[] = {Mix::even,  Mix::equal,  Mix::three_keys, Mix::forward,  Mix::backward,
                          Mix::turns, Mix::blocks, Mix::halves,     Mix::one_long, Mix::harmonic};
[[nodiscard]] inline const char* name_of(Mix mix) {
  constexpr const char* kNames[] = {"even",  "equal",  "three keys", "forward",  "backward",
                                    "turns", "blocks", "halves",     "one long", "harmonic"};
  return kNames[static_cast<int>(mix)];
}

/// Where k lists of `total` keys begin, and end.
[[nodiscard]] inline std::vector<int> starts_of(int k, int total, Mix mix) {
  std::vector<double> weights(static_cast<std::size_t>(k), 1.0);
  double weight = 1, all = 0, before = 0;
  for (int l = 0; l < k; ++l) {
    if (mix == Mix::halves) weights[l] = weight, weight /= 2;
    if (mix == Mix::one_long) weights[l] = l == k / 2 ? 1 : 0;
    if (mix == Mix::harmonic) weights[l] = 1.0 / (l + 1);
    all += weights[l];
  }
  std::vector<int> starts{0};
  for (const double own : weights) {
    before += own;
    starts.push_back(static_cast<int>(total * (before / all)));
  }
  starts.back() = total;
  return starts;
}

static __global__ void draw_list_kernel(int* keys, int count, int first, int l, int k, Mix mix) {
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < count;
       i += static_cast<int>(gridDim.x * blockDim.x)) {
    auto mixed = static_cast<unsigned long long>(first + i) * 0x9e3779b97f4a7c15ULL;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9ULL;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebULL;
    const auto drawn = static_cast<long long>((mixed ^ mixed >> 31) & 0x7fffffff), part = (1LL << 31) / k;
    long long key = drawn;
    if (mix == Mix::equal) key = 7;
    if (mix == Mix::three_keys) key = drawn % 3;
    if (mix == Mix::forward) key = l * part + drawn / k;
    if (mix == Mix::backward) key = (k - 1 - l) * part + drawn / k;
    if (mix == Mix::turns) key = static_cast<long long>(i) * k + l;
    if (mix == Mix::blocks) key = static_cast<long long>(i / 700) * k + l;
    keys[i] = static_cast<int>(key);
  }
}

/// Draws the lists into `keys`, with `other` as scratch; both have room for all.
inline void draw_lists(const std::vector<int>& starts, Mix mix, int* keys, int* other, void* workspace,
                       std::size_t workspace_bytes) {
  const int k = static_cast<int>(starts.size()) - 1;
  for (int l = 0; l < k; ++l) {
    const int first = starts[l], count = starts[l + 1] - first;
    if (count == 0) continue;
    draw_list_kernel<<<264, 256>>>(other + first, count, first, l, k, mix);
    cub::DeviceRadixSort::SortKeys(workspace, workspace_bytes, other + first, keys + first, count);
  }
}
