// The order that threads of a block give each other by atomics, volatile accesses and asynchronous barriers.
// Without it the replay would join what lanes do one after another, each waiting for the one before it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace simt::count {

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

}  // namespace simt::count
