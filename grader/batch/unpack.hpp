// Takes the labs' files out of an archive that a student handed in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

namespace mergelab::batch {

struct UnpackLimits {
  std::size_t entries = 20'000;
  std::int64_t bytes = std::int64_t{512} << 20U;           // of all files, unpacked
  std::int64_t file_bytes = (std::int64_t{1} << 20U) + 1;  // kept of one: more than the grader takes
  std::size_t depth = 16;                                  // folders
  unsigned cpu_s = 30;
  std::size_t memory_bytes = std::size_t{1} << 30U;
};

struct Unpacked {
  std::string refusal;  // why nothing of it counts: "is damaged: ..."; empty: it was unpacked
  std::string note;     // what was left out of it; empty: nothing that matters
};

/// Writes the files of zip and tar archives whose names (without their folders) are in `wanted` below
/// `folder`, which is there and empty. No links and no devices are made; an archive with a path that leads
/// out of it is refused. Works in a separate process, so that an archive made to break the reader ends only
/// that one. Only for a process without other threads. Throws std::system_error, and StorageError when the
/// folder can't be written.
[[nodiscard]] Unpacked unpack(const std::filesystem::path& archive, const std::set<std::string>& wanted,
                              const std::filesystem::path& folder, const UnpackLimits& limits = {});

}  // namespace mergelab::batch
