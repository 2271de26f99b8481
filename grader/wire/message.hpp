// The messages between the judge and a worker: fixed-size structs over a SOCK_SEQPACKET socket, so that a
// message is whole or absent. The worker is untrusted: the judge checks every field before it uses it.
#pragma once

#include <optional>
#include <span>

#include "finding/finding.hpp"

namespace mergelab::wire {

inline constexpr std::uint32_t kMagic = 0x386c676d;  // "mgl8"
inline constexpr int kChannel = 3;                   // the worker's descriptor of the socket

/// A place in the shared memory: `bytes` of payload between two margins with a known pattern.
struct Buffer {
  std::uint64_t offset = 0;  // of the first byte of the margin before the payload
  std::uint64_t bytes = 0;
  std::uint32_t margin_before = 0;  // bytes, at most 256
  std::uint32_t margin_after = 0;
  std::uint32_t shift = 0;  // payload address modulo 16
  std::uint32_t unused = 0;

  [[nodiscard]] constexpr std::size_t image_bytes() const { return margin_before + bytes + margin_after; }
};

inline constexpr std::byte kPoison{0xa5};  // fills outputs before the call

/// The most arguments of a lab's function.
inline constexpr std::size_t kMostArguments = 16;

/// One argument of the function.
struct Argument {
  enum class Role : std::uint32_t { number, in, out, scratch, inout };
  Role role = Role::number;
  std::uint32_t element_bytes = 0;
  std::uint32_t covered = 0;  // whether what kernels read of it, or write, is reported: see Uncovered
  std::uint32_t unused = 0;
  finding::Text<32> name;

  /// Whether it comes with contents; whether the call's results are in it.
  [[nodiscard]] constexpr bool is_input() const { return role == Role::in || role == Role::inout; }
  [[nodiscard]] constexpr bool is_output() const { return role == Role::out || role == Role::inout; }
};

/// The calls of the student's function that are about the same arrays.
struct Problem {
  std::array<Buffer, kMostArguments> arrays;  // by argument; of scratch and numbers no memory is sent
  Buffer returned;                            // what the calls return, one behind another; empty for none
  std::uint64_t rows_offset = 0;              // of the calls' arguments: see model/interface.hpp
  std::uint32_t row_bytes = 0, call_count = 0;
  std::int32_t adjacent = -1,
               before = -1;          // an array whose payload follows that of another, in one allocation
  std::int32_t rank = 0, ranks = 0;  // of a function that runs on several ranks; with `ranks` 0 of any other
  std::uint64_t outputs = 0;         // elements that the calls produce
  // Bytes that host code may give the device once it has looked at more than `most_host_seen` of them.
  std::uint64_t most_host_values = 0, most_host_seen = 0;
};

/// Where the arrays live during the call.
enum class Memory : std::uint32_t { host, device };
/// Which end of a host buffer touches its guard page.
enum class Placement : std::uint32_t { end, start };

enum class Kind : std::uint32_t {
  hello,
  prepare,
  ready,
  start,
  compare,
  compared,
  done,
  fetch,
  fetched,
  violation,
  line,
  stopped,
  collective,
  collected,
  locate,
  located
};

/// The order in which the CPU engine runs blocks and threads.
enum class Order : std::uint32_t { forward, reverse, random, in_step };

/// What the CPU engine watches during the calls; bits of Prepare::watch. For objects built with
/// checks.
inline constexpr std::uint32_t kWatchAccesses = 1;  // violations of CUDA's rules
inline constexpr std::uint32_t kWatchTraffic = 2;   // counters
inline constexpr std::uint32_t kWatchLines = 4;     // and counters by source line
inline constexpr std::uint32_t kWatchTrace = 8;     // every access, in memory that PREPARE brings

struct Header {
  std::uint32_t magic = kMagic;
  Kind kind{};
  std::uint64_t nonce = 0;  // chosen by the judge, repeated in the answer
};

/// A message that says no more than its kind.
template <Kind kind>
struct Signal {
  Header header{.kind = kind};
};

/// worker -> judge, once the student's object is loaded.
struct Hello {
  Header header{.kind = Kind::hello};
  std::int32_t value_size = 0;
};

/// Whether a call is timed; then outputs are filled with kPoison by the worker. On a device, caches are
/// emptied before READY, DONE carries a digest, and FETCHED brings outputs only. On the host, the call works
/// on the shared memory itself: the judge writes the inputs just before START, when its clock of the worker's
/// CPU time runs, and stops it when it has copied the outputs. `again` calls once more with what is staged,
/// and comes without descriptors.
enum class Timed : std::uint32_t { no, yes, again };

/// judge -> worker, with two descriptors: the input memory (sealed against change) and the output memory
/// (sealed against resizing), both `bytes` long and laid out alike: `problem_count` Problems, then the
/// buffers. The input memory of a timed call on the host is sealed only against resizing. With kWatchTrace a
/// third descriptor follows: memory for a simt::TraceMemory, sealed like the output memory. For a rank the
/// third is its exchange memory, also sealed so: `exchange_bytes` for what it sends, then as many for what it
/// receives.
struct Prepare {
  Header header{.kind = Kind::prepare};
  std::uint64_t bytes = 0;
  std::uint32_t problem_count = 0;
  std::uint32_t argument_count = 0;
  std::array<Argument, kMostArguments> arguments;
  Memory memory{};
  Placement placement{};
  std::uint32_t watch = 0;
  Order order{};
  std::uint64_t step_limit = 0;  // basic blocks that all threads of a launch may run; 0: any number
  double cpu_limit_s = 0;        // CPU time after which watched code says where it is, and ends; 0: never
  Timed timed{};
  std::uint64_t exchange_bytes = 0;  // of a rank; 0: the function has no transport
};

/// worker -> judge: the first problem is staged.
using Ready = Signal<Kind::ready>;

/// judge -> worker: call now. The judge's clock runs from here to Done. The nonce is the key of a timed
/// call's digest.
using Start = Signal<Kind::start>;

/// worker -> judge, during a call: is one element of Counted less than another? Only the judge knows their
/// order, and counts. The nonce is that of START.
struct Compare {
  Header header{.kind = Kind::compare};
  std::uint32_t problem = 0;
  std::uint32_t token_a = 0, token_b = 0;
  std::uint32_t unused = 0;
};

/// judge -> worker: the answer.
struct Compared {
  Header header{.kind = Kind::compared};
  std::uint32_t less = 0;
  std::uint32_t unused = 0;
};

/// The most ranks of one call.
inline constexpr std::size_t kMostRanks = 16;

/// What a rank may ask of the transport.
enum class Operation : std::uint32_t { all_gather, all_to_all };

/// worker -> judge, during a call on a rank: its exchange memory is for the others. The judge is the
/// transport: a rank reaches another only through it, and it counts what is sent. The memory holds `count`
/// elements of `size` bytes for all_gather, and send[r] for each rank r, in order, for all_to_all. The nonce
/// is that of START.
struct Collective {
  Header header{.kind = Kind::collective};
  Operation operation{};
  std::int32_t count = 0;
  std::uint64_t size = 0;
  std::array<std::int32_t, kMostRanks> send{}, receive{};
};

/// judge -> worker: every rank has made the same call, and the exchange memory holds what this one is sent,
/// that of rank 0 first.
using Collected = Signal<Kind::collected>;

/// judge -> worker, in place of Collected: the call will have no answer; which line of the student's is it
/// at?
using Locate = Signal<Kind::locate>;

/// worker -> judge.
struct Located {
  Header header{.kind = Kind::located};
  finding::Site line;
};

/// judge -> worker: write the last problem's buffers to the output memory.
using Fetch = Signal<Kind::fetch>;

/// worker -> judge: every call has returned, and the device is idle.
struct Done {
  Header header{.kind = Kind::done};
  std::uint64_t digest = 0;  // of the output at that time, see digest.hpp; only of timed device calls
  double event_s = -1;       // the call by the device's own clock; below 0: there is none
};

/// The first launch of a call that was refused.
struct RefusedLaunch {
  std::uint32_t why = 0;             // a simt::Refusal; 0: no launch was refused
  std::uint32_t axis = 0;            // 0 to 2: x, y, z
  std::int64_t asked = 0, most = 0;  // blocks, threads or bytes
  finding::Site line;                // the student's
  std::uint32_t problem = 0;         // of the request
  std::uint32_t first = 0;  // whether the first broken rule of the request came after it, in its problem
  std::uint32_t unused = 0;
};

/// The launches of the last problem: the shape of the first of those with the most blocks, the most shared
/// memory that one of them has, and the blocks of all others together.
struct Launches {
  std::uint64_t count = 0;
  std::uint64_t elsewhere = 0;  // that were not on the default stream
  std::uint64_t copies = 0;     // by host code from device memory to device memory
  std::array<std::uint32_t, 3> grid{}, block{};
  std::uint64_t dynamic_shared_bytes = 0, static_shared_bytes = 0;
  std::uint64_t other_blocks = 0;
  RefusedLaunch refused{};  // in Fetched that of the first problem that has one
  // The first thread that had returned when others of its block passed a barrier.
  std::uint64_t returned_block = 0;
  std::uint32_t returned_thread = 0, returned_known = 0;
};

/// What the launches of the last problem did, as simt::Counters has it; 0 unless it was asked for.
struct Traffic {
  std::uint64_t threads = 0;  // of all launches
  // Of global memory. What a warp instruction loads for several lanes counts once, but by lanes.
  std::uint64_t load_bytes = 0, narrow_load_bytes = 0, store_bytes = 0;
  std::uint64_t lane_load_bytes = 0;
  std::uint64_t load_sectors = 0, store_sectors = 0;   // of 32 bytes
  std::uint64_t wavefronts = 0, ideal_wavefronts = 0;  // of stores to shared memory
  std::uint64_t barriers = 0;                          // waits of whole blocks
  std::uint64_t span = 0;                              // most accesses that one thread made
  std::uint64_t other_bytes = 0;  // loaded or stored beyond threads' accesses: by copies, twice by an atomic
  std::uint64_t probes = 0;       // most loads of one warp, one after the other, of elements that lie apart
  // Of threads that keep more on their stacks than registers hold: accesses there, and the most of a thread.
  std::uint64_t local_bytes = 0, stack_bytes = 0;
  // Of loads and stores: the turns that accesses to shared memory take, and those without bank conflicts.
  std::uint64_t shared_wavefronts = 0, ideal_shared_wavefronts = 0;
  std::uint64_t atomics = 0;                             // by lanes, of global and of shared memory
  std::uint64_t executed_warps = 0, executed_lanes = 0;  // warp executions of basic blocks, and lanes in them
};

/// Kernels' accesses to one array, as Traffic counts them.
struct ArrayTraffic {
  std::uint64_t load_bytes = 0, lane_load_bytes = 0, store_bytes = 0;
  std::uint64_t load_sectors = 0, store_sectors = 0, atomics = 0;
};

/// The elements of a covered argument that no counted code has read, or was the last to write; none if that
/// was not asked for.
struct Uncovered {
  std::uint64_t count = 0, first = 0;  // and the index of the first one
  std::uint32_t argument = 0;
  enum class Why : std::uint32_t { untouched, by_host, changed } why = Why::untouched;
};

/// worker -> judge: the buffers are in the output memory. `violation_count` Violations and `line_count` Lines
/// follow, with the same nonce.
struct Fetched {
  Header header{.kind = Kind::fetched};
  Launches launches;
  Traffic traffic;
  std::array<ArrayTraffic, kMostArguments> array_traffic{};  // by argument
  Uncovered uncovered;                // of the last problem, in its first argument that has some
  std::uint32_t violation_count = 0;  // at most kMostViolations
  std::uint32_t line_count = 0;       // at most kMostLines
  std::uint32_t race_informs = 0;     // a thread may have read what it raced for
  std::uint32_t unused = 0;
};
inline constexpr std::uint32_t kMostViolations = 16, kMostLines = 256;

/// worker -> judge: a rule that a call broke without ending the run.
struct Violation {
  Header header{.kind = Kind::violation};
  Finding finding;
};

/// worker -> judge: what one source line did, hottest line first.
struct Line {
  Header header{.kind = Kind::line};
  finding::Site site;
  std::uint32_t unused = 0;
  std::uint64_t requests = 0, sectors = 0, ideal_sectors = 0;  // of global memory
  std::uint64_t wavefronts = 0, ideal_wavefronts = 0;          // of shared memory
  std::uint64_t executions = 0, lanes = 0;                     // of memory instructions by warps
};

enum class Stop : std::uint32_t { todo, violation, fault, out_of_memory, load_failed, launch_error, misuse };

/// worker -> judge, at any time: why the worker ends.
struct Stopped {
  Header header{.kind = Kind::stopped};
  Stop reason{};
  std::uint32_t problem = 0;
  std::int32_t call = -1;         // of the problem, that has not returned; -1: unknown, or the only one
  std::uint32_t out_of_time = 0;  // whether a limit of steps or time ended the run, whatever `rule` says
  Launches launches;
  Finding first;  // of a TODO, a violation, a fault or a launch error: what came first
  Finding last;   // what ended the run, if that is another one
};

inline constexpr std::size_t kMostMessageBytes = 8192;
static_assert(std::is_trivially_copyable_v<Problem> && std::is_trivially_copyable_v<Stopped>);
static_assert(sizeof(Stopped) <= kMostMessageBytes);

// How many bytes the counts of a collective call are. A rank's worker copies no more than the judge passes
// on.

/// The bytes of so many elements of `size` bytes. Empty: one of the counts is negative, or all of them are
/// more than `most` bytes.
[[nodiscard]] constexpr std::optional<std::uint64_t> bytes_of(std::span<const std::int32_t> counts,
                                                              std::uint64_t size, std::uint64_t most) {
  std::uint64_t bytes = 0;
  for (const std::int32_t count : counts) {
    if (count < 0 || (size > 0 && static_cast<std::uint64_t>(count) > (most - bytes) / size))
      return std::nullopt;
    bytes += static_cast<std::uint64_t>(count) * size;
  }
  return bytes;
}

}  // namespace mergelab::wire
