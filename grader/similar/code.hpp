// A source file as it is compared: its tokens without what is changed most easily, such as names and layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mergelab::similar {

/// Names that stay themselves: a lab's functions, which everybody calls by their names.
using KeptNames = std::set<std::string, std::less<>>;

struct CodeToken {
  std::uint64_t hash = 0;           // equal for tokens that count as equal
  std::size_t offset = 0, end = 0;  // half-open, in the source
  int line = 1;
};

/// The tokens of any text, C++ or not. Comments, preprocessor lines, braces, `const` and the like are left
/// out. All names count as equal, except keywords, CUDA's names and `kept`; so do all integer types and all
/// string literals. Numbers stay.
[[nodiscard]] std::vector<CodeToken> code_of(std::string_view source, const KeptNames& kept);

}  // namespace mergelab::similar
