// An instrumented object's memory traffic and divergence, counted by buffer and by source line. Nothing here
// is a time. Every figure is the same on every run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace simt {

/// A request is one load, store or atomic of a warp's lanes that execute it together; a sector is 32 bytes of
/// global memory.
struct BufferCounters {
  std::string name;  // as in name_allocation(), else "buffer 3": its number in order of allocation
  std::uint64_t loads = 0, stores = 0;  // by lanes; atomics apart
  std::uint64_t narrow_loads = 0;       // loads in requests that fetch at most 4 distinct elements
  std::uint64_t fetched = 0,
                narrow_fetched = 0;  // the same loads, each element once per request
  std::uint64_t load_bytes = 0, store_bytes = 0;
  std::uint64_t fetched_bytes = 0, narrow_fetched_bytes = 0;  // of `fetched` and `narrow_fetched`
  std::uint64_t load_requests = 0, store_requests = 0;
  std::uint64_t load_sectors = 0, store_sectors = 0;  // distinct ones of each request
  std::uint64_t ideal_sectors = 0;                    // filled by the distinct elements of each request
  std::uint64_t atomics = 0;                          // by lanes
  std::uint64_t atomic_bytes = 0, narrow_atomic_bytes = 0;
  std::uint64_t atomic_sectors = 0;
};

/// The stack that is free for a thread: the content of 255 registers of 4 bytes, and 256 bytes for return
/// addresses and saved registers, which only a CPU has.
inline constexpr std::size_t kRegisterBytes = 1020 + 256;

struct Counters {
  std::vector<BufferCounters> buffers;                // of global memory, in order of allocation
  std::uint64_t shared_loads = 0, shared_stores = 0;  // by lanes
  // Wavefronts: the 32 banks' steps, each with a word per bank. Ideal: without bank conflicts.
  std::uint64_t shared_requests = 0, shared_wavefronts = 0, shared_ideal_wavefronts = 0;
  std::uint64_t shared_load_requests = 0, shared_load_wavefronts = 0, shared_load_ideal_wavefronts = 0;
  std::uint64_t barriers = 0;          // waits of whole blocks
  std::uint64_t atomics = 0;           // by lanes, also of shared memory
  std::uint64_t block_executions = 0;  // warp executions of basic blocks
  std::uint64_t lane_executions = 0;   // lanes in them: 32 per execution without divergence
  std::uint64_t span = 0;              // the most basic blocks of one thread, with those that it waited for
  // The most accesses (global, shared, local, atomic) of one thread; one of 8 bytes counts as two.
  std::uint64_t span_accesses = 0;
  // The most consecutive loads of one warp that fetch scattered elements of global memory: they fill less
  // than half of their sectors, or each element has its own, however wide it is. A load at the same address
  // as the last one is not counted.
  std::uint64_t span_probes = 0;
  // For threads with more than kRegisterBytes on their stacks: their stack accesses, counted as a
  // word for every four basic blocks, or as the compilers report them, if that is more; and the most stack of
  // one thread, 0 if registers are enough.
  std::uint64_t local_bytes = 0, stack_bytes = 0;
};

struct LineCounters {
  std::string file;  // without folders
  int line = 0;
  std::string text;
  std::uint64_t requests = 0, sectors = 0;  // of global memory, with atomics
  std::uint64_t ideal_sectors = 0;          // filled by the distinct elements of each request
  std::uint64_t shared_requests = 0, shared_wavefronts = 0, shared_ideal_wavefronts = 0;
  std::uint64_t request_lanes = 0;          // lanes in all requests, of global and of shared memory
  std::uint64_t executions = 0, lanes = 0;  // warp executions of basic blocks that begin here; lanes in them
};

/// The elements of an array that counted code has not read, or has not written last.
struct Uncovered {
  enum class Why : std::uint8_t {
    covered,
    untouched,  // never read, or never written
    by_host,    // written by the host's copy or fill
    changed     // changed by uncounted code after counted code
  };
  std::uint64_t count = 0, first = 0;  // the index of the first one
  Why why = Why::covered;              // of the first one
};

namespace host {

/// From here on, until the counters are reset, records which elements of this array counted code reads, or
/// writes last. Kernels count, and copies from device memory to device memory.
enum class Covers : std::uint8_t { Reads, Writes };
void cover(const void* memory, std::size_t bytes, std::size_t element_bytes, Covers what);
/// Of each array, in that order, until now.
[[nodiscard]] std::vector<Uncovered> uncovered();

/// Counts in the following launches. Needs an object built with `simt-cc --instrument`.
void set_counting(bool on);

/// Sums over the launches since the last reset, also of spans, since launches are sequential.
[[nodiscard]] Counters counters();

/// Hottest first: by sectors and wavefronts, then by place. Without code that has no line information.
[[nodiscard]] std::vector<LineCounters> line_counters();

/// Also called by attach().
void reset_counters();

}  // namespace host
}  // namespace simt
