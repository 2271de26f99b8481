// One fiber per CUDA thread of a block. Fibers and stacks outlive blocks and launches, because creating them
// costs more than most kernels.
#pragma once

#include <boost/context/fiber.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace simt::core {

constexpr unsigned kMaxThreads = 1024;

/// The used parts of suspended fibers' stacks, each with the copies of its frames.
struct KeptStacks {
  std::vector<std::uintptr_t> tops;  // where each part begins; it ends where its fiber was made
  std::unique_ptr<char[]> data;
  std::size_t bytes = 0, room = 0;  // of `data`: used, and all
};

class Fibers {
 public:
  Fibers() = default;
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  /// Ensures that fibers 0..count-1 exist; each calls `entry` at the first switch to it, and `entry` must not
  /// return. False without memory for their stacks.
  [[nodiscard]] bool reserve(unsigned count, void (*entry)());

  /// Switches from the running fiber (or host) `from` to `to`; returns when something switches back. Inline,
  /// since each return after a switch is mispredicted.
  [[gnu::always_inline]] void switch_to(unsigned from, unsigned to) {
    last_ = from;
    boost::context::fiber left = std::move(slot(to)).resume();
    slot(last_) = std::move(left);
  }

  /// The context that launches kernels.
  static constexpr unsigned kHost = kMaxThreads;

  /// Discards suspended fibers without unwinding their stacks: after a broken rule the kernel has no state
  /// that could be unwound safely.
  void abandon();

  /// Copies the stacks of fibers 0..count-1, which are suspended, and forgets all fibers. So others can run
  /// on these stacks until restore() puts the copies back to the same addresses. False without memory.
  [[nodiscard]] bool keep(unsigned count, KeptStacks& kept);
  void restore(const KeptStacks& kept);

  static constexpr std::size_t kStackBytes = 128 * 1024;
  [[nodiscard]] std::uintptr_t stack_low(unsigned i) const {
    return reinterpret_cast<std::uintptr_t>(stacks_[i]);
  }

 private:
  boost::context::fiber& slot(unsigned i) { return slots_[i].fiber; }
  [[nodiscard]] std::uintptr_t stack_end(unsigned i) const;

  // A slot's destructor does not run, for the reason given at abandon().
  union Slot {
    boost::context::fiber fiber;
    Slot() : fiber() {}
    ~Slot() {}
  };
  Slot slots_[kMaxThreads + 1];
  void* stacks_[kMaxThreads] = {};
  unsigned mapped_ = 0;  // stacks
  unsigned made_ = 0;    // fibers on them
  unsigned last_ = kHost;
};

}  // namespace simt::core
