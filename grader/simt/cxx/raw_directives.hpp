// The directives of a source file as it stands, before a preprocessor could be deceived by them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt::cxx {

struct RawDirective {
  int line = 0;          // where its `#` stands
  std::string name;      // "include"; "line" also for a marker `# 12 "file"`
  std::string argument;  // the rest of the line, at most 256 characters, without comments in front of it
};

/// Everything that a compiler could take for a directive, however it is spelled: behind comments, over joined
/// lines, with digraphs. Comments and literals are not told apart from code, because a source could deceive
/// us there; so a line within a comment that begins with `#` is listed as well.
[[nodiscard]] std::vector<RawDirective> raw_directives(std::string_view source);

}  // namespace simt::cxx
