// Numbers, keys and arguments that a user types: as options, or as answers.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/course.hpp"

namespace mergelab::app {

/// A whole number in its range. `what` is named in messages, as in the others. Throws UsageError.
[[nodiscard]] std::int64_t number_from(const std::string& word, const std::string& what, std::int64_t low,
                                       std::int64_t high);

/// "1,4,6", or with blanks between them; only blanks: no keys. Throws UsageError.
[[nodiscard]] std::vector<int> typed_keys(const std::string& word, const std::string& what);

/// NAME and VALUE of a word of --arg, where NAME is one of `names`. Throws UsageError.
[[nodiscard]] std::pair<std::string, std::string> typed_argument(const std::string& word,
                                                                 const std::vector<std::string>& names);

/// The lab with these constants in place of its own.
[[nodiscard]] Lab with_constants(const Lab& lab, const Numbers& constants);

}  // namespace mergelab::app
