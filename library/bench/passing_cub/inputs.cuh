// Sorted arrays in device memory, of each distribution of device_merge's benchmark.
#pragma once

#include <cuda_runtime.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "elements.cuh"
#include "pattern.hpp"

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

/// Only for conflicts: the pattern of the keys, and how many of its outputs are omitted at the beginning, if
/// the threads' shares don't begin at output 0.
struct Draw {
  Keys kind;
  Pattern pattern{};
  int left_out = 0;
};

/// The same for the device.
struct Numbers {
  Keys kind;
  const int* places = nullptr;  // of a warp's outputs from one array, then those from the other
  int many = 0, outputs = 0;    // their numbers: many, outputs - many
  int left_out = 0, left_out_of_A = 0;
};

inline Numbers numbers_of(const Draw& draw) {
  Numbers numbers{draw.kind};
  if (draw.kind != Keys::conflicts) return numbers;
  const std::vector<char>& takes_A = draw.pattern.takes_A;
  numbers.outputs = static_cast<int>(takes_A.size());
  std::vector<int> places;
  for (const bool of_A : {true, false}) {
    for (int i = 0; i < numbers.outputs; ++i)
      if ((takes_A[i] != 0) == of_A) places.push_back(i);
    if (of_A) numbers.many = static_cast<int>(places.size());
  }
  numbers.left_out = draw.left_out % (2 * numbers.outputs);
  for (int i = 0; i < numbers.left_out; ++i)
    numbers.left_out_of_A += (takes_A[i % numbers.outputs] != 0) == (i < numbers.outputs) ? 1 : 0;
  int* const table = on_device<int>(numbers.outputs);
  PASSING_CUB_CHECK(cudaMemcpy(table, places.data(), places.size() * sizeof(int), cudaMemcpyHostToDevice));
  numbers.places = table;
  return numbers;
}

/// The place among all outputs of key i of an array. Two warps use equally many keys of both.
__device__ inline std::uint32_t conflicting_number(const Numbers& numbers, std::int64_t i, bool of_A) {
  i += of_A ? numbers.left_out_of_A : numbers.left_out - numbers.left_out_of_A;
  const int outputs = numbers.outputs, at = static_cast<int>(i % outputs);
  const int first = of_A ? numbers.many : outputs - numbers.many;  // in the first of two warps
  const bool is_second = at >= first;
  const int rest = is_second ? at - first : at;
  const int place = numbers.places[rest + (of_A == is_second ? numbers.many : 0)];
  return static_cast<std::uint32_t>(i / outputs * 2 * outputs + (is_second ? outputs : 0) + place -
                                    numbers.left_out);
}

/// The number for key i of an array. Numbers of all except uniform keys are already sorted.
__device__ inline std::uint32_t number_of(const Numbers& numbers, std::int64_t i, bool of_A,
                                          std::uint32_t seed) {
  switch (numbers.kind) {
    case Keys::all_equal:
      return 7;
    case Keys::blocks:
      return static_cast<std::uint32_t>(i / 4096 * 8192 + i % 4096 + (of_A ? 0 : 4096));
    case Keys::ordered:
      return static_cast<std::uint32_t>(i / 4) + (of_A ? 0U : 1U << 30);
    case Keys::conflicts:
      return conflicting_number(numbers, i, of_A);
    default: {  // the finaliser of MurmurHash3
      std::uint32_t x = static_cast<std::uint32_t>(i) * 0x9e3779b9U + seed;
      x = (x ^ (x >> 16)) * 0x85ebca6bU;
      x = (x ^ (x >> 13)) * 0xc2b2ae35U;
      return (x ^ (x >> 16)) >> 1;
    }
  }
}

__global__ void draw_kernel(std::uint32_t* drawn, std::int64_t count, Numbers numbers, bool of_A) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step)
    drawn[i] = number_of(numbers, i, of_A, of_A ? 1U : 2U);
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

/// `count` sorted keys. Below 2^31, so every type keeps the order of their numbers (float: rounded).
template <class Key>
Key* sorted_keys(std::int64_t count, const Draw& draw, bool of_A) {
  std::uint32_t* numbers = on_device<std::uint32_t>(count);
  const Numbers from = numbers_of(draw);
  draw_kernel<<<1024, 256>>>(numbers, count, from, of_A);
  if (draw.kind == Keys::uniform) {
    const auto begin = thrust::device_pointer_cast(numbers);
    thrust::sort(thrust::device, begin, begin + count);
  }
  Key* keys = on_device<Key>(count);
  make_kernel<<<1024, 256>>>(numbers, count, keys);
  PASSING_CUB_CHECK(cudaDeviceSynchronize());
  PASSING_CUB_CHECK(cudaFree(numbers));
  PASSING_CUB_CHECK(cudaFree(const_cast<int*>(from.places)));
  return keys;
}
