#include "judge/labels.hpp"

#include <limits>
#include <numeric>
#include <utility>

#include "judge/random.hpp"

namespace mergelab::judge {

Labels::Labels(const std::vector<std::vector<std::span<const int>>>& keys, std::uint64_t seed) {
  std::vector<Element> in_order;
  for (const std::vector<std::span<const int>>& call : keys) {
    int origin = 0;
    for (const std::span<const int> array : call) {
      for (const int key : array) in_order.push_back({key, origin++});
    }
  }
  labels_.resize(in_order.size());
  std::iota(labels_.begin(), labels_.end(), 0U);
  Random random(seed);
  for (std::size_t left = labels_.size(); left > 1; --left) {
    std::swap(labels_[left - 1], labels_[random.below(left)]);
  }
  elements_.resize(in_order.size());
  for (std::size_t place = 0; place < in_order.size(); ++place) elements_[labels_[place]] = in_order[place];
}

std::optional<Labels::Element> Labels::find(std::uint32_t label) const {
  if (label >= elements_.size()) return std::nullopt;
  return elements_[label];
}

bool Labels::less(std::uint32_t a, std::uint32_t b) const {
  const auto place = [&](std::uint32_t label) {
    const std::optional<Element> element = find(label);
    return element ? std::int64_t{element->key} : std::int64_t{std::numeric_limits<int>::max()} + 1 + label;
  };
  return place(a) < place(b);
}

}  // namespace mergelab::judge
