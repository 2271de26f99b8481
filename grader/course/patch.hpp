// Reads and applies unified diffs: wrong solutions are kept as what makes them differ from a right one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mergelab::course {

/// Lines of a file, each with its line break, that become others.
struct Hunk {
  std::vector<std::string> before, after;  // both with the unchanged lines around
};

/// A unified diff of one file.
struct Patch {
  std::string header;  // what stands above the diff
  std::string base;    // the file to change, as the line "--- " names it
  std::vector<Hunk> hunks;
};

/// Throws Error, with `name` as the file and a line, for text that is no such diff. The counts of "@@ -12,7
/// +12,8 @@" must be those of the hunk; only the hunk's lines decide where it belongs.
[[nodiscard]] Patch read_patch(std::string_view text, const std::string& name);

/// `text`, the base file, with all hunks applied in order. A hunk's lines before must be in the text, behind
/// the hunk before it, exactly once. Throws Error with `name` as the patch's file.
[[nodiscard]] std::string apply_patch(const Patch& patch, std::string_view text, const std::string& name);

}  // namespace mergelab::course
