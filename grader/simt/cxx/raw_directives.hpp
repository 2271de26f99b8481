// The directives of a raw source file, before it could deceive a preprocessor.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt::cxx {

struct RawDirective {
  int line = 0;          // of its `#`
  std::string name;      // "include"; "line" also for a marker `# 12 "file"`
  std::string argument;  // the rest of the line, at most 256 characters, without comments in front of it
};

/// Everything that a compiler could read as a directive, in any spelling: behind comments, over joined lines,
/// with digraphs. Comments and literals are not distinguished from code, because a source could deceive us
/// there; so a line within a comment that begins with `#` is also listed.
[[nodiscard]] std::vector<RawDirective> raw_directives(std::string_view source);

}  // namespace simt::cxx
