// Reads what compute-sanitizer wrote: which rules of CUDA a submission broke, in the tool's own words.
#pragma once

#include "judge/received.hpp"

namespace mergelab::judge {

struct SanitizerLog {
  /// In the log's order; reports of the same rule at the same lines are one violation with a count. A rule is
  /// one of symptoms(); "fault" if it has no name there.
  std::vector<Violation> violations;
  /// The tool's own sentence when it could not do its work, so that nothing follows about the submission.
  std::optional<std::string> failure;
  /// The tool wrote its summary. It does not when its target is killed or the log is cut.
  bool complete = false;
};

/// Reads the text output of memcheck, racecheck, initcheck or synccheck. Where a call chain passes a file of
/// `files` (names without folders, the submission's), the violation names that line. The log may hold
/// anything: what is not understood is skipped or quoted, in bounded time and space.
[[nodiscard]] SanitizerLog read_sanitizer_log(std::string_view log, std::span<const std::string> files);

}  // namespace mergelab::judge
