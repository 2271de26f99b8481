#include "judge/transport/sums.hpp"

#include <algorithm>
#include <utility>

namespace mergelab::judge {

void add(wire::Traffic& sum, const wire::Traffic& one) {
  sum.threads += one.threads;
  sum.load_bytes += one.load_bytes;
  sum.narrow_load_bytes += one.narrow_load_bytes;
  sum.store_bytes += one.store_bytes;
  sum.lane_load_bytes += one.lane_load_bytes;
  sum.load_sectors += one.load_sectors;
  sum.store_sectors += one.store_sectors;
  sum.wavefronts += one.wavefronts;
  sum.ideal_wavefronts += one.ideal_wavefronts;
  sum.barriers += one.barriers;
  sum.span = std::max(sum.span, one.span);
  sum.other_bytes += one.other_bytes;
  sum.probes = std::max(sum.probes, one.probes);
  sum.local_bytes += one.local_bytes;
  sum.stack_bytes = std::max(sum.stack_bytes, one.stack_bytes);
  sum.shared_wavefronts += one.shared_wavefronts;
  sum.ideal_shared_wavefronts += one.ideal_shared_wavefronts;
  sum.atomics += one.atomics;
  sum.executed_warps += one.executed_warps;
  sum.executed_lanes += one.executed_lanes;
}

void add(std::vector<LineProfile>& sum, std::vector<LineProfile>&& lines) {
  for (LineProfile& line : lines) {
    const auto known = std::find_if(sum.begin(), sum.end(), [&](const LineProfile& each) {
      return each.file == line.file && each.line == line.line;
    });
    if (known == sum.end()) {
      sum.push_back(std::move(line));
      continue;
    }
    known->requests += line.requests;
    known->sectors += line.sectors;
    known->ideal_sectors += line.ideal_sectors;
    known->wavefronts += line.wavefronts;
    known->ideal_wavefronts += line.ideal_wavefronts;
    known->executions += line.executions;
    known->lanes += line.lanes;
  }
}

void add(std::vector<Violation>& sum, std::vector<Violation>&& violations) {
  for (Violation& violation : violations) {
    const bool known = std::any_of(sum.begin(), sum.end(), [&](const Violation& each) {
      return each.rule == violation.rule && each.why == violation.why;
    });
    if (!known && sum.size() < wire::kMostViolations) sum.push_back(std::move(violation));
  }
}

}  // namespace mergelab::judge
