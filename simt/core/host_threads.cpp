#include "host_threads.hpp"

#include <pthread.h>

#include <mutex>
#include <simt/engine.hpp>
#include <utility>

#include "registers.hpp"
#include "scheduler.hpp"
#include "shared_memory.hpp"

namespace simt {
namespace core {

constinit thread_local bool is_followed_thread = false;

namespace {

// The followed thread's, once for each of its calls that are under way.
std::recursive_mutex& mutex() {
  static auto& the_mutex = *new std::recursive_mutex;  // never destroyed: a thread may outlive main()
  return the_mutex;
}
unsigned calls = 0;
std::uint64_t threads = 0, last_followed = 0;
thread_local std::uint64_t number = 0;  // of a thread that was followed

/// What lies elsewhere for each thread: its stack, shared memory, and what compilers may keep in a fiber.
void take_over() {
  const Unsettled unsettled;
  if (watch.active) {
    find_host_stack();
    watch.stack_low = watch.host_stack_low;
    watch.stack_end = watch.host_stack_end;
  }
  watch.shared_begin = SharedMemory::instance().begin();
  Scheduler::instance().forget_fibers();
}

void follow() {
  is_followed_thread = true;
  if (number == 0) number = ++threads;
  if (const std::uint64_t before = std::exchange(last_followed, number); before != number && before != 0)
    take_over();
}

}  // namespace

Followed::Followed() : is_host_(!Scheduler::instance().in_kernel()) {
  if (!is_host_) return;
  mutex().lock();
  if (calls++ == 0) follow();
}

Followed::~Followed() {
  if (!is_host_) return;
  if (--calls == 0) is_followed_thread = false;
  mutex().unlock();
  if (watch.active) clear_registers();  // they may hold data of the device
}

Unfollowed::Unfollowed() : calls_(std::exchange(calls, 0)) {
  is_followed_thread = false;
  for (unsigned i = 0; i < calls_; ++i) mutex().unlock();
}

Unfollowed::~Unfollowed() {
  for (unsigned i = 0; i < calls_; ++i) mutex().lock();
  calls = calls_;
  follow();
}

}  // namespace core

void host::expect_threads() {
  using core::watch;
  if (watch.several) return;
  (void)core::device_variables();  // reads them while there is one thread
  const core::Unsettled unsettled;
  watch.several = true;
  watch.alone = false;
}

void host::follow_to_the_end() { new core::Followed; }

}  // namespace simt
