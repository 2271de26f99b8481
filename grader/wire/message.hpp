// The messages between the judge and a worker: fixed-size structs over a SOCK_SEQPACKET socket, so that a
// message is whole or absent. The worker is untrusted: the judge believes no field before it checked it.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

namespace mergelab::wire {

inline constexpr std::uint32_t kMagic = 0x316c676d;  // "mgl1"
inline constexpr int kChannel = 3;                   // the worker's descriptor of the socket

/// What lies where in the shared memory: `bytes` of payload between two margins that hold a known pattern.
struct Buffer {
  std::uint64_t offset = 0;  // of the first byte of the margin before the payload
  std::uint64_t bytes = 0;
  std::uint32_t margin_before = 0;  // bytes, at most 256
  std::uint32_t margin_after = 0;
  std::uint32_t shift = 0;  // payload address modulo 16
  std::uint32_t unused = 0;
};

/// One call of the student's function. Lengths in elements; `k` are ranks for co_rank, int32.
struct Problem {
  Buffer a, b, c;
  std::uint64_t k_offset = 0;
  std::int32_t k_count = 0;
  std::int32_t m = 0, n = 0;
  std::int32_t section = 0, tile = 0;
  std::int32_t adjacent = 0;  // B's payload follows A's in one allocation
};

/// Where A, B and C live during the call.
enum class Memory : std::uint32_t { host, device };
/// Which end of a host buffer touches its guard page.
enum class Placement : std::uint32_t { end, start };

enum class Kind : std::uint32_t { hello, prepare, ready, start, done, fetch, fetched, stopped };

struct Header {
  std::uint32_t magic = kMagic;
  Kind kind{};
  std::uint64_t nonce = 0;  // chosen by the judge, repeated in the answer
};

/// worker -> judge, once the student's object is loaded.
struct Hello {
  Header header{.kind = Kind::hello};
  std::int32_t value_size = 0;
};

/// judge -> worker, with two descriptors: the input memory (sealed against change) and the output memory
/// (sealed against resizing), both `bytes` long and laid out alike: `problem_count` Problems, then the
/// buffers.
struct Prepare {
  Header header{.kind = Kind::prepare};
  std::uint64_t bytes = 0;
  std::uint32_t problem_count = 0;
  Memory memory{};
  Placement placement{};
  std::uint32_t token_key = 0;  // the order of Counted's tokens
};

/// worker -> judge: the first problem is staged.
struct Ready {
  Header header{.kind = Kind::ready};
};

/// judge -> worker: call now. The judge's clock runs from here to Done.
struct Start {
  Header header{.kind = Kind::start};
};

/// judge -> worker: write the last problem's buffers to the output memory.
struct Fetch {
  Header header{.kind = Kind::fetch};
};

/// worker -> judge: every call has returned.
struct Done {
  Header header{.kind = Kind::done};
};

/// worker -> judge: the buffers are in the output memory.
struct Fetched {
  Header header{.kind = Kind::fetched};
  std::uint64_t launches = 0;  // of the last problem
  std::array<std::uint32_t, 3> grid{}, block{};
  std::uint64_t dynamic_shared_bytes = 0;
  std::uint64_t static_shared_bytes = 0;
};

/// Comparisons of one problem, in the output memory, in place of the problem's table entry.
struct Counters {
  std::uint64_t comparisons = 0;
};
static_assert(sizeof(Counters) <= sizeof(Problem));

enum class Stop : std::uint32_t { todo, finding, fault, out_of_memory, load_failed, launch_error, misuse };

/// worker -> judge, at any time, its last words.
struct Stopped {
  Header header{.kind = Kind::stopped};
  Stop reason{};
  std::int32_t number = 0;  // of the TODO
  std::uint32_t problem = 0;
  std::array<char, 64> rule{};    // of a finding or fault; ends with NUL
  std::array<char, 1024> text{};  // for the student; ends with NUL
};

static_assert(std::is_trivially_copyable_v<Problem> && std::is_trivially_copyable_v<Stopped>);

}  // namespace mergelab::wire
