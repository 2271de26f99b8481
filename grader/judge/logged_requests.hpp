// The warp requests of a trace's log, and the events that are in none.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/include/simt/trace.hpp"

namespace mergelab::judge {

struct LoggedRequest {
  std::vector<std::uint32_t> events;  // of the log; at least one
  std::uint32_t sectors = 0, turns = 0;
};

/// The events of no request: outside of an array, or of unfinished warps where a run broke. Each is in front
/// of what its thread did after it: at [r] those in front of request r, in the end the rest.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> uncounted_events(
    const simt::TraceMemory& log, const std::vector<LoggedRequest>& requests);

}  // namespace mergelab::judge
