// Names for elements that say nothing about their order. Of Counted elements only the judge can compare two,
// so it sees and counts every comparison; a record's says where it came from, which nobody else can tell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mergelab::judge {

class Labels {
 public:
  struct Element {
    int key = 0;
    int origin = 0;  // its place among the elements of one call's inputs
  };

  Labels() = default;
  /// The numbers from 0 on, dealt at random to the elements of all inputs, in this order; `keys`: by call,
  /// and by array.
  Labels(const std::vector<std::vector<std::span<const int>>>& keys, std::uint64_t seed);

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
