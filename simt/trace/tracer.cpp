// Fills the log of simt/trace.hpp. Accesses enter it as they happen. A warp's common requests are known when
// the counters replay their logs: each lane then provides its accesses in order, so the log has exactly the
// counted requests.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <simt/engine.hpp>
#include <simt/trace.hpp>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/lexing.hpp"
#include "events.hpp"
#include "finding/messages.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/events.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/named_parts.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/shared_names.hpp"
#include "simt/core/traced.hpp"
#include "simt/core/watch.hpp"
#include "simt/count/events.hpp"

namespace simt::trace {
namespace {

using core::Access;
using core::AccessKind;
using core::Space;

constexpr std::uint32_t kNoArray = ~std::uint32_t{0};
constexpr std::int64_t kFarthest = 1 << 20;  // farthest access, in bytes, that an array describes

class Arrays {
 public:
  /// The dynamic shared array of the kernel that runs next has so many bytes.
  void launch_begins(std::size_t dynamic_bytes);
  /// The array's number in the log, which may be new; kNoArray if the memory has no name here.
  std::uint32_t of(const core::Access& access);
  /// The array that is nearest to an access outside of all; kNoArray if it also has no name.
  std::uint32_t beside(const core::Access& access);

 private:
  struct Part {
    std::string name;
    std::uint64_t begin = 0, end = 0;  // in the module's segment
  };
  /// The running kernel's dynamic array, or its named parts.
  const std::vector<Part>& parts();
  bool is_part(const TraceArray& array);
  std::uint32_t dynamic_part(std::uint64_t at);

  std::size_t dynamic_bytes_ = 0;
  std::vector<Part> parts_;  // empty: not computed yet
};

using core::Access;
using core::Space;

std::uint32_t host_array_beside(std::uintptr_t address) {
  const TraceMemory& log = *core::traced;
  std::uint32_t nearest = kNoArray;
  std::uint64_t least = kFarthest;
  for (std::uint32_t i = 0; i < log.array_count; ++i) {
    const TraceArray& array = log.arrays[i];
    if (array.space != TraceSpace::host) continue;
    const std::uint64_t end = array.begin + array.bytes;
    const std::uint64_t distance = address < array.begin ? array.begin - address : address - end;
    if (distance >= least) continue;
    least = distance;
    nearest = i;
  }
  return nearest;
}

bool is_dynamic(std::uint64_t offset) {
  return offset - core::watch.dynamic_begin < core::watch.dynamic_reserved;
}

/// Adds one to the log; kNoArray if it is full.
std::uint32_t add_array(TraceSpace space, std::uint64_t begin, std::uint64_t bytes, std::uint64_t number,
                        const char* name) {
  TraceMemory& log = *core::traced;
  if (log.array_count == TraceMemory::kArrays) return kNoArray;
  TraceArray& array = log.arrays[log.array_count];
  array.begin = begin;
  array.bytes = bytes;
  array.number = number;
  array.space = space;
  core::put_name(array.name, name);
  return log.array_count++;
}

void Arrays::launch_begins(std::size_t dynamic_bytes) {
  dynamic_bytes_ = dynamic_bytes;
  parts_.clear();
}

std::uint32_t Arrays::of(const Access& access) {
  TraceMemory& log = *core::traced;
  const bool shared = access.space == Space::Shared;
  const std::uint64_t number = access.space == Space::Global ? access.allocation->number : 0;
  const std::uint64_t at = shared ? access.address - core::watch.shared_begin : access.address;
  for (std::uint32_t i = 0; i < log.array_count; ++i) {
    const TraceArray& array = log.arrays[i];
    const bool same_space = shared == (array.space == TraceSpace::shared);
    const bool same_number = array.number == 0 || array.number == number;
    if (!same_space || !same_number || at - array.begin >= array.bytes) continue;
    // Another launch may have divided the dynamic array differently.
    if (!shared || !is_dynamic(array.begin) || is_part(array)) return i;
  }
  if (shared) {
    if (is_dynamic(at) && dynamic_bytes_ > 0) return dynamic_part(at);
    const core::SharedVariable variable = core::shared_variable(at);
    if (at - variable.begin >= variable.end - variable.begin) return kNoArray;
    return add_array(TraceSpace::shared, variable.begin, variable.end - variable.begin, 0,
                     variable.name.c_str());
  }
  if (access.space != Space::Global || access.thread == core::kHostThread) return kNoArray;
  if (number != 0) {
    const core::Allocation& memory = *access.allocation;
    const std::string name = finding::array_name(
        core::name_of(memory), [](const finding::Site& site) { return core::text_of(site); });
    return add_array(TraceSpace::global, memory.begin, memory.bytes(), number, name.c_str());
  }
  const std::uint64_t origin = core::watch.text_begin;
  const core::SharedVariable variable = core::module_variable(at - origin);
  if (variable.name.empty()) return kNoArray;
  return add_array(TraceSpace::global, origin + variable.begin, variable.end - variable.begin, 0,
                   variable.name.c_str());
}

std::uint32_t Arrays::beside(const Access& access) {
  if (access.thread == core::kHostThread) return host_array_beside(access.address);
  const std::uintptr_t at = access.address - core::watch.shared_begin;
  Access nearest = access;
  if (access.space == Space::Shared) {
    if (!is_dynamic(at) || dynamic_bytes_ == 0) return kNoArray;
    nearest.address = core::watch.shared_begin + core::watch.dynamic_begin + dynamic_bytes_ - 1;
    return of(nearest);
  }
  core::Allocation* memory = core::DeviceMemory::instance().nearest(access.address);
  if (memory == nullptr || memory->bytes() == 0) return kNoArray;
  nearest.space = Space::Global;
  nearest.allocation = memory;
  nearest.address = access.address < memory->begin ? memory->begin : memory->end - 1;
  return of(nearest);
}

const std::vector<Arrays::Part>& Arrays::parts() {
  if (!parts_.empty()) return parts_;
  const std::uint64_t begin = core::watch.dynamic_begin, end = begin + dynamic_bytes_;
  parts_.push_back({core::shared_variable(begin).name, begin, end});
  const core::NamedParts known = core::named_parts();
  for (const core::NamedPart& part : known.parts) {  // by begin
    const std::uint64_t at = begin + part.begin * known.element_bytes;
    if (at >= end) break;
    if (parts_.back().begin == at) {
      const bool is_whole = parts_.size() == 1 && &part == known.parts.data();
      parts_.back().name = is_whole ? part.name : parts_.back().name + " and " + part.name;
    } else {
      parts_.back().end = at;
      parts_.push_back({part.name, at, end});
    }
  }
  return parts_;
}
bool Arrays::is_part(const TraceArray& array) {
  const auto& all = parts();
  return std::any_of(all.begin(), all.end(), [&](const Part& part) {
    return part.begin == array.begin && part.end == array.begin + array.bytes &&
           part.name.substr(0, sizeof array.name - 1) == array.name;
  });
}
std::uint32_t Arrays::dynamic_part(std::uint64_t at) {
  for (const Part& part : parts()) {
    if (at - part.begin < part.end - part.begin)
      return add_array(TraceSpace::shared, part.begin, part.end - part.begin, 0, part.name.c_str());
  }
  return kNoArray;
}

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

  void await(TraceMemory* memory, std::string kernel, std::uint64_t number, void (*begins)()) {
    awaited_ = memory;
    awaited_kernel_ = std::move(kernel);
    left_ = number;
    begins_ = begins;
    core::listen_as_tracer(*this, false);
  }
  [[nodiscard]] const host::LoggedLaunch& launch() const { return launch_; }

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

  void listen(bool on) {
    count::recorder.set_request_listener(on ? this : nullptr);
    core::listen_as_tracer(*this, on);
  }

 private:
  void launch_is_next(const void* kernel, std::uintptr_t pc) override {
    if (awaited_ == nullptr) return;
    const std::string name = kernel_name(kernel, pc);
    ++launch_.launches[name];
    ++launch_.number;
    if ((!awaited_kernel_.empty() && name != awaited_kernel_) || --left_ > 0) return;
    const core::Line line = core::line_of(pc);
    launch_.kernel = name;
    launch_.file = line.file;
    launch_.line = line.number;
    begin(std::exchange(awaited_, nullptr));
    is_one_launch_ = true;
    begins_();
    listen(true);
  }
  /// Without template arguments. A kernel that is part of its launch's code is named in the launch's line.
  static std::string kernel_name(const void* kernel, std::uintptr_t pc) {
    if (kernel != nullptr) {
      const std::vector<core::Line> lines = core::lines_at(reinterpret_cast<std::uintptr_t>(kernel) + 1);
      if (!lines.empty()) return lines.back().function.substr(0, lines.back().function.find('<'));
    }
    const core::Line line = core::line_of(pc);
    const std::string& text = core::text_of(line);
    const std::string_view before = std::string_view(text).substr(0, text.find("<<<"));
    const std::string_view name = before.substr(0, before.find('<'));
    const auto begin = std::find_if_not(name.rbegin(), name.rend(), mergelab::base::continues_name).base();
    return {begin, name.end()};
  }

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
  void launch_ends() override {
    settle();
    if (!std::exchange(is_one_launch_, false)) return;
    listen(false);
    core::traced = nullptr;
  }
  void block_begins(std::uint64_t block) override {
    settle();
    block_ = first_block_ + static_cast<std::uint32_t>(block);
    phase_ = 0;
  }
  void block_waits_for_others(std::uint64_t /*block*/) override {
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
  TraceMemory* awaited_ = nullptr;  // of the launch that is to be logged, until it begins
  std::string awaited_kernel_;
  std::uint64_t left_ = 0;  // launches until it, and it
  void (*begins_)() = nullptr;
  bool is_one_launch_ = false;
  host::LoggedLaunch launch_;
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
  trace::tracer().listen(memory != nullptr);
}

void host::trace_launch(TraceMemory* memory, std::string kernel, std::uint64_t number, void (*begins)()) {
  trace::tracer().await(memory, std::move(kernel), number, begins);
}
const host::LoggedLaunch& host::logged_launch() { return trace::tracer().launch(); }

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
