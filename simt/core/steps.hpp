// The position of each thread of a block in its code, for the order of threads in step: as if the block were
// one warp whose lanes reconverge after every branch and loop.
#pragma once

#include <cstdint>
#include <vector>

#include "fibers.hpp"
#include "thread_set.hpp"

namespace simt::core {

class Steps {
  // The calls to the thread's place, outermost first; deeper ones than these are not distinguished.
  static constexpr unsigned kDeepest = 8;
  struct Place {
    struct Call {
      std::uintptr_t frame, pc;
    };
    Call calls[kDeepest];
    unsigned depth = 0;
  };

 public:
  using Places = std::vector<Place>;

  void begin_block(unsigned threads);
  /// The thread has reached this place, in the function call whose frame begins at `frame`.
  void come_to(unsigned thread, std::uintptr_t frame, std::uintptr_t pc);
  /// Whether this place lies before the thread's last one in that call: a loop leads back to it. The thread
  /// is at the loop's end then.
  [[nodiscard]] bool goes_back(unsigned thread, std::uintptr_t frame, std::uintptr_t pc);
  /// All have reached the barrier of `thread`: other places are now ahead of it, and those that a loop leads
  /// back to come last.
  void barrier_released(unsigned thread) { last_barrier_ = places_[thread]; }

  void stop(unsigned thread) { stopped_.add(thread); }
  /// Removes the threads that are furthest behind: all at one place.
  [[nodiscard]] ThreadSet take_last();

  /// All threads are at a barrier: their places, for a continuation of the block from there.
  [[nodiscard]] Places keep(unsigned threads) const { return {places_, places_ + threads}; }
  void continue_block(const Places& places);

 private:
  /// Below 0 when `a` is behind `b`, 0 for the same place.
  [[nodiscard]] int compare(const Place& a, const Place& b) const;

  /// The end of the loop that begins at `begin`, as far as threads have come from behind it: at least `end`.
  [[nodiscard]] std::uintptr_t end_of_loop(std::uintptr_t begin, std::uintptr_t end);

  static constexpr unsigned kMostLoops = 64;  // further ones end where a thread is
  struct Loop {
    std::uintptr_t begin, end;
  };
  Loop loops_[kMostLoops];
  unsigned loop_count_ = 0;
  Place places_[kMaxThreads];
  Place last_barrier_;
  ThreadSet stopped_;
};

}  // namespace simt::core
