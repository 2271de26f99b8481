// The events of a launch for its listeners: the checkers, the counters and the tracer. Events of every access
// don't use this interface; hooks/ calls the listeners directly.
#pragma once

#include <simt/engine.hpp>
#include <string>

#include "watch.hpp"

namespace simt::core {

struct BulkCopy;

/// Overrides the events of interest.
class Listener {
 public:
  // A launch from the host; `pc` is the call's return address.
  virtual void launch_called(std::uintptr_t /*pc*/) {}
  virtual void launch_begins(const LaunchRecord& /*launch*/) {}
  virtual void launch_ends() {}

  virtual void block_begins(std::uint64_t /*block*/) {}
  virtual void block_ends() {}
  /// A cluster of so many blocks is about to run.
  virtual void cluster_begins(unsigned /*blocks*/) {}
  /// All threads of the running block wait for their grid or cluster: other blocks run. They continue in
  /// block_continues, after all those blocks have come to that and the barrier was released.
  virtual void block_waits_for_others(std::uint64_t /*block*/) {}
  virtual void grid_barrier_released() {}
  virtual void cluster_barrier_released() {}
  virtual void block_continues(std::uint64_t /*block*/) {}
  /// All threads of the block that have not returned wait, and none has gone on yet.
  virtual void barrier_released() {}
  /// The same for the lanes of a warp. `syncs`: __syncwarp, the only warp operation that orders memory.
  virtual void warp_operation_completed(unsigned /*warp*/, unsigned /*lanes*/, bool /*syncs*/) {}
  /// The same for the warps of a tile that is larger than a warp and smaller than its block.
  virtual void tile_operation_completed(unsigned /*first*/, unsigned /*size*/, bool /*syncs*/) {}
  virtual void fence(unsigned /*thread*/, bool /*of_block*/) {}
  /// A thread has waited for the previous kernel, with which its own may overlap.
  virtual void launch_before_awaited(unsigned /*thread*/) {}

  // Barriers that count arrivals and bytes, by their slot in the block. A thread arrives; one is about to be
  // the last, and calls a function first; the last has arrived; a thread has waited for that, and the copies'
  // bytes are there.
  virtual void arrived_at_barrier(unsigned /*thread*/, unsigned /*slot*/) {}
  virtual void last_arrives(unsigned /*thread*/, unsigned /*slot*/) {}
  /// A plain read of what others update by atomics, which the thread may put right by an update of its own.
  virtual void guesses(const Access& /*access*/) {}
  virtual void phase_completed(unsigned /*slot*/) {}
  virtual void phase_seen(unsigned /*thread*/, unsigned /*slot*/) {}
  /// From here on the copy may read and write, until the events below.
  virtual void copy_starts(const BulkCopy& /*copy*/) {}
  virtual void copy_has_read(const BulkCopy& /*copy*/) {}
  virtual void copy_landed(const BulkCopy& /*copy*/) {}
  /// The block ends without a wait for the copy.
  virtual void copy_left_behind(const BulkCopy& /*copy*/) {}
  virtual void fence_before_copies() {}

  /// A thread's own copy into shared memory (<cuda_pipeline.h>): it may write from here on, until the thread
  /// has waited for it.
  virtual void own_copy_starts(unsigned /*thread*/, std::uintptr_t /*to*/, std::size_t /*bytes*/,
                               std::uintptr_t /*pc*/) {}
  virtual void own_copy_ends(unsigned /*thread*/, std::uintptr_t /*to*/, std::size_t /*bytes*/) {}

  // Only for the counters. A thread waits at a barrier of its block, or in an operation of its tile.
  virtual void thread_waits(unsigned /*thread*/) {}
  /// Its last access was an update that may have ended a wait for another thread.
  virtual void thread_asked(unsigned /*thread*/) {}
  virtual void thread_ends(unsigned /*thread*/) {}
  /// Host code has rows of device memory copied to other device memory; for both.
  virtual void rows_copied(const Allocation& /*allocation*/, const Rows& /*rows*/, bool /*written*/) {}
  /// Host code has filled rows of device memory, or copied data from elsewhere to them.
  virtual void rows_from_host(const Rows& /*rows*/) {}
  /// Host code has copied rows of device memory to other memory.
  virtual void rows_to_host(const Allocation& /*allocation*/, const Rows& /*rows*/) {}
  /// Host code has given kernels more values than lengths and parameters are.
  virtual void host_gave_values() {}

  /// Only for the tracer: no living thread can run.
  virtual void threads_stuck() {}
  /// Only for the tracer: an invalid access, which ends the run.
  virtual void access_ends_run(const Access& /*access*/) {}

  // Also when checking and counting are off.
  /// Only for the tracer: a kernel is about to be launched by the call that returns to `pc`. `kernel`: its
  /// code, or null, if it is part of the launch's.
  virtual void launch_is_next(const void* /*kernel*/, std::uintptr_t /*pc*/) {}
  virtual void module_attached() {}
  /// The host has written these bytes, which are outside of `filled_begin` and `filled_end`.
  virtual void host_wrote(Allocation& /*allocation*/, std::uintptr_t /*begin*/, std::uintptr_t /*end*/) {}
  /// Host code that is not checked may have used the __device__ variables in these bounds.
  virtual void host_uses_variables(Bounds /*bounds*/, std::uintptr_t /*pc*/) {}

 protected:
  ~Listener() = default;
};

void listen_as_checker(Listener& listener, bool on);
void listen_as_counter(Listener& listener, bool on);
/// Listens to the counters' events, after them, and only while checking and counting are on.
void listen_as_tracer(Listener& listener, bool on);

/// Notifies the checkers and the counters, each when it is on.
template <class... P, class... A>
inline __attribute__((always_inline)) void tell(void (Listener::*event)(P...), const A&... arguments) {
  if (!watch.active) [[likely]]
    return;
  if (watch.checking) (watch.checker->*event)(arguments...);
  if (watch.counting) (watch.counter->*event)(arguments...);
  if (watch.tracing) [[unlikely]]
    (watch.tracer->*event)(arguments...);
}

/// Notifies only the counters: for events too frequent for an empty call.
template <class... P, class... A>
inline __attribute__((always_inline)) void tell_counter(void (Listener::*event)(P...),
                                                        const A&... arguments) {
  if (watch.counting) [[unlikely]]
    (watch.counter->*event)(arguments...);
}

/// Notifies checkers and counters, on or off.
template <class... P, class... A>
inline void tell_always(void (Listener::*event)(P...), A&... arguments) {
  for (Listener* listener : {watch.checker, watch.counter}) {
    if (listener != nullptr) (listener->*event)(arguments...);
  }
}

}  // namespace simt::core
