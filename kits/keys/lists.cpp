#include "kits/keys/lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "finding/explanation.hpp"

namespace mergelab::judge {
namespace {

/// The k lengths of lists of `total` elements, as list_lengths() says.
std::vector<std::size_t> lengths_of_lists(const ListsSpec& spec, std::size_t k, std::size_t total,
                                          Random& random) {
  std::vector<std::size_t> lengths(k);
  std::size_t left = total;
  if (spec.lengths == "equal") {
    for (std::size_t i = 0; i < k; ++i) lengths[i] = total * (i + 1) / k - total * i / k;
  } else if (spec.lengths == "random") {
    std::vector<std::size_t> cuts(k - 1);
    std::generate(cuts.begin(), cuts.end(), [&] { return random.below(total + 1); });
    std::sort(cuts.begin(), cuts.end());
    cuts.push_back(total);
    for (std::size_t i = 0; i < k; ++i) lengths[i] = cuts[i] - (i == 0 ? 0 : cuts[i - 1]);
  } else if (spec.lengths == "halving") {
    for (std::size_t i = 0; i < k; ++i) left -= lengths[i] = (left + 1) / 2;
    lengths[0] += left;
  } else if (spec.lengths == "long") {
    for (std::size_t i = 0; i < k && left > 0; ++i) left -= lengths[i] = 1;
    lengths[k / 2] += left;
  } else if (spec.lengths == "alone") {
    lengths[k / 2] = total;
  } else {
    throw std::invalid_argument("no lengths are named '" + spec.lengths + "'");
  }
  return lengths;
}

}  // namespace

Arrays deal_to_lists(const std::vector<int>& keys, const ListsSpec& spec, std::size_t k, Random& random) {
  Arrays arrays{std::vector<int>(keys.size()), {}, {0}};
  if (k == 0) {
    if (!keys.empty()) throw std::out_of_range("no lists have no keys: with \"k\" 0, m is 0");
    return arrays;
  }
  std::vector<std::size_t> left = lengths_of_lists(spec, k, keys.size(), random);
  for (const std::size_t length : left)
    arrays.starts.push_back(arrays.starts.back() + static_cast<int>(length));
  std::vector<std::size_t> owners;  // of each key, in the order of keys
  if (spec.order == "turns") {
    std::vector<std::size_t> room = left;
    while (owners.size() < keys.size()) {
      for (std::size_t i = 0; i < k; ++i) {
        if (room[i] == 0) continue;
        --room[i];
        owners.push_back(i);
      }
    }
  } else {
    for (std::size_t i = 0; i < k; ++i) {
      const std::size_t list = spec.order == "backward" ? k - 1 - i : i;
      owners.insert(owners.end(), left[list], list);
    }
  }
  if (spec.order == "mixed") {
    for (std::size_t rest = owners.size(); rest > 1; --rest)
      std::swap(owners[rest - 1], owners[random.below(rest)]);
  }
  std::vector<int> next = arrays.starts;
  for (std::size_t at = 0; at < keys.size(); ++at) {
    arrays.a[static_cast<std::size_t>(next[owners[at]]++)] = keys[at];
  }
  return arrays;
}

std::string place_in_lists(const Keys& arrays, std::size_t index, bool of_ranks) {
  const auto behind = std::upper_bound(arrays.starts.begin(), arrays.starts.end(), static_cast<int>(index));
  const auto list = static_cast<std::size_t>(behind - arrays.starts.begin()) - 1;
  const std::size_t element = index - static_cast<std::size_t>(arrays.starts[list]);
  return of_ranks ? say(Sentence::element_of_rank, element, list)
                  : say(Sentence::element_of_list, list, element);
}

Arrays as_lists(Arrays arrays) {
  if (!arrays.starts.empty()) return arrays;
  const int m = static_cast<int>(arrays.a.size());
  arrays.a.insert(arrays.a.end(), arrays.b.begin(), arrays.b.end());
  arrays.b.clear();
  arrays.starts = {0, m, static_cast<int>(arrays.a.size())};
  return arrays;
}

}  // namespace mergelab::judge
