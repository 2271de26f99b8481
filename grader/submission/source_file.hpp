// Reads a file of a submission, and refuses everything but a small text file.
#pragma once

#include "model/course.hpp"

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

// File names that a browser, a file manager or an editor makes of a lab file's name.

enum class NameMatch {
  none,
  similar,  // "merge_tield.cuh", "ada_merge_tiled.cuh": somebody has to say that it is the file
  variant,  // "merge_tiled (1).cuh", "Merge_Tiled.cuh.txt": it can be no other file
  exact,
};

/// How a file's name relates to the one that a lab asks for.
[[nodiscard]] NameMatch match_name(std::string_view name, std::string_view wanted);
/// The same with "lab4.cuh" similar to the file of 04_tiled_kernel.
[[nodiscard]] NameMatch match_name(std::string_view name, const Lab& lab);

/// A name for a message.
[[nodiscard]] std::string quoted_name(std::string_view name);

// Finds each lab's file anywhere in what a course system has collected.

struct Gathered {
  const Lab* lab = nullptr;
  std::vector<std::filesystem::path> found;  // none, one, or several that differ with nothing to choose by
  std::string similar;                       // a file that may be it by its name, where none was found
};

/// For each lab the file that is called like its own, or else "merge_tiled (1).cuh" and its like. One in a
/// folder that is called like the lab goes before others, then the one with fewer folders above it; several
/// with the same bytes are one. Folders that a hand-out brings along (skeletons, solutions, build), hidden
/// ones and links to folders are not looked into. Throws std::runtime_error when a folder can't be read or
/// holds more than 200,000 entries.
[[nodiscard]] std::vector<Gathered> gather(const std::vector<std::filesystem::path>& folders,
                                           const Course& course);

/// Replaces a file that can't be taken: its author reads why in the compiler's message.
[[nodiscard]] std::string stand_in(const std::string& reason);

}  // namespace mergelab::submission
