// Generates each distribution of keys.
#include "inputs.hpp"

#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

#include <stdexcept>

namespace mergelab::bench {
namespace {

enum class Side { A, B };

/// A random number that depends only on the index (the finaliser of MurmurHash3).
struct RandomKey {
  unsigned seed;
  __device__ int operator()(int index) const {
    unsigned x = static_cast<unsigned>(index) * 0x9e3779b9U + seed;
    x = (x ^ (x >> 16)) * 0x85ebca6bU;
    x = (x ^ (x >> 13)) * 0xc2b2ae35U;
    return static_cast<int>(x ^ (x >> 16));
  }
};

struct EqualKey {
  __device__ int operator()(int) const { return 7; }
};

/// 4096 keys of A, 4096 of B, in turn; all different.
struct BlockKey {
  Side side;
  __device__ int operator()(int index) const {
    constexpr int kBlock = 4096;
    return index / kBlock * (2 * kBlock) + index % kBlock + (side == Side::B ? kBlock : 0);
  }
};

/// C consists of groups of 17: 16 keys of one array and 1 of the other, which are swapped after 32 groups. A
/// thread with 17 outputs, as in a tile of 2048 for 128 threads, begins 16 words after its neighbour in one
/// tile: a warp's reads use only two of the 32 banks. The keys are the places in C.
struct ConflictKey {
  Side side;
  __device__ int operator()(int index) const {
    constexpr int kMany = 16, kGroup = kMany + 1, kGroups = 32, kTurn = kGroup * kGroups;
    const int first = side == Side::A ? kMany * kGroups : kGroups;  // of this array, before the swap
    const int rest = index % kTurn;
    const bool changed = rest >= first;
    const int at = changed ? rest - first : rest;
    const bool many = (side == Side::A) != changed;
    const int place = many ? at / kMany * kGroup + at % kMany : at * kGroup + kMany;
    return index / kTurn * (2 * kTurn) + (changed ? kTurn : 0) + place;
  }
};

template <class Key>
__global__ void fill_kernel(int* keys, int count, Key key) {
  const int step = static_cast<int>(gridDim.x * blockDim.x);
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < count; i += step)
    keys[i] = key(i);
}

template <class Key>
void fill(const DeviceArray<int>& keys, Key key) {
  fill_kernel<<<1024, 256>>>(keys.data(), static_cast<int>(keys.size()), key);
  MERGELAB_CHECK(cudaGetLastError());
}

void fill_random(const DeviceArray<int>& keys, unsigned seed) {
  fill(keys, RandomKey{seed});
  const auto first = thrust::device_pointer_cast(keys.data());
  thrust::sort(thrust::device, first, first + static_cast<std::ptrdiff_t>(keys.size()));
}

}  // namespace

std::unique_ptr<Inputs> make_inputs(const std::string& distribution, int outputs) {
  const int n = distribution == "lopsided" ? outputs / 32 : outputs / 2;
  std::unique_ptr<Inputs> inputs(new Inputs{DeviceArray<int>(outputs - n), DeviceArray<int>(n)});
  if (distribution == "uniform" || distribution == "lopsided") {
    fill_random(inputs->A, 1);
    fill_random(inputs->B, 2);
  } else if (distribution == "all-equal") {
    fill(inputs->A, EqualKey{});
    fill(inputs->B, EqualKey{});
  } else if (distribution == "blocks") {
    fill(inputs->A, BlockKey{Side::A});
    fill(inputs->B, BlockKey{Side::B});
  } else if (distribution == "adversarial") {
    fill(inputs->A, ConflictKey{Side::A});
    fill(inputs->B, ConflictKey{Side::B});
  } else {
    throw std::invalid_argument("unknown distribution '" + distribution + "'");
  }
  MERGELAB_CHECK(cudaDeviceSynchronize());
  return inputs;
}

}  // namespace mergelab::bench
