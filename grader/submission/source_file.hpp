// Reads a file of a submission, and refuses everything but a small text file.
#pragma once

#include <filesystem>
#include <string>

namespace mergelab::submission {

/// Either the bytes, or why they were not taken ("is a symbolic link").
struct SourceFile {
  bool missing = false;
  std::string refusal;  // empty: `bytes` are good
  std::string bytes;
  [[nodiscard]] bool good() const { return !missing && refusal.empty(); }
};

/// Checks and reads in one go, through one descriptor: the bytes returned are the bytes that were checked,
/// whatever happens to the name meanwhile. Never blocks on a FIFO, and follows no link at the last name.
[[nodiscard]] SourceFile read_source(const std::filesystem::path& path);

/// "is a folder" and its kin for what lies at `path`; empty for a regular file, and for nothing at all.
[[nodiscard]] std::string kind_refusal(const std::filesystem::path& path);

}  // namespace mergelab::submission
