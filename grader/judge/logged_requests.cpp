#include "judge/logged_requests.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace mergelab::judge {

std::vector<std::vector<std::uint32_t>> uncounted_events(const simt::TraceMemory& log,
                                                         const std::vector<LoggedRequest>& requests) {
  using Phase = std::pair<std::uint32_t, std::uint32_t>;  // of a block
  std::map<Phase, std::size_t> phase_end;
  std::map<std::pair<Phase, int>, std::size_t> warp_end;
  std::map<std::pair<Phase, int>, std::vector<std::pair<std::uint32_t, std::size_t>>> by_thread;
  std::vector<bool> has_request(log.event_count);
  for (std::size_t r = 0; r < requests.size(); ++r) {
    for (const std::uint32_t index : requests[r].events) {
      const simt::TraceEvent& event = log.events[index];
      const Phase phase{event.block, event.phase};
      has_request[index] = true;
      phase_end[phase] = r + 1;
      warp_end[{phase, event.thread / 32}] = r + 1;
      by_thread[{phase, event.thread}].emplace_back(index, r);
    }
  }
  std::vector<std::vector<std::uint32_t>> in_front(requests.size() + 1);
  for (std::uint32_t index = 0; index < log.event_count; ++index) {
    if (has_request[index]) continue;
    const simt::TraceEvent& event = log.events[index];
    const Phase phase{event.block, event.phase};
    std::size_t place = requests.size();
    if (const auto end = phase_end.find(phase); end != phase_end.end()) place = end->second;
    if (const auto end = warp_end.find({phase, event.thread / 32}); end != warp_end.end())
      place = end->second;
    if (const auto own = by_thread.find({phase, event.thread}); own != by_thread.end()) {
      const auto later =
          std::upper_bound(own->second.begin(), own->second.end(), std::pair(index, requests.size()));
      if (later != own->second.end()) place = later->second;
    }
    in_front[place].push_back(index);
  }
  return in_front;
}

}  // namespace mergelab::judge
