// The figures by source line.
#include <algorithm>
#include <map>
#include <simt/counters.hpp>
#include <utility>

#include "events.hpp"
#include "simt/core/lines.hpp"

namespace simt {
namespace {

using count::Kind;
using count::Site;

void add(LineCounters& line, const Site& site) {
  if (site.kind == Kind::Block) {
    line.executions += site.requests;
    line.lanes += site.lanes;
    return;
  }
  line.request_lanes += site.lanes;
  if (site.where == count::kShared) {
    line.shared_requests += site.requests;
    line.shared_wavefronts += site.wavefronts;
    line.shared_ideal_wavefronts += site.ideal_wavefronts;
  } else {
    line.requests += site.requests;
    line.sectors += site.sectors;
    line.ideal_sectors += site.ideal_sectors;
  }
}

/// Where a site is in the user's source; unknown for code of the engine's headers, and for code that a
/// compiler made of several lines.
core::Line place_of(const Site& site) {
  const std::uintptr_t pc = core::watch.text_begin + static_cast<std::uintptr_t>(site.pc);
  core::Line place = core::line_of(pc);
  // The call that reports a basic block may have no line; what comes next in the block has one.
  if (place.number == 0 && site.kind == Kind::Block) place = core::line_of(pc + 1);
  const bool is_users = place.number != 0 && place.file.find("/include/simt/") == std::string::npos;
  return is_users ? place : core::Line{};
}

std::uint64_t heat(const LineCounters& line) { return line.sectors + line.shared_wavefronts; }

}  // namespace

std::vector<LineCounters> host::line_counters() {
  std::map<std::pair<std::string, int>, LineCounters> by_place;
  for (const Site& site : count::recorder.tally().sites()) {
    const core::Line place = place_of(site);
    if (!place.known()) continue;
    LineCounters& line = by_place[{place.file, place.number}];
    if (line.file.empty()) {
      line.file = place.file.substr(place.file.find_last_of('/') + 1);
      line.line = place.number;
      line.text = core::text_of(place);
    }
    add(line, site);
  }
  std::vector<LineCounters> lines;
  for (auto& [place, line] : by_place) lines.push_back(std::move(line));
  std::stable_sort(lines.begin(), lines.end(),
                   [](const LineCounters& a, const LineCounters& b) { return heat(a) > heat(b); });
  return lines;
}

}  // namespace simt
