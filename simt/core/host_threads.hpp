// Host code in several threads: the engine follows one of them at a time, which is in a call of CUDA or
// accesses memory that kernels use, too. The other threads run beside it and are not checked.
#pragma once

#include <cstdint>

#include "device_memory.hpp"
#include "device_variables.hpp"
#include "watch.hpp"

namespace simt::core {

/// The engine follows this thread during its lifetime, as soon as it follows no other one. First in a call of
/// CUDA by host code; without effect in a kernel.
class Followed {
 public:
  Followed();
  ~Followed();
  Followed(const Followed&) = delete;
  Followed& operator=(const Followed&) = delete;

 private:
  bool is_host_;
};

/// A call of CUDA runs code of the program, which may wait for other threads.
class Unfollowed {
 public:
  Unfollowed();
  ~Unfollowed();
  Unfollowed(const Unfollowed&) = delete;
  Unfollowed& operator=(const Unfollowed&) = delete;

 private:
  unsigned calls_;
};

/// Calls a hook of host code that the engine does not follow, if it accesses memory that kernels use, too.
template <class F>
[[gnu::noinline, gnu::cold]] void beside_followed(std::uintptr_t address, const F& hook) {
  if (!watch.active) return;
  if (!device_bounds.holds(address) && !(variable_bounds.holds(address) && device_variable_at(address) != 0))
    return;
  const Followed followed;
  hook();
}

}  // namespace simt::core
