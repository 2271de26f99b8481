// The log of a small run: every access of every thread, in memory that a hosting process provides. It
// contains numbers and names and no pointer, so another process can read it after a crash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace simt {

enum class TraceSpace : std::uint32_t { global, shared, host };
enum class TraceKind : std::uint8_t { read, write, atomic };

/// An accessed array, or variable; of a dynamic shared array its named parts.
struct TraceArray {
  std::uint64_t begin;  // an address; shared memory: an offset in the module's segment
  std::uint64_t bytes;
  std::uint64_t number;  // of the allocation; 0: none
  TraceSpace space;
  std::uint32_t element_bytes;
  char name[64];
};

/// A source line; `pc` counts from the module's load address, 0: of a barrier.
struct TracePlace {
  std::uint32_t pc;
  std::int32_t line;
  char file[64], function[64];
};

/// One thread reads or writes one element, of at most 4 bytes, or of 8 in a run with arrays of such elements.
/// A wider access is several events.
struct TraceEvent {
  std::int64_t value;  // read, or there after the write: its bits, with their sign; 0 if `known` is 0
  std::uint32_t array;
  std::int32_t offset;         // in bytes; negative or past the array's end if out of bounds
  std::uint32_t block, phase;  // blocks of a second launch count on; phase: the block's barriers before
  std::uint32_t place;
  std::uint16_t thread;  // in its block; host code: 0
  TraceKind kind;
  std::uint8_t bytes;
  std::uint32_t known;
};

/// A warp request of lanes together: the events of lanes[first, first + count). Sectors of 32 bytes of global
/// memory, or the banks' wavefronts in shared memory, as counted.
struct TraceRequest {
  std::uint32_t first, count;
  std::uint32_t sectors, turns;
};

/// The barrier that ended a phase of a block.
struct TraceBarrier {
  std::uint32_t block, phase, place;
};
/// A thread that waited when the run ended.
struct TraceWait {
  std::uint32_t block, thread, place;
};
/// The two accesses of a race, or the one that broke another rule: indices of events, or any other number.
struct TraceViolation {
  std::uint32_t earlier, event;
};
struct TraceLaunch {
  std::uint32_t first_block, blocks, threads;
};

/// The whole log, initially zeros. If it is full, the rest is omitted, and `cut` says so.
struct TraceMemory {
  static constexpr std::uint32_t kEvents = 100'000, kPlaces = 512, kArrays = 64, kBarriers = 10'000,
                                 kWaits = 1024, kLaunches = 64, kViolations = 16;
  std::uint32_t event_count, request_count, lane_count;
  std::uint32_t place_count, array_count, barrier_count, wait_count, launch_count, violation_count;
  std::uint32_t cut;
  TraceEvent events[kEvents];
  TraceRequest requests[kEvents];
  std::uint32_t lanes[kEvents];  // indices of events
  TracePlace places[kPlaces];
  TraceArray arrays[kArrays];
  TraceBarrier barriers[kBarriers];
  TraceWait waits[kWaits];
  TraceLaunch launches[kLaunches];
  TraceViolation violations[kViolations];  // filled by the hosting process, in its list's order
};

namespace host {

/// Logs the following events there, until called with null. Needs an object built with `simt-cc
/// --instrument`, and both set_checking and set_counting on. Call it after them.
void set_tracing(TraceMemory* memory);

/// A launch of a program, and how often each kernel was launched until it began, or until now.
struct LoggedLaunch {
  std::string kernel;        // "": the launch has not begun
  std::uint64_t number = 0;  // among all launches, from 1
  std::string file;          // of the launch; "" if unknown
  int line = 0;
  std::map<std::string, std::uint64_t> launches;
};

/// Logs there only the `number`-th launch, from 1, of the kernel with this name, without parameters and
/// template arguments; "": of any kernel. `begins` is called before it. Needs what set_tracing needs.
void trace_launch(TraceMemory* memory, std::string kernel, std::uint64_t number, void (*begins)());
[[nodiscard]] const LoggedLaunch& logged_launch();

/// A host array, or a part of an allocation, with this name in the log, of elements of 1, 2, 4 or 8 bytes.
/// Host code's accesses are logged only to these.
void trace_array(const void* memory, std::size_t bytes, std::size_t element_bytes, const char* name,
                 TraceSpace space);

/// Logs the accesses of unfinished warps, and the waiting threads. For a run that broke.
void finish_trace();

}  // namespace host
}  // namespace simt
