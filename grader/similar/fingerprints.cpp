#include "similar/fingerprints.hpp"

#include <algorithm>
#include <optional>

#include "base/hash.hpp"

namespace mergelab::similar {

std::vector<std::uint64_t> grams_of(const std::vector<CodeToken>& code) {
  constexpr std::uint64_t kFactor = base::kSplitMixStep;  // odd, so that no token's part is lost
  std::uint64_t leaving = 1;                              // the factor of the token that leaves the run
  for (std::size_t i = 1; i < kGram; ++i) leaving *= kFactor;
  std::vector<std::uint64_t> grams;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (i >= kGram) sum -= code[i - kGram].hash * leaving;
    sum = sum * kFactor + code[i].hash;
    if (i + 1 >= kGram) grams.push_back(base::mix(sum));
  }
  return grams;
}

std::vector<Fingerprint> winnow(const std::vector<std::uint64_t>& grams, const BaseGrams& base,
                                std::size_t window) {
  std::vector<Fingerprint> chosen;
  if (grams.empty()) return chosen;
  const std::size_t size = std::min(window, grams.size());
  for (std::size_t begin = 0; begin + size <= grams.size(); ++begin) {
    std::optional<std::size_t> least;
    for (std::size_t i = begin; i < begin + size; ++i) {
      if (!base.contains(grams[i]) && (!least || grams[i] <= grams[*least])) least = i;
    }
    if (least && (chosen.empty() || chosen.back().at != *least)) chosen.push_back({grams[*least], *least});
  }
  return chosen;
}

}  // namespace mergelab::similar
