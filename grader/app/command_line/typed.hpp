// Numbers and keys that a user types: as options, or as answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mergelab::app {

/// A whole number in its range. `what` is named in messages, as in the others. Throws UsageError.
[[nodiscard]] std::int64_t number_from(const std::string& word, const std::string& what, std::int64_t low,
                                       std::int64_t high);

/// "1,4,6", or with blanks between them; only blanks: no keys. Throws UsageError.
[[nodiscard]] std::vector<int> typed_keys(const std::string& word, const std::string& what);

/// Throws UsageError for keys that are not sorted.
void check_sorted(const std::vector<int>& keys, const std::string& what);

}  // namespace mergelab::app
