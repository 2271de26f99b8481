// Characters of a source that look like C++'s own and are others: compilers name them by their bytes, take
// them for letters of a name, or show nothing.
#pragma once

#include <string>
#include <string_view>

namespace mergelab::submission {

/// A line for each of the first few, "a.cuh:3:12: error: the character U+00A0 is not a plain blank: type
/// one". Only blanks, punctuation, signs and invisible characters that stand in code: names, comments and
/// literals may hold any letter.
[[nodiscard]] std::string odd_characters_in(std::string_view source, const std::string& file);

}  // namespace mergelab::submission
