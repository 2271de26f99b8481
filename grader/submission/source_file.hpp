// Reads a file of a submission, and refuses everything but a small text file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace mergelab::submission {

/// Either the bytes, or why they were not taken ("is a symbolic link").
struct SourceFile {
  bool missing = false;
  bool unreadable = false;  // by this user, on this machine: not what a student can be blamed for
  std::string refusal;      // empty: `bytes` are good
  std::string bytes;
  [[nodiscard]] bool good() const { return !missing && refusal.empty(); }
};

/// Checks and reads in one go, through one descriptor: the bytes returned are the bytes that were checked,
/// whatever happens to the name meanwhile. Never blocks on a FIFO, and follows no link at the last name.
[[nodiscard]] SourceFile read_source(const std::filesystem::path& path);

/// Whether the text may include the file: it names it in quotes, and not in a comment that begins on that
/// line.
[[nodiscard]] bool may_include(std::string_view text, const std::string& file);

/// As for a source file, without reading it: "is a folder" and the like for `path`.
[[nodiscard]] SourceFile look_at_source(const std::filesystem::path& path);

// Characters of a source that look like C++'s own and are others: compilers name them by their bytes, take
// them for letters of a name, or show nothing.

/// A line for each of the first few, "a.cuh:3:12: error: the character U+00A0 is not a plain blank: type
/// one". Only blanks, punctuation, signs and invisible characters that stand in code: names, comments and
/// literals may hold any letter.
[[nodiscard]] std::string odd_characters_in(std::string_view source, const std::string& file);

}  // namespace mergelab::submission
