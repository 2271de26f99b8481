#include "kits/keys/disorder.hpp"

#include <algorithm>
#include <utility>

namespace mergelab::judge {

std::vector<int> shuffled(std::vector<int> keys, Random& random) {
  for (std::size_t i = keys.size(); i > 1; --i) std::swap(keys[i - 1], keys[random.below(i)]);
  return keys;
}

std::vector<int> reversed(std::vector<int> keys) {
  std::reverse(keys.begin(), keys.end());
  return keys;
}

std::vector<int> organ_pipe(std::vector<int> keys) {
  for (std::size_t i = 0; i < keys.size() / 2; ++i) keys[keys.size() - 1 - i] = keys[i];
  return keys;
}

std::vector<int> sawtooth(std::vector<int> keys, std::size_t run) {
  for (std::size_t i = run; i < keys.size(); ++i) keys[i] = keys[i - run];
  return keys;
}

std::vector<int> one_displaced(std::vector<int> keys, Random& random) {
  if (keys.size() < 2) return keys;
  const auto at = [&](std::size_t index) { return keys.begin() + static_cast<std::ptrdiff_t>(index); };
  const std::size_t from = random.below(keys.size());
  const std::size_t to = (from + 1 + random.below(keys.size() - 1)) % keys.size();
  if (from < to) {
    std::rotate(at(from), at(from + 1), at(to + 1));
  } else {
    std::rotate(at(to), at(from), at(from + 1));
  }
  return keys;
}

}  // namespace mergelab::judge
