// What compute-sanitizer wrote, in the words that the CPU engine uses for the same: a submission's report
// reads alike, whichever of the two looked.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "judge/session.hpp"

namespace mergelab::judge {

/// An array of the device whose name is known: the tool tells addresses only.
struct NamedArray {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

struct SanitizerLog {
  /// In the log's order. What many threads did at one line is one violation with a count. Rules are symptoms
  /// (symptom_names()); "fault" stands for what has no name of its own.
  std::vector<Violation> violations;
  /// The tool's own sentence when it could not do its work, so that nothing follows about the submission.
  std::optional<std::string> failure;
  /// The tool came to its summary. It does not when its target is killed or the log is cut.
  bool complete = false;
};

/// Reads the text output of memcheck, racecheck, initcheck or synccheck. Lines are told of `files` (names
/// without folders, the submission's) where a call chain passes one of them. The log may hold anything: what
/// is not understood is passed over or quoted, in bounded time and space.
[[nodiscard]] SanitizerLog read_sanitizer_log(std::string_view log, std::span<const std::string> files,
                                              std::span<const NamedArray> arrays = {});

}  // namespace mergelab::judge
