// Parses the sizes and distributions of `mergelab bench`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mergelab::bench {

/// Numbers of outputs, ascending and each once, from words like 1000000, 2^24 and 2^16..2^28 (the powers of
/// two between them, ends included). No words: 2^16..2^28. Throws std::invalid_argument.
[[nodiscard]] std::vector<std::int64_t> read_sizes(const std::vector<std::string>& words);

/// Returns the given distributions, or all if none is given; has_rival: those with which device_merge is
/// timed. Throws std::invalid_argument with the nearest.
[[nodiscard]] std::vector<std::string> read_distributions(const std::vector<std::string>& words,
                                                          bool has_rival = false);

}  // namespace mergelab::bench
