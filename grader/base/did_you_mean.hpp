// What a mistyped word was meant to be, and how a message says so.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mergelab::base {

/// The candidate nearest to `word` by edit distance, if it is near enough to be meant; else empty.
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// The line below "X is not known": "did you mean 'ties'?  known: ties, edges", where `rest` is "known: ...".
/// Only `rest` when nothing is near, only the question when `rest` is empty. Files are quoted with '"', words
/// of the command line with '\''.
[[nodiscard]] std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                                       const std::string& rest, char quote = '\'');

}  // namespace mergelab::base
