// The asynchronous copies that the threads of a block have issued but not waited for.
#include <cstdint>
#include <deque>
#include <map>
#include <simt/async_copy.hpp>
#include <utility>

#include "simt/check/report.hpp"
#include "simt/core/events.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/violation.hpp"

namespace simt {
namespace {

using core::Scheduler;

struct Pending {
  void* to = nullptr;
  unsigned long bytes = 0;
  CopyData data{};
  std::uint64_t batch = 0;
};

struct Thread {
  std::uint64_t block = ~std::uint64_t{0};  // the block of the rest; stale in any other block
  std::uint64_t batch = 0;                  // the uncommitted one
  std::deque<Pending> pending;              // oldest first
  Pending taken;                            // the last one
};

Thread& running_thread() {
  static Thread* const threads = new Thread[core::kMaxThreads];
  const Scheduler& scheduler = Scheduler::instance();
  if (!scheduler.in_kernel()) {
    core::raise(Finding(Message::host_async_copy));
  }
  Thread& thread = threads[scheduler.running()];
  if (thread.block != scheduler.running_block()) {
    // Of blocks that wait for others.
    static auto& set_aside = *new std::map<std::pair<std::uint64_t, unsigned>, Thread>;
    if (!scheduler.keeps_blocks()) {
      set_aside.clear();
    } else if (!thread.pending.empty()) {
      set_aside[{thread.block, scheduler.running()}] = std::move(thread);
    }
    const auto kept = set_aside.extract({scheduler.running_block(), scheduler.running()});
    thread = kept ? std::move(kept.mapped()) : Thread();
    thread.block = scheduler.running_block();
  }
  return thread;
}

}  // namespace

void check_copy(const void* to, const void* from, unsigned long bytes, CallSite site) {
  (void)running_thread();
  const auto fail = [&](Message message) {
    check::fail_copy(message, "__pipeline_memcpy_async", bytes, bytes, core::Site(site));
  };
  if (bytes != 4 && bytes != 8 && bytes != 16) fail(Message::copy_size);
  for (const void* end : {to, from}) {
    if (reinterpret_cast<std::uintptr_t>(end) % bytes == 0) continue;
    fail(end == to ? Message::copy_target_misaligned : Message::copy_source_misaligned);
  }
}

void issue_copy(void* to, unsigned long bytes, CopyData data) {
  Thread& thread = running_thread();
  thread.pending.push_back({to, bytes, data, thread.batch});
}

void commit_copies() { ++running_thread().batch; }

void* next_copy(unsigned long newest) {
  Thread& thread = running_thread();
  if (thread.pending.empty() || thread.pending.front().batch + newest >= thread.batch) return nullptr;
  thread.taken = thread.pending.front();
  thread.pending.pop_front();
  core::tell(&core::Listener::own_copy_ends, Scheduler::instance().running(),
             reinterpret_cast<std::uintptr_t>(thread.taken.to), thread.taken.bytes);
  return thread.taken.to;
}

unsigned long next_copy_bytes() { return running_thread().taken.bytes; }
CopyData next_copy_data() { return running_thread().taken.data; }

}  // namespace simt
