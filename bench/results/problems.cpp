#include "bench/results/problems.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>

#include "base/did_you_mean.hpp"

namespace mergelab::bench {
namespace {

constexpr std::int64_t kFewest = 1 << 10, kMost = std::int64_t{1} << 30;
constexpr int kMostBits = 30;

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value >= 0 ? std::optional(value)
                                                                                : std::nullopt;
}

/// "2^24" or "1000000", if within the bounds.
std::optional<std::int64_t> size(std::string_view text) {
  std::optional<std::int64_t> value;
  if (text.starts_with("2^")) {
    const auto bits = number(text.substr(2));
    if (bits && *bits <= kMostBits) value = std::int64_t{1} << *bits;
  } else {
    value = number(text);
  }
  return value && *value >= kFewest && *value <= kMost ? value : std::nullopt;
}

[[noreturn]] void fail(const std::string& word) {
  throw std::invalid_argument(
      fmt::format("'{}' is not a size for a merge\n  a size is a number of outputs from 2^10 to 2^30: 2^24, "
                  "1000000, or all powers of two from one to another: 2^16..2^28",
                  word));
}

}  // namespace

std::vector<std::int64_t> read_sizes(const std::vector<std::string>& words) {
  constexpr std::string_view kDots = "..";
  std::set<std::int64_t> sizes;
  for (const std::string& word : words.empty() ? std::vector<std::string>{"2^16..2^28"} : words) {
    const std::size_t dots = word.find(kDots);
    const auto first = size(std::string_view(word).substr(0, dots));
    const auto last =
        dots == std::string::npos ? first : size(std::string_view(word).substr(dots + kDots.size()));
    if (!first || !last || *first > *last) fail(word);
    if (dots == std::string::npos) {
      sizes.insert(*first);
      continue;
    }
    bool any = false;
    for (std::int64_t power = kFewest; power <= *last; power *= 2) {
      if (power < *first) continue;
      sizes.insert(power);
      any = true;
    }
    if (!any) fail(word);
  }
  return {sizes.begin(), sizes.end()};
}

std::vector<std::string> read_distributions(const std::vector<std::string>& words, bool has_rival) {
  std::vector<std::string> known{"uniform", "all-equal", "blocks", "lopsided", "adversarial"};
  if (has_rival) known.emplace_back("ordered");
  std::vector<std::string> chosen;
  for (const std::string& word : words.empty() ? known : words) {
    if (std::find(known.begin(), known.end(), word) == known.end()) {
      throw std::invalid_argument(
          fmt::format("unknown distribution '{}'\n  {}", word,
                      base::did_you_mean(word, known, fmt::format("there are {}", fmt::join(known, ", ")))));
    }
    if (std::find(chosen.begin(), chosen.end(), word) == chosen.end()) chosen.push_back(word);
  }
  return chosen;
}

}  // namespace mergelab::bench
