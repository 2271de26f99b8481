// Fills the log of simt/trace.hpp. Accesses enter it as they happen. A warp's common requests are known when
// the counters replay their logs: each lane then provides its accesses in order, so the log has exactly the
// counted requests.
#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <simt/engine.hpp>
#include <simt/trace.hpp>
#include <tuple>
#include <vector>

#include "arrays.hpp"
#include "events.hpp"
#include "simt/core/events.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/traced.hpp"
#include "simt/count/events.hpp"

namespace simt::trace {
namespace {

using core::Access;
using core::AccessKind;
using core::Space;

constexpr std::uint32_t kNone = ~std::uint32_t{0};
constexpr std::size_t kUsualEventBytes = 4;

/// The events of one access in the counters' log.
struct Piece {
  std::uint32_t first = 0, count = 0;
};
/// One thread's accesses that the replay has not reached.
struct Lane {
  std::vector<Piece> pieces;
  std::size_t read = 0;
};
/// A write that is about to happen.
struct Unsettled {
  std::uint32_t event;
  std::uintptr_t address;
};

template <class Type>
std::int64_t read_at(std::uintptr_t address) {
  Type value{};
  std::memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
  return value;
}

std::int64_t value_at(std::uintptr_t address, std::size_t bytes) {
  switch (bytes) {
    case 1:
      return read_at<std::int8_t>(address);
    case 2:
      return read_at<std::int16_t>(address);
    case 8:
      return read_at<std::int64_t>(address);
    default:
      return read_at<std::int32_t>(address);
  }
}

class Tracer final : public core::Listener, public count::RequestListener {
 public:
  void begin(TraceMemory* memory) {
    core::traced = memory;
    unsettled_.clear();
    places_.clear();
    for (Lane& lane : lanes_) lane = {};
    block_ = first_block_ = blocks_ = phase_ = 0;
    arrays_.launch_begins(0);
    most_event_bytes_ = kUsualEventBytes;
    named_ = 0;
  }

  void array_of(std::uint32_t array, std::size_t element_bytes) {
    core::traced->arrays[array].element_bytes = static_cast<std::uint32_t>(element_bytes);
    most_event_bytes_ = std::max(most_event_bytes_, element_bytes);
    named_ = array + 1;
  }

  void settle() {
    for (const Unsettled& write : unsettled_) {
      TraceEvent& event = core::traced->events[write.event];
      event.value = value_at(write.address, event.bytes);
      event.known = 1;
    }
    unsettled_.clear();
  }

  void access(const Access& access) {
    TraceMemory& log = *core::traced;
    if (log.cut != 0 || access.space == Space::Local || access.bytes == 0) return;
    const bool host = access.thread == core::kHostThread;
    if (!host && access.space == Space::Other &&
        !count::meets_memory(access)) {  // a read outside of its array; the run continues
      if (const std::uint32_t beside = arrays_.beside(access); beside != kNoArray)
        add_events(access, beside, access.address, access.bytes);
      return;
    }
    std::uint32_t array = arrays_.of(access);
    if (host && array == kNoArray) return;
    if (array == kNoArray && access.space == Space::Shared) array = arrays_.beside(access);
    const std::size_t piece_bytes = count::Recorder::piece_bytes(access.bytes);
    for (std::size_t done = 0; done < access.bytes; done += piece_bytes) {
      const std::uint32_t first = log.event_count;
      if (array != kNoArray) add_events(access, array, access.address + done, piece_bytes);
      if (log.cut != 0) return;
      const std::uint32_t count = log.event_count - first;
      if (!host) {
        lanes_[access.thread].pieces.push_back({first, count});
      } else if (count > 0) {
        TraceRequest& request = log.requests[log.request_count++];
        request = {log.lane_count, count, 0, 0};
        for (std::uint32_t i = 0; i < count; ++i) log.lanes[log.lane_count++] = first + i;
      }
    }
  }

  /// The access that ends a run: it is not counted, and writes nothing.
  void access_ends_run(const Access& access) override {
    TraceMemory& log = *core::traced;
    if (log.cut != 0 || access.bytes == 0) return;
    settle();
    std::uint32_t array = arrays_.of(access);
    if (array == kNoArray) array = arrays_.beside(access);
    if (array != kNoArray) add_events(access, array, access.address, access.bytes);
    unsettled_.clear();
  }

  void finish() {
    settle();
    count::recorder.replay_all();
  }

 private:
  void launch_begins(const LaunchRecord& launch) override {
    settle();
    TraceMemory& log = *core::traced;
    for (Lane& lane : lanes_) lane = {};
    const auto blocks = static_cast<std::uint32_t>(std::min<std::uint64_t>(launch.grid.count(), 1U << 20));
    first_block_ = blocks_;
    blocks_ += blocks;
    arrays_.launch_begins(launch.dynamic_shared_bytes);
    if (log.launch_count == TraceMemory::kLaunches) return;
    log.launches[log.launch_count++] = {first_block_, blocks,
                                        static_cast<std::uint32_t>(launch.block.count())};
  }
  void launch_ends() override { settle(); }
  void block_begins(std::uint64_t block) override {
    settle();
    block_ = first_block_ + static_cast<std::uint32_t>(block);
    phase_ = 0;
  }
  void block_waits_for_grid(std::uint64_t /*block*/) override {
    barrier_released();
    phases_[block_] = phase_;
  }
  void block_continues(std::uint64_t block) override {
    block_begins(block);
    phase_ = phases_[block_];
  }
  void barrier_released() override {
    settle();
    TraceMemory& log = *core::traced;
    if (log.cut == 0 && log.barrier_count < TraceMemory::kBarriers)
      log.barriers[log.barrier_count++] = {block_, phase_, where_threads_wait()};
    ++phase_;
  }
  void threads_stuck() override {
    TraceMemory& log = *core::traced;
    const core::Scheduler& scheduler = core::Scheduler::instance();
    for (unsigned t = 0; t < scheduler.threads() && log.wait_count < TraceMemory::kWaits; ++t) {
      if (const core::Site* site = scheduler.waits_at(t))
        log.waits[log.wait_count++] = {block_, t, place_of({site->file, site->line}, 0)};
    }
  }

  void requested(unsigned warp, unsigned lanes, const count::Cost& cost) override {
    TraceMemory& log = *core::traced;
    const std::uint32_t first = log.lane_count;
    for (; lanes != 0; lanes &= lanes - 1) {
      Lane& lane = lanes_[warp * 32 + static_cast<unsigned>(std::countr_zero(lanes))];
      if (lane.read == lane.pieces.size()) continue;  // past the end of the log
      const Piece piece = lane.pieces[lane.read++];
      for (std::uint32_t i = 0; i < piece.count; ++i) log.lanes[log.lane_count++] = piece.first + i;
      if (lane.read == lane.pieces.size()) lane = {};
    }
    if (log.lane_count == first) return;
    log.requests[log.request_count++] = {first, log.lane_count - first, cost.sectors, cost.wavefronts};
  }

  void add_events(const Access& access, std::uint32_t array, std::uintptr_t address, std::size_t piece) {
    TraceMemory& log = *core::traced;
    TraceArray& known = log.arrays[array];
    const bool shared = known.space == TraceSpace::shared;
    const std::uint64_t begin = known.begin + (shared ? core::watch.shared_begin : 0);
    if (known.element_bytes == 0)
      known.element_bytes = static_cast<std::uint32_t>(std::min(piece, most_event_bytes_));
    const std::size_t widest = array < named_ ? known.element_bytes : most_event_bytes_;
    const std::size_t bytes = std::min(piece, widest);
    for (std::size_t done = 0; done < piece; done += bytes) {
      const auto offset = static_cast<std::int64_t>(address + done - begin);
      const bool inside = offset >= 0 && static_cast<std::uint64_t>(offset) + bytes <= known.bytes;
      if (offset < -kFarthest || offset > kFarthest) continue;
      if (log.event_count == TraceMemory::kEvents) {
        log.cut = 1;
        return;
      }
      TraceEvent& event = log.events[log.event_count];
      event = {};
      event.array = array;
      event.offset = static_cast<std::int32_t>(offset);
      event.block = block_;
      event.phase = phase_;
      event.place = place_of(core::line_of(access.pc), access.pc - core::watch.text_begin);
      event.thread = static_cast<std::uint16_t>(access.thread == core::kHostThread ? 0 : access.thread);
      event.kind = static_cast<TraceKind>(access.kind);
      event.bytes = static_cast<std::uint8_t>(bytes);
      if (access.kind != AccessKind::Read) {  // also an atomic's: what it leaves there
        unsettled_.push_back({log.event_count, address + done});
      } else if (inside) {
        event.value = value_at(address + done, bytes);
        event.known = 1;
      }
      ++log.event_count;
    }
  }

  std::uint32_t where_threads_wait() {
    const core::Scheduler& scheduler = core::Scheduler::instance();
    for (unsigned t = 0; t < scheduler.threads(); ++t) {
      if (const core::Site* site = scheduler.waits_at(t)) return place_of({site->file, site->line}, 0);
    }
    return kNone;
  }

  std::uint32_t place_of(const core::Line& line, std::uintptr_t pc) {
    TraceMemory& log = *core::traced;
    const auto [entry, is_new] = places_.try_emplace({line.file, line.number, pc}, 0);
    if (!is_new) return entry->second;
    if (log.place_count == TraceMemory::kPlaces) {
      entry->second = TraceMemory::kPlaces - 1;
      return entry->second;
    }
    TracePlace& place = log.places[log.place_count];
    place.pc = static_cast<std::uint32_t>(pc);
    place.line = line.number;
    core::put_name(place.file, line.file.c_str() + line.file.find_last_of('/') + 1);
    core::put_name(place.function, line.function.c_str());
    entry->second = log.place_count++;
    return entry->second;
  }

  std::vector<Unsettled> unsettled_;
  Lane lanes_[count::Recorder::kMaxThreads];
  std::map<std::tuple<std::string, int, std::uintptr_t>, std::uint32_t> places_;
  std::map<std::uint32_t, std::uint32_t> phases_;  // of blocks that have waited for their grid
  std::uint32_t block_ = 0, first_block_ = 0, blocks_ = 0, phase_ = 0;
  std::size_t most_event_bytes_ = kUsualEventBytes;
  std::uint32_t named_ = 0;  // arrays that the hosting process has named: the first ones
  Arrays arrays_;
};

Tracer& tracer() {
  static Tracer& the = *new Tracer;
  return the;
}

}  // namespace

void settle() { tracer().settle(); }
void access(const Access& access) { tracer().access(access); }

}  // namespace simt::trace

namespace simt {

void host::set_tracing(TraceMemory* memory) {
  trace::tracer().begin(memory);
  count::recorder.set_request_listener(memory != nullptr ? &trace::tracer() : nullptr);
  core::listen_as_tracer(trace::tracer(), memory != nullptr);
}

void host::trace_array(const void* memory, std::size_t bytes, std::size_t element_bytes, const char* name,
                       TraceSpace space) {
  if (core::traced == nullptr) return;
  const std::uint32_t array =
      trace::add_array(space, reinterpret_cast<std::uintptr_t>(memory), bytes, 0, name);
  if (array != trace::kNoArray) trace::tracer().array_of(array, element_bytes);
}

void host::finish_trace() {
  if (core::traced != nullptr) trace::tracer().finish();
}

}  // namespace simt
