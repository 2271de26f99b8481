// Logs what each CUDA thread does, and replays the logs of a warp as soon as all its lanes stand at a barrier
// or have returned. Lanes run one after another, so what a warp does at once is only known then.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "event.hpp"
#include "tally.hpp"

namespace simt::count {

// The order that threads of a block give each other by atomics, volatile accesses and asynchronous barriers.
// Without it the replay would join what lanes do one after another, each waiting for the one before it.

/// What a thread has done so far, with all that it has waited for.
struct Work {
  std::uint64_t accesses = 0, blocks = 0;

  void follow(const Work& before) {
    accesses = std::max(accesses, before.accesses);
    blocks = std::max(blocks, before.blocks);
  }
};

class HandOvers {
 public:
  using Time = std::uint32_t;  // counts writes

  /// Forgets all, where a block begins or its barrier has put everything in order.
  void clear();

  /// A thread of this warp writes here what others may wait for. Returns the write's number in its warp.
  std::uint32_t write(unsigned warp, std::uint64_t address, std::size_t bytes, const Work& work);

  /// What a thread learns that reads there. So many writes of its own warp come before its next event: all
  /// until then, as one warp's threads can also wait for each other by way of another warp.
  struct Seen {
    std::uint32_t writes = 0;
    Work work;            // of the thread that wrote
    Time from_other = 0;  // when a thread of another warp wrote; 0: none has
  };
  [[nodiscard]] Seen read(unsigned warp, std::uint64_t address, std::size_t bytes) const;

  /// A barrier's phase has ended with the last write.
  void complete_phase(unsigned slot) { phases_[slot] = last_; }
  [[nodiscard]] Seen see_phase(unsigned warp, unsigned slot) const;
  [[nodiscard]] Seen see_last(unsigned warp) const { return seen(warp, last_); }
  [[nodiscard]] Time now() const { return last_.time; }

  /// The replay has come to this write.
  void pass(unsigned warp, std::uint32_t number);
  [[nodiscard]] bool has_passed(unsigned warp, std::uint32_t writes) const {
    return warps_[warp].passed_before >= writes;
  }

 private:
  static constexpr unsigned kMaxWarps = 32;
  struct Write {
    Time time = 0;
    unsigned warp = 0;
    Work work;
  };
  struct Warp {
    std::vector<Time> times;  // of its writes
    std::vector<bool> is_passed;
    std::uint32_t passed_before = 0;  // the replay has passed at least so many, from the first on
  };
  [[nodiscard]] Seen seen(unsigned warp, const Write& write) const;

  Warp warps_[kMaxWarps];
  std::unordered_map<std::uint64_t, Write> words_;  // the last write of each
  std::unordered_map<unsigned, Write> phases_;      // the one that ended it, by the barrier's slot
  Write last_;
};

/// Learns what the replay makes of a warp's logs.
class RequestListener {
 public:
  /// The lanes of `warp` in this mask have made the next access of their logs together.
  virtual void requested(unsigned warp, unsigned lanes, const Cost& cost) = 0;

 protected:
  ~RequestListener() = default;
};

class Recorder {
 public:
  static constexpr unsigned kMaxThreads = 1024;
  /// Logs take at most this much memory. When it is full, warps are replayed before all their lanes have come
  /// to rest, and lanes that would have met are counted apart.
  static constexpr std::size_t kLogBytes = std::size_t{64} << 20;
  /// An access of more bytes counts as several in a thread's span: else it would seem to do less.
  static constexpr unsigned kWord = 4;
  /// A bulk copy of more bytes is no question of a search, but the part of a tile: so many for each question
  /// are too many loads.
  static constexpr std::size_t kMostOfProbe = 1024;

  Recorder() = default;
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // The life of a launch, or of its part between two barriers of the grid; begin_launch also forgets what a
  // broken one has left.
  void begin_launch(unsigned threads);
  void begin_block();
  void end_launch();

  // What a thread does; `bytes` is 1, 2, 4, 8 or 16.
  void access(unsigned thread, Pc pc, std::uint64_t address, unsigned bytes, Kind kind, Where where) {
    Log& log = logs_[thread];
    log.accesses += (bytes + kWord - 1) / kWord;
    push(log, thread, pack(address, bytes, kind), pc, where);
  }
  /// A copy of any number of bytes, in pieces as large as its size allows.
  void range(unsigned thread, Pc pc, std::uint64_t address, std::size_t bytes, Kind kind, Where where);
  /// How many bytes of an access are logged as one.
  [[nodiscard]] static std::size_t piece_bytes(std::size_t bytes) {
    return std::min<std::size_t>(16, bytes & (~bytes + 1));
  }
  void copy(Where where, Kind kind, const core::Rows& rows) { tally_.copy(where, kind, rows); }
  void bulk_copy(unsigned thread, Pc pc, Where where, Kind kind, std::uintptr_t begin, std::size_t bytes) {
    tally_.bulk_copy(pc, where, kind, begin, bytes);
    if (where != kShared && kind == Kind::Read && bytes <= kMostOfProbe)
      span_probes_ = std::max(span_probes_, ++probes_[thread / 32]);
  }
  /// Of its own stack, `depth` bytes deep. In its span only where there is room for arrays: whether a single
  /// variable is in memory is the compiler's choice.
  void local_access(unsigned thread, std::size_t bytes, std::size_t depth) {
    local_words_[thread] += (bytes + kWord - 1) / kWord;
    stack_depth_[thread] = std::max(stack_depth_[thread], depth);
  }
  /// A thread has so many bytes on its stack, more than registers hold. So its arrays are in local memory.
  void uses_stack(unsigned thread, std::size_t bytes) {
    stack_depth_[thread] = std::max(stack_depth_[thread], bytes);
  }
  void basic_block(unsigned thread, Pc pc) {
    Log& log = logs_[thread];
    ++log.blocks;
    push(log, thread, pack(0, 0, Kind::Block), pc, kShared);
  }
  /// All `lanes` of a warp have come to an operation of theirs, and none has gone on. What they give each
  /// other is an access of each in its span, as if it went through shared memory; `syncs`: they give nothing.
  void warp_op(unsigned warp, unsigned lanes, bool syncs);
  // The thread's next access sees what others have written there, or writes what they may wait for. The same
  // of the phases of a barrier that counts arrivals.
  void sees(unsigned thread, std::uint64_t address, std::size_t bytes) {
    sees(thread, hand_overs_.read(thread / 32, address, bytes));
  }
  void hands_over(unsigned thread, std::uint64_t address, std::size_t bytes);
  void arrives(unsigned thread, unsigned slot) {
    sees(thread, hand_overs_.see_phase(thread / 32, slot));
    hands_over(thread, 0, 0);
  }
  /// All others have arrived: the thread knows what they have done.
  void last_arrives(unsigned thread) {
    sees(thread, hand_overs_.see_last(thread / 32));
    acquires(thread);
  }
  void phase_completed(unsigned slot) { hand_overs_.complete_phase(slot); }
  void sees_phase(unsigned thread, unsigned slot) {
    sees(thread, hand_overs_.see_phase(thread / 32, slot));
    waits_once(thread);
  }
  // What the thread has seen last, or all that it has seen, comes before all that it does next. If other
  // warps wrote it, the thread has waited, and for what their threads had done until then.
  void acquires(unsigned thread) { synchronises(thread, news_[thread].seen_last); }
  void fences(unsigned thread) { synchronises(thread, news_[thread].seen); }
  void thread_waits(unsigned thread);  // at a barrier of its block, or with its tile
  void thread_ends(unsigned thread);
  void barrier_released();
  /// The block waits for its grid: for the spans it is as if the block and the launch ended.
  void block_waits_for_others();
  /// Replays what has been logged so far of lanes that have not come to rest.
  void replay_all();
  /// Null: nobody listens.
  void set_request_listener(RequestListener* listener) { listener_ = listener; }
  void tile_released(unsigned first_warp, unsigned warps);

  struct Spans {
    std::uint64_t blocks = 0, accesses = 0;
    std::uint64_t barriers =
        0;  // and how often the thread that did so most has waited for other warps otherwise
    std::uint64_t probes = 0;
  };
  /// Of threads that keep more on their stacks than registers hold. Compilers don't tell of all accesses of
  /// a thread's own arrays: it makes one of a word for every few of its basic blocks at least.
  struct Local {
    std::uint64_t bytes = 0;        // of accesses
    std::uint64_t stack_bytes = 0;  // the most of one thread
  };
  static constexpr unsigned kBlocksPerAccess = 4;
  /// The deepest stack whose accesses are in no span.
  static constexpr std::size_t kVariablesBytes = 512;
  [[nodiscard]] const Tally& tally() const { return tally_; }
  [[nodiscard]] const Spans& spans() const { return spans_; }
  [[nodiscard]] const Local& local() const { return local_; }
  [[nodiscard]] std::size_t log_bytes() const { return chunks_ * sizeof(Chunk); }
  void clear();

 private:
  // The last event of a chunk is the link to the next one.
  struct Chunk {
    static constexpr unsigned kEvents = 255;
    Chunk* next = nullptr;
    Event events[kEvents];
  };
  struct alignas(64) Log : Work {
    Event* next = nullptr;  // where the next event goes, below end
    Event* end = nullptr;
    const Event* read = nullptr;  // where the replay is
    Chunk* first = nullptr;       // the one that is read
    Chunk* last = nullptr;        // the one that is written
    std::uint64_t waits = 0;
  };
  static_assert(sizeof(Log) == 64, "a thread's log fills one line of the cache");
  struct News {                 // of other warps' writes, for a thread
    HandOvers::Time known = 0;  // it has synchronised with those until then,
    bool seen = false;          // and seen a later one since,
    bool seen_last = false;     // in its last access
    Work work;                  // of the threads that wrote those
  };
  static constexpr std::size_t kMaxChunks = kLogBytes / sizeof(Chunk);

  // The rare case is one call that ends it, so that the usual one needs no registers saved.
  void push(Log& log, unsigned thread, std::uint64_t data, Pc pc, Where where) {
    if (log.next == log.end) [[unlikely]]
      return push_into_full(thread, data, pc, where);
    Event& event = *log.next++;
    event.data = data;
    event.pc = pc;
    event.where = where;
  }
  [[gnu::noinline, gnu::cold]] void push_into_full(unsigned thread, std::uint64_t data, Pc pc, Where where);
  void make_room(unsigned thread);
  Chunk* take_chunk();
  void give_back(Log& log);
  void settle(unsigned thread);
  void end_span(unsigned thread);
  void count_local(unsigned thread);
  void sees(unsigned thread, const HandOvers::Seen& seen);
  void synchronises(unsigned thread, bool with_news);
  /// Of lanes of a warp: the most that one has done, with all that it has waited for; and from now on each
  /// has waited for that, too.
  [[nodiscard]] Work most_of(unsigned warp, unsigned lanes) const;
  void follow(unsigned warp, unsigned lanes, const Work& work);
  /// The running threads of these warps have waited for each other.
  void release(unsigned first, unsigned end);
  void forget_news() { std::fill_n(news_, threads_, News{}); }
  void waits_once(unsigned thread) { most_waits_ = std::max(most_waits_, ++logs_[thread].waits); }
  /// Until no lane has an event left, or until lane `open`, which still runs, has none.
  void replay(unsigned warp, unsigned open);
  bool settle_head(unsigned thread, Pc& head, const Event*& at);
  void issue(Pc pc, unsigned lanes, const Event* const* at);
  void count(const Request& request, const Cost& cost);
  void issue_mixed(Pc pc, unsigned lanes, const Event* const* at);
  [[nodiscard]] unsigned lanes_of(unsigned warp) const;

  Log logs_[kMaxThreads];
  News news_[kMaxThreads] = {};
  std::uint64_t local_words_[kMaxThreads] = {};    // that the compiler has told of
  std::size_t stack_depth_[kMaxThreads] = {};      // the deepest, of these accesses or beyond the registers
  unsigned settled_[kMaxThreads / 32] = {};        // lanes that wait at the barrier or have returned
  unsigned ended_[kMaxThreads / 32] = {};          // lanes that have returned
  Pc warp_ops_[kMaxThreads / 32] = {};             // so many in this block
  std::uint64_t probes_[kMaxThreads / 32] = {};    // likewise
  Request last_probes_[2][kMaxThreads / 32] = {};  // the last load of them, and the last atomic
  unsigned threads_ = 0;
  unsigned tile_waits_[kMaxThreads / 32] = {};  // with the tiles of this block
  unsigned most_tile_waits_ = 0;
  std::vector<std::unique_ptr<Chunk[]>> slabs_;
  Chunk* free_ = nullptr;
  std::size_t chunks_ = 0;                             // made so far
  std::uint64_t span_blocks_ = 0, span_accesses_ = 0;  // the most in this launch so far
  std::uint64_t span_probes_ = 0;                      // likewise
  std::uint64_t most_waits_ = 0;                       // of a thread of this block
  HandOvers hand_overs_;
  RequestListener* listener_ = nullptr;
  unsigned replayed_warp_ = 0;
  Tally tally_;
  Spans spans_;
  Local local_;
};

}  // namespace simt::count
