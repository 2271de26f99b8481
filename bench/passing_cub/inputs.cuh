// Sorted arrays in device memory, of each distribution that the benchmark of device_merge knows.
#pragma once

#include <cuda_runtime.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "elements.cuh"

#define PASSING_CUB_CHECK(call)                                                                     \
  do {                                                                                              \
    const cudaError_t status_ = (call);                                                             \
    if (status_ != cudaSuccess) {                                                                   \
      std::fprintf(stderr, "%s failed: %s (%s:%d)\n", #call, cudaGetErrorString(status_), __FILE__, \
                   __LINE__);                                                                       \
      std::exit(3);                                                                                 \
    }                                                                                               \
  } while (false)

template <class T>
T* on_device(std::int64_t count) {
  T* memory = nullptr;
  PASSING_CUB_CHECK(cudaMalloc(&memory, static_cast<std::size_t>(count > 0 ? count : 1) * sizeof(T)));
  return memory;
}

enum class Keys { uniform, all_equal, blocks, conflicts, ordered };

/// `share`: of conflicts alone, how many outputs the threads make that they are made against.
struct Draw {
  Keys kind;
  int share = 0;
};

/// As in Berney and Sitchinava, "Engineering Worst-Case Inputs for Pairwise Merge Sort on GPUs" (IPDPS 2020):
/// as many lanes of a warp as possible read the same bank. A thread whose share is `share` outputs takes all
/// of them from one array, until 32 keys are full after some lanes, so that those who begin again find the
/// same banks. The arrays change places after each warp.
__device__ inline std::uint32_t conflicting_number(std::int64_t i, bool of_A, int share) {
  const int whole = 32 / share,
            rest = 32 - whole * share;  // lanes that take nothing else, and what the next one takes
  const auto many_of = [&](int lane) { return lane % (whole + 1) < whole ? share : rest; };
  std::int64_t many = 0;
  for (int lane = 0; lane < 32; ++lane) many += many_of(lane);
  const std::int64_t outputs = 32 * share, turn = i / outputs, first = of_A ? many : outputs - many;
  const bool changed = i % outputs >= first, is_many = of_A != changed;
  std::int64_t at = i % outputs - (changed ? first : 0);
  int lane = 0;
  for (; lane < 31; ++lane) {
    const int taken = is_many ? many_of(lane) : share - many_of(lane);
    if (at < taken) break;
    at -= taken;
  }
  return static_cast<std::uint32_t>(turn * 2 * outputs + (changed ? outputs : 0) + lane * share +
                                    (is_many ? at : many_of(lane) + at));
}

/// The number from which key i of an array is made. Numbers of all but uniform keys are sorted as they are.
__device__ inline std::uint32_t number_of(Draw draw, std::int64_t i, bool of_A, std::uint32_t seed) {
  switch (draw.kind) {
    case Keys::all_equal:
      return 7;
    case Keys::blocks:
      return static_cast<std::uint32_t>(i / 4096 * 8192 + i % 4096 + (of_A ? 0 : 4096));
    case Keys::ordered:
      return static_cast<std::uint32_t>(i / 4) + (of_A ? 0U : 1U << 30);
    case Keys::conflicts:
      return conflicting_number(i, of_A, draw.share);
    default: {  // the finaliser of MurmurHash3
      std::uint32_t x = static_cast<std::uint32_t>(i) * 0x9e3779b9U + seed;
      x = (x ^ (x >> 16)) * 0x85ebca6bU;
      x = (x ^ (x >> 13)) * 0xc2b2ae35U;
      return (x ^ (x >> 16)) >> 1;
    }
  }
}

__global__ void draw_kernel(std::uint32_t* numbers, std::int64_t count, Draw draw, bool of_A) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step)
    numbers[i] = number_of(draw, i, of_A, of_A ? 1U : 2U);
}

template <class Key>
__device__ inline void make_key(Key& key, std::uint32_t number) {
  key = static_cast<Key>(number);
}
__device__ inline void make_key(signed char& key, std::uint32_t number) {
  key = static_cast<signed char>(number >> 24);
}
__device__ inline void make_key(Record& key, std::uint32_t number) {
  key = Record{static_cast<int>(number), {1, 2, 3}};
}

template <class Key>
__global__ void make_kernel(const std::uint32_t* numbers, std::int64_t count, Key* keys) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step)
    make_key(keys[i], numbers[i]);
}

/// `count` sorted keys. Below 2^31, so that every type holds them in the order of their numbers (float:
/// rounded).
template <class Key>
Key* sorted_keys(std::int64_t count, Draw draw, bool of_A) {
  std::uint32_t* numbers = on_device<std::uint32_t>(count);
  draw_kernel<<<1024, 256>>>(numbers, count, draw, of_A);
  if (draw.kind == Keys::uniform) {
    const auto begin = thrust::device_pointer_cast(numbers);
    thrust::sort(thrust::device, begin, begin + count);
  }
  Key* keys = on_device<Key>(count);
  make_kernel<<<1024, 256>>>(numbers, count, keys);
  PASSING_CUB_CHECK(cudaDeviceSynchronize());
  PASSING_CUB_CHECK(cudaFree(numbers));
  return keys;
}
