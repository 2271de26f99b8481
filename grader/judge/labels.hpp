// Names for elements that say nothing about their order. Of Counted elements only the judge can compare two,
// so it sees and counts every comparison; a record's says where it came from, which nobody else can tell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "judge/generate.hpp"

namespace mergelab::judge {

class Labels {
 public:
  struct Element {
    int key = 0;
    int origin = 0;  // A[i] has i, B[j] has m+j
  };

  Labels() = default;
  /// The numbers from 0 on, dealt at random to the elements of all A and B, in this order.
  Labels(const std::vector<Arrays>& arrays, std::uint64_t seed);

  /// The label of the element at this place in that order.
  [[nodiscard]] std::uint32_t label(std::size_t place) const { return labels_[place]; }
  /// A label's element; nothing for a label that was never given.
  [[nodiscard]] std::optional<Element> find(std::uint32_t label) const;
  /// Whether one's key is less than the other's. Labels that were never given come last, by their numbers.
  [[nodiscard]] bool less(std::uint32_t a, std::uint32_t b) const;

 private:
  std::vector<std::uint32_t> labels_;  // by place
  std::vector<Element> elements_;      // by label
};

}  // namespace mergelab::judge
