// The counters by buffer, made of the sums by place.
#include <algorithm>
#include <map>
#include <simt/counters.hpp>
#include <tuple>
#include <utility>
#include <vector>

#include "events.hpp"
#include "simt/core/async_barriers.hpp"
#include "simt/core/builtins.hpp"
#include "simt/core/events.hpp"
#include "simt/core/lines.hpp"

namespace simt {

namespace count {

Recorder recorder;

namespace {

/// Names of allocations by number: an allocation may be gone when its figures are asked for.
std::map<Where, std::string>& names() {
  static std::map<Where, std::string>& state = *new std::map<Where, std::string>;
  return state;
}

void learn_names() {
  for (const auto& [begin, allocation] : core::DeviceMemory::instance().all()) {
    if (allocation.live && allocation.number != 0)
      names()[static_cast<Where>(allocation.number)] = allocation.name();
  }
}

void add(BufferCounters& buffer, const Site& site) {
  buffer.ideal_sectors += site.ideal_sectors;
  switch (site.kind) {
    case Kind::Read:
      buffer.loads += site.lanes;
      buffer.narrow_loads += site.narrow_lanes;
      buffer.fetched += site.elements;
      buffer.narrow_fetched += site.narrow_elements;
      buffer.fetched_bytes += site.fetched_bytes;
      buffer.narrow_fetched_bytes += site.narrow_fetched_bytes;
      buffer.load_bytes += site.bytes;
      buffer.load_requests += site.requests;
      buffer.load_sectors += site.sectors;
      break;
    case Kind::Write:
      buffer.stores += site.lanes;
      buffer.store_bytes += site.bytes;
      buffer.store_requests += site.requests;
      buffer.store_sectors += site.sectors;
      break;
    default:
      buffer.atomics += site.lanes;
      buffer.atomic_bytes += site.bytes;
      buffer.narrow_atomic_bytes += site.narrow_bytes;
      buffer.atomic_sectors += site.sectors;
  }
}

void add_shared(Counters& sum, const Site& site) {
  if (site.kind == Kind::Read) {
    sum.shared_loads += site.lanes;
    sum.shared_load_requests += site.requests;
    sum.shared_load_wavefronts += site.wavefronts;
    sum.shared_load_ideal_wavefronts += site.ideal_wavefronts;
  }
  if (site.kind == Kind::Write) sum.shared_stores += site.lanes;
  sum.shared_requests += site.requests;
  sum.shared_wavefronts += site.wavefronts;
  sum.shared_ideal_wavefronts += site.ideal_wavefronts;
}

}  // namespace

bool is_builtin(std::uintptr_t address) {
  const auto within = [address](const auto& variable) {
    return address - reinterpret_cast<std::uintptr_t>(&variable) < sizeof(variable);
  };
  return within(threadIdx) || within(blockIdx) || within(blockDim) || within(gridDim);
}

namespace {

/// Rows of the inputs that host code has copied to itself. It may look at all of them. If it then gives
/// kernels what it may have found there, it has loaded them for the kernels.
struct SeenByHost {
  Where where;
  core::Rows rows;
};
std::vector<SeenByHost> seen_by_host;

class Counter final : public core::Listener {
  void module_attached() override {
    host::reset_counters();
  }  // the module's code may lie where the last one's lay
  void launch_begins(const LaunchRecord& launch) override {
    learn_names();
    recorder.begin_launch(static_cast<unsigned>(launch.block.count()));
  }
  void launch_ends() override { recorder.end_launch(); }
  void block_begins(std::uint64_t /*block*/) override { recorder.begin_block(); }
  void block_waits_for_others(std::uint64_t /*block*/) override { recorder.block_waits_for_others(); }
  void grid_barrier_released() override { recorder.end_launch(); }
  void block_continues(std::uint64_t /*block*/) override { recorder.begin_block(); }
  void thread_waits(unsigned thread) override { recorder.thread_waits(thread); }
  void fence(unsigned thread, bool /*of_block*/) override { recorder.fences(thread); }
  void thread_asked(unsigned thread) override { recorder.acquires(thread); }
  void arrived_at_barrier(unsigned thread, unsigned slot) override { recorder.arrives(thread, slot); }
  void last_arrives(unsigned thread, unsigned /*slot*/) override { recorder.last_arrives(thread); }
  void guesses(const core::Access& access) override {
    recorder.sees(access.thread, access.address, access.bytes);
    recorder.acquires(access.thread);
  }
  void phase_completed(unsigned slot) override { recorder.phase_completed(slot); }
  void phase_seen(unsigned thread, unsigned slot) override { recorder.sees_phase(thread, slot); }
  void thread_ends(unsigned thread) override { recorder.thread_ends(thread); }
  void rows_copied(const core::Allocation& allocation, const core::Rows& rows, bool written) override {
    recorder.copy(where_of(allocation, 0), written ? Kind::Write : Kind::Read, rows);
    written ? coverage.writes(rows) : coverage.reads(rows);
  }
  void rows_from_host(const core::Rows& rows) override { coverage.host_writes(rows); }
  void rows_to_host(const core::Allocation& allocation, const core::Rows& rows) override {
    if (allocation.read_only) seen_by_host.push_back({static_cast<Where>(allocation.number), rows});
  }
  void host_gave_values() override {
    for (const SeenByHost& seen : seen_by_host) recorder.copy(seen.where, Kind::Read, seen.rows);
    seen_by_host.clear();
  }
  void copy_starts(const core::BulkCopy& copy) override { recorder.hands_over(copy.thread, 0, 0); }
  void copy_landed(const core::BulkCopy& copy) override {
    if (!copy.to_shared) coverage.writes({copy.to, copy.bytes, copy.bytes, 1});
  }
  void barrier_released() override { recorder.barrier_released(); }
  void tile_operation_completed(unsigned first, unsigned size, bool /*syncs*/) override {
    recorder.tile_released(first / 32, size / 32);
  }
  void warp_operation_completed(unsigned warp, unsigned lanes, bool syncs) override {
    recorder.warp_op(warp, lanes, syncs);
  }
};

}  // namespace
}  // namespace count

using count::Kind;
using count::Site;

void host::set_counting(bool on) {
  static count::Counter counter;
  core::listen_as_counter(counter, on);
}

Counters host::counters() {
  count::learn_names();
  Counters sum;
  std::map<count::Where, BufferCounters> buffers;
  for (const Site& site : count::recorder.tally().sites()) {
    if (site.kind == Kind::Block) {
      sum.block_executions += site.requests;
      sum.lane_executions += site.lanes;
      continue;
    }
    if (site.kind == Kind::Atomic) sum.atomics += site.lanes;
    if (site.where == count::kShared) {
      count::add_shared(sum, site);
    } else {
      count::add(buffers[site.where], site);
    }
  }
  for (auto& [where, buffer] : buffers) {
    buffer.name = where == count::kVariables ? "the variables of the object" : count::names()[where];
    sum.buffers.push_back(std::move(buffer));
  }
  sum.barriers = count::recorder.spans().barriers;
  sum.span = count::recorder.spans().blocks;
  sum.span_accesses = count::recorder.spans().accesses;
  sum.span_probes = count::recorder.spans().probes;
  sum.local_bytes = count::recorder.local().bytes;
  sum.stack_bytes = count::recorder.local().stack_bytes;
  return sum;
}

void host::reset_counters() {
  count::recorder.clear();
  count::seen_by_host.clear();
  count::coverage.clear();
  count::names().clear();
}

// The figures by source line.

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
