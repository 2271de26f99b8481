// Reads a whole file. Header-only: the engine uses it in the student's process.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>

#include "base/descriptor.hpp"

namespace mergelab::base {

inline constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

/// All that can be read from a descriptor, but no more than the first `most` bytes: with one byte more than
/// the limit a caller sees that a file is longer. Nothing, with errno set, when reading fails.
[[nodiscard]] inline std::optional<std::string> read_all(int descriptor, std::size_t most = kNoLimit) {
  constexpr std::size_t kLeast = 1 << 14;  // for pipes, and files of /proc, which have no size
  struct stat status {};
  const bool has_size = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  const std::size_t first = std::max(kLeast, has_size ? static_cast<std::size_t>(status.st_size) + 1 : 0);
  std::string bytes;
  std::size_t size = 0;
  for (;;) {
    if (size == bytes.size()) bytes.resize(std::min(most, std::max(first, 2 * size)));
    if (size == bytes.size()) return bytes;
    const ssize_t count = TEMP_FAILURE_RETRY(::read(descriptor, bytes.data() + size, bytes.size() - size));
    if (count < 0) return std::nullopt;
    size += static_cast<std::size_t>(count);
    if (count > 0) continue;
    bytes.resize(size);
    return bytes;
  }
}

/// The same for a file's name.
[[nodiscard]] inline std::optional<std::string> read_file(const std::filesystem::path& file,
                                                          std::size_t most = kNoLimit) {
  const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  return descriptor ? read_all(descriptor.get(), most) : std::nullopt;
}

}  // namespace mergelab::base
