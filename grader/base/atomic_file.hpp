// Replaces a file in one step, so that a course system never reads half a report.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace mergelab::base {

/// A file could not be written. what() has a second line with the remedy.
class WriteError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// 0 or an errno.
[[nodiscard]] int write_all(int descriptor, std::string_view bytes);

/// Writes `bytes` to `file` by a temporary file next to it, flushed to disk: a reader sees the old file or
/// the new one. Throws WriteError; the old file stays.
void write_atomically(const std::filesystem::path& file, std::string_view bytes);

/// Throws what write_atomically would throw now, and leaves everything as it is, but for what killed writers
/// have left: to be asked before long work.
void check_writable(const std::filesystem::path& file);

/// Whether a file that is there may be replaced, since a name may have been typed wrong: true for no file, an
/// empty one, or one whose first bytes contain `mark`.
[[nodiscard]] bool is_replaceable(const std::filesystem::path& file, std::string_view mark);

}  // namespace mergelab::base
