// One record of compute-sanitizer's, told as the CPU engine would tell it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "judge/sanitizer_log.hpp"
#include "judge/sanitizer_record.hpp"

namespace mergelab::judge::sanitizer {

struct Known {
  std::span<const std::string> files;
  std::span<const NamedArray> arrays;
};

/// A violation that a record tells of. Those of the same rule and key are one: other threads at the same
/// line.
struct Seen {
  Violation violation;
  std::string key;
  std::uint64_t times = 1;
};

[[nodiscard]] Seen access(const Record& record, const Known& known);
[[nodiscard]] Seen unwritten(const Record& record, const Known& known);
[[nodiscard]] std::vector<Seen> race(const Record& record);    // racecheck's analysis: lines, no threads
[[nodiscard]] std::vector<Seen> hazard(const Record& record);  // racecheck's hazards: lines and threads
[[nodiscard]] Seen barrier(const Record& record, const Known& known);
[[nodiscard]] Seen failed_call(const Record& record);
[[nodiscard]] Seen other(const Record& record, const Known& known);  // whose words are the tool's own

}  // namespace mergelab::judge::sanitizer
