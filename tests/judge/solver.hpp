// Correct merges, for workers that lie about the rest.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "judge/image.hpp"
#include "wire/message.hpp"

namespace mergelab::judge {

/// What a right merge of this problem loads, stores and launches, as labs 3 to 5 want it.
inline wire::Fetched honest_counts(const wire::Problem& problem) {
  wire::Fetched fetched;
  const auto outputs = static_cast<std::uint64_t>(problem.m) + static_cast<std::uint64_t>(problem.n);
  const auto section = static_cast<std::uint64_t>(std::max(1, problem.section));
  const auto blocks = static_cast<std::uint32_t>((outputs + section - 1) / section);
  fetched.launches = {.count = 1, .grid = {blocks, 1, 1}, .block = {128, 1, 1}};
  wire::Traffic& traffic = fetched.traffic;
  traffic.narrow_load_bytes = traffic.barriers = blocks;
  traffic.threads = std::uint64_t{128} * blocks;
  traffic.load_bytes = traffic.store_bytes = traffic.lane_load_bytes = 4 * outputs;
  traffic.load_sectors = traffic.store_sectors = outputs / 8;
  traffic.wavefronts = traffic.ideal_wavefronts = outputs / 32;
  traffic.span = 500;
  return fetched;
}

/// What a worker returns for the problems of an image: its memory with every C filled in.
class Solver {
 public:
  /// Whether one element of Counted is less than another, asked of in this problem.
  using Less = std::function<bool(std::uint32_t problem, std::uint32_t token_a, std::uint32_t token_b)>;

  Solver(std::span<const std::byte> input, std::span<const wire::Problem> problems, ValueType type, Less less)
      : input_(input), problems_(problems), type_(type), less_(std::move(less)) {}

  [[nodiscard]] std::vector<std::byte> solve() {
    std::vector<std::byte> output(input_.begin(), input_.end());
    for (std::size_t q = 0; q < problems_.size(); ++q) {
      const wire::Problem& problem = problems_[q];
      std::byte* c = output.data() + problem.c.offset + problem.c.margin_before;
      index_ = static_cast<std::uint32_t>(q);
      problem.k_count > 0 ? ranks(problem, c) : merge(problem, c);
    }
    return output;
  }

 private:
  [[nodiscard]] const std::byte* payload(const wire::Buffer& buffer) const {
    return input_.data() + buffer.offset + buffer.margin_before;
  }
  /// An element's key or token.
  [[nodiscard]] std::uint32_t word(const wire::Buffer& buffer, int index) const {
    std::uint32_t word = 0;
    std::memcpy(&word, payload(buffer) + static_cast<std::size_t>(index) * value_bytes(type_), sizeof word);
    return word;
  }
  [[nodiscard]] bool less(std::uint32_t a, std::uint32_t b) const {
    if (type_ == ValueType::counted) return less_(index_, a, b);
    return static_cast<int>(a) < static_cast<int>(b);
  }
  /// Of `m` elements from A[a] and `n` from B[b].
  [[nodiscard]] bool takes_a(const wire::Problem& p, const wire::Rank& part, int i, int j) const {
    return i < part.m && (j >= part.n || !less(word(p.b, part.b + j), word(p.a, part.a + i)));
  }

  void merge(const wire::Problem& p, std::byte* c) const {
    const std::size_t bytes = value_bytes(type_);
    for (int i = 0, j = 0; i < p.m || j < p.n; c += bytes) {
      const bool from_a = takes_a(p, {.m = p.m, .n = p.n}, i, j);
      const int index = from_a ? i++ : j++;
      std::memcpy(c, payload(from_a ? p.a : p.b) + static_cast<std::size_t>(index) * bytes, bytes);
    }
  }
  void ranks(const wire::Problem& p, std::byte* c) const {
    for (int q = 0; q < p.k_count; ++q, c += sizeof(int)) {
      wire::Rank rank;
      std::memcpy(&rank, input_.data() + p.k_offset + static_cast<std::size_t>(q) * sizeof rank, sizeof rank);
      int low = std::max(0, rank.k - rank.n), high = std::min(rank.k, rank.m);
      while (low < high) {
        const int i = low + (high - low) / 2;
        takes_a(p, rank, i, rank.k - i - 1) ? low = i + 1 : high = i;
      }
      std::memcpy(c, &low, sizeof low);
    }
  }

  std::span<const std::byte> input_;
  std::span<const wire::Problem> problems_;
  ValueType type_;
  Less less_;
  std::uint32_t index_ = 0;  // of the problem that is worked on
};

}  // namespace mergelab::judge
