// What a merge has to give: the oracle that outputs, ranks and predictions are compared with.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "kits/keys/generate.hpp"

namespace mergelab::judge {

/// The stable merge of two arrays, one element at a time; ties take A first. The arrays must outlive it.
class StableMerge {
 public:
  explicit StableMerge(const Keys& arrays) : a_(arrays.a), b_(arrays.b) {}
  /// The next element's key; its source is then `from_a()` and `index()`. There must be one.
  int next() {
    from_a_ = i_ < a_.size() && (j_ >= b_.size() || a_[i_] <= b_[j_]);
    index_ = from_a_ ? i_++ : j_++;
    return from_a_ ? a_[index_] : b_[index_];
  }
  [[nodiscard]] bool from_a() const { return from_a_; }
  [[nodiscard]] std::size_t index() const { return index_; }
  /// How many of A's and of B's have come.
  [[nodiscard]] std::size_t taken_of_a() const { return i_; }
  [[nodiscard]] std::size_t taken_of_b() const { return j_; }
  [[nodiscard]] int origin() const { return static_cast<int>(from_a_ ? index_ : a_.size() + index_); }
  /// "B[3]"
  [[nodiscard]] std::string source() const {
    return std::string(from_a_ ? "A[" : "B[") + std::to_string(index_) + "]";
  }

 private:
  std::span<const int> a_, b_;
  std::size_t i_ = 0, j_ = 0, index_ = 0;
  bool from_a_ = false;
};

}  // namespace mergelab::judge
