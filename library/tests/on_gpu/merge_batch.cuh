// Many merges by device_merge, each compared with std::merge. Their arrays are in one allocation, which is
// copied to the device and back as a whole: so the memory around an output is compared, too.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mergelab/device_merge.cuh>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "../shared/requests.hpp"
#include "on_gpu.cuh"

namespace merge_batches {

using mergelab::NoValues;

constexpr unsigned char kPoison = 0xA5;
inline std::string failure;  // what the last case that was wrong was

/// Arrays begin so many elements behind a multiple of 16 bytes: A, B, C, and their values.
struct Offsets {
  int A = 0, B = 0, C = 0, A_values = 0, B_values = 0, C_values = 0;
};

/// `of_A`, `of_B`: sorted numbers, from which keys are made.
struct Case {
  std::vector<int> of_A, of_B;
  Offsets offsets;
  int multiprocessors = 0;  // 0: as many as there are; else the plan is one for so many, with 64-bit places
};

template <class Key>
void make_key(Key& key, int number, int) {
  key = static_cast<Key>(number);
}
inline void make_key(float& key, int number, int) { key = static_cast<float>(-number); }
inline void make_key(Keyed12& key, int number, int origin) { key = {number, origin, ~origin}; }
inline void make_key(Keyed16& key, int number, int origin) { key = {number, origin, {~origin, 7}}; }

template <class T>
constexpr std::size_t size_of() {
  return std::is_same<T, NoValues>::value ? 0 : sizeof(T);
}

template <class Key, class Value, class Compare>
class Batch {
 public:
  ~Batch() { cudaFree(device_); }
  /// Adds a case; runs those before when they fill the memory.
  int add(const Case& c) {
    if (host_.size() > kMostBytes)
      if (const int status = run()) return status;
    const std::size_t m = c.of_A.size(), n = c.of_B.size();
    Placed placed{c.multiprocessors, static_cast<std::int64_t>(m), static_cast<std::int64_t>(n)};
    std::vector<Element> A = elements(c.of_A, 0), B = elements(c.of_B, 1 << 20), C(m + n);
    std::merge(A.begin(), A.end(), B.begin(), B.end(), C.begin(),
               [](const Element& a, const Element& b) { return Compare{}(a.key, b.key); });
    placed.A = put(A, c.offsets.A, &Element::key);
    placed.B = put(B, c.offsets.B, &Element::key);
    placed.C = put(C, c.offsets.C, &Element::key);
    blank_.emplace_back(placed.C, (m + n) * sizeof(Key));
    if constexpr (kHasValues) {
      placed.A_values = put(A, c.offsets.A_values, &Element::value);
      placed.B_values = put(B, c.offsets.B_values, &Element::value);
      placed.C_values = put(C, c.offsets.C_values, &Element::value);
      blank_.emplace_back(placed.C_values, (m + n) * sizeof(Value));
    }
    placed.end = host_.size();
    cases_.push_back(placed);
    return 0;
  }
  /// Merges what was added, and compares.
  int run() {
    if (cases_.empty()) return 0;
    const std::vector<unsigned char> expected = host_;
    for (const auto& [begin, bytes] : blank_) std::memset(host_.data() + begin, kPoison, bytes);
    if (host_.size() > room_) {
      cudaFree(device_);
      device_ = nullptr;
      room_ = host_.size() + host_.size() / 4;
      RETURN_ERROR(cudaMalloc(&device_, room_));
    }
    RETURN_ERROR(cudaMemcpy(device_, host_.data(), host_.size(), cudaMemcpyHostToDevice));
    for (const Placed& c : cases_)
      if (const cudaError_t status = merge(c)) return fail(c, cudaGetErrorName(status)), status;
    RETURN_ERROR(cudaMemcpy(host_.data(), device_, host_.size(), cudaMemcpyDeviceToHost));
    const auto wrong = std::mismatch(host_.begin(), host_.end(), expected.begin()).first;
    if (wrong != host_.end()) {
      const auto at = static_cast<std::size_t>(wrong - host_.begin());
      const auto c =
          std::find_if(cases_.begin(), cases_.end(), [&](const Placed& one) { return at < one.end; });
      const bool is_output = at >= c->C && at < c->C + static_cast<std::size_t>(c->m + c->n) * sizeof(Key);
      return fail(*c, is_output ? "C[" + std::to_string((at - c->C) / sizeof(Key)) + "] is wrong"
                                : "values, or memory beside C, are wrong"),
             kWrongOutput;
    }
    host_.clear();
    blank_.clear();
    cases_.clear();
    return 0;
  }

 private:
  static constexpr bool kHasValues = !std::is_same<Value, NoValues>::value;
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  struct Element {
    Key key;
    Value value;
  };
  struct Placed {
    int multiprocessors;
    std::int64_t m, n;
    std::size_t A = 0, B = 0, C = 0, A_values = 0, B_values = 0, C_values = 0, end = 0;
  };

  static std::vector<Element> elements(const std::vector<int>& numbers, int origin) {
    std::vector<Element> all(numbers.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      make_key(all[i].key, numbers[i], origin + static_cast<int>(i));
      if constexpr (kHasValues) all[i].value = static_cast<Value>(origin + static_cast<int>(i));
    }
    return all;
  }
  /// Where the elements' part begins in the memory, poison before and behind it.
  template <class T>
  std::size_t put(const std::vector<Element>& all, int offset, T Element::*part) {
    const std::size_t begin = (host_.size() + 47) / 16 * 16 + static_cast<std::size_t>(offset) * sizeof(T);
    host_.resize(begin + all.size() * sizeof(T) + 32, kPoison);
    for (std::size_t i = 0; i < all.size(); ++i)
      std::memcpy(host_.data() + begin + i * sizeof(T), &(all[i].*part), sizeof(T));
    return begin;
  }
  template <class T>
  T* at(std::size_t place) const {
    return reinterpret_cast<T*>(device_ + place);
  }
  /// Every second case has one; they share it.
  mergelab::MergeWorkspace* workspace() {
    is_even_ = !is_even_;
    if (is_even_) return nullptr;
    if (workspace_.memory() == nullptr && workspace_.reserve(1 << 20) != cudaSuccess) return nullptr;
    return &workspace_;
  }
  cudaError_t merge(const Placed& c) {
    mergelab::MergeWorkspace* const with = workspace();
    if (c.multiprocessors > 0) {
      const mergelab::detail::Arrays<Key, Value, std::int64_t> arrays{
          at<Key>(c.A),          c.m,
          at<Key>(c.B),          c.n,
          at<Key>(c.C),          at<Value>(c.A_values),
          at<Value>(c.B_values), at<Value>(c.C_values)};
      return mergelab::detail::launch_merge<std::int64_t>(arrays, nullptr, Compare{}, c.multiprocessors);
    }
    if constexpr (kHasValues)
      return mergelab::device_merge(
          at<Key>(c.A), c.m, at<Key>(c.B), c.n, at<Key>(c.C), nullptr, Compare{},
          mergelab::values<Value>(at<Value>(c.A_values), at<Value>(c.B_values), at<Value>(c.C_values)), with);
    else
      return mergelab::device_merge(at<Key>(c.A), c.m, at<Key>(c.B), c.n, at<Key>(c.C), nullptr, Compare{},
                                    mergelab::no_values, with);
  }
  static void fail(const Placed& c, const std::string& what) {
    failure = "keys of " + std::to_string(sizeof(Key)) + " bytes, values of " +
              std::to_string(size_of<Value>()) + ", m " + std::to_string(c.m) + ", n " + std::to_string(c.n) +
              ", places modulo 16: A " + std::to_string(c.A % 16) + ", B " + std::to_string(c.B % 16) +
              ", C " + std::to_string(c.C % 16) + ", multiprocessors " + std::to_string(c.multiprocessors) +
              ": " + what;
  }

  std::vector<unsigned char> host_;
  std::vector<std::pair<std::size_t, std::size_t>> blank_;  // where outputs lie, and their bytes
  std::vector<Placed> cases_;
  unsigned char* device_ = nullptr;
  mergelab::MergeWorkspace workspace_;
  bool is_even_ = false;
  std::size_t room_ = 0;
};

}  // namespace merge_batches
