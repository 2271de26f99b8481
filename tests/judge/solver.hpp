// Merges as a right submission does, for workers that lie about the rest.
#pragma once

#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "judge/image.hpp"

namespace mergelab::judge {

/// What a worker returns for the problems of an image: its memory with every C filled in, and in place of the
/// table of problems the comparisons of each.
class Solver {
 public:
  Solver(std::span<const std::byte> input, std::span<const wire::Problem> problems, ValueType type,
         std::uint32_t token_key)
      : input_(input), problems_(problems), type_(type), cipher_(token_key) {}

  [[nodiscard]] std::vector<std::byte> solve() {
    std::vector<std::byte> output(input_.begin(), input_.end());
    for (std::size_t q = 0; q < problems_.size(); ++q) {
      const wire::Problem& problem = problems_[q];
      std::byte* c = output.data() + problem.c.offset + problem.c.margin_before;
      const wire::Counters counters{problem.k_count > 0 ? ranks(problem, c) : merge(problem, c)};
      std::memcpy(output.data() + q * sizeof(wire::Problem), &counters, sizeof counters);
    }
    return output;
  }

 private:
  [[nodiscard]] const std::byte* payload(const wire::Buffer& buffer) const {
    return input_.data() + buffer.offset + buffer.margin_before;
  }
  [[nodiscard]] int key(const wire::Buffer& buffer, int index) const {
    std::uint32_t word = 0;
    std::memcpy(&word, payload(buffer) + static_cast<std::size_t>(index) * value_bytes(type_), sizeof word);
    return type_ == ValueType::counted ? cipher_.decode(word) : static_cast<int>(word);
  }
  [[nodiscard]] bool takes_a(const wire::Problem& p, int i, int j) const {
    return i < p.m && (j >= p.n || key(p.a, i) <= key(p.b, j));
  }

  std::uint64_t merge(const wire::Problem& p, std::byte* c) const {
    const std::size_t bytes = value_bytes(type_);
    std::uint64_t comparisons = 0;
    for (int i = 0, j = 0; i < p.m || j < p.n; c += bytes) {
      comparisons += i < p.m && j < p.n ? 1 : 0;
      const bool from_a = takes_a(p, i, j);
      const int index = from_a ? i++ : j++;
      std::memcpy(c, payload(from_a ? p.a : p.b) + static_cast<std::size_t>(index) * bytes, bytes);
    }
    return comparisons;
  }
  std::uint64_t ranks(const wire::Problem& p, std::byte* c) {
    if (p.a.offset != ranked_.first || p.b.offset != ranked_.second) stable_.clear();
    ranked_ = {p.a.offset, p.b.offset};
    if (stable_.empty()) {
      stable_ = {0};
      for (int i = 0, j = 0; i < p.m || j < p.n; stable_.push_back(i)) takes_a(p, i, j) ? ++i : ++j;
    }
    for (int q = 0; q < p.k_count; ++q, c += sizeof(int)) {
      int k = 0;
      std::memcpy(&k, input_.data() + p.k_offset + static_cast<std::size_t>(q) * sizeof k, sizeof k);
      std::memcpy(c, &stable_[static_cast<std::size_t>(k)], sizeof k);
    }
    return 0;
  }

  std::span<const std::byte> input_;
  std::span<const wire::Problem> problems_;
  ValueType type_;
  wire::TokenCipher cipher_;
  std::pair<std::uint64_t, std::uint64_t> ranked_;  // the arrays that `stable_` is of
  std::vector<int> stable_;                         // how many of the first k outputs come from A
};

}  // namespace mergelab::judge
