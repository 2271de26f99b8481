#include "async_barriers.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "events.hpp"
#include "launch.hpp"
#include "lines.hpp"
#include "shared_names.hpp"

namespace simt::core {

namespace {

/// Ends the run for what the running thread does with a barrier.
[[noreturn]] void refuse(Message message, std::uintptr_t address, const Site& site, std::int64_t first = 0,
                         std::int64_t second = 0) {
  Scheduler& scheduler = Scheduler::instance();
  Finding found(message);
  found.access.by = scheduler.agent(scheduler.running());
  found.access.memory = barrier_name(address);
  found.access.at = site_of(site);
  found.numbers = {first, second};
  scheduler.fail(found);
}

}  // namespace

AsyncBarriers& AsyncBarriers::instance() {
  static AsyncBarriers& barriers = *new AsyncBarriers;
  return barriers;
}

void AsyncBarriers::begin_block() {
  const Scheduler& scheduler = Scheduler::instance();
  const std::uint64_t block = scheduler.running_block();
  if (block_ == block) return;
  if (scheduler.keeps_blocks()) {
    set_aside_[block_] = std::move(now_);
  } else {
    set_aside_.clear();
  }
  block_ = block;
  const auto kept = set_aside_.extract(block);
  now_ = kept ? std::move(kept.mapped()) : OfBlock();
}

AsyncBarrier& AsyncBarriers::at(std::uintptr_t address, BarrierUse use, const Site& site) {
  begin_block();
  const auto found = now_.barriers.find(address);
  if (found == now_.barriers.end())
    refuse(Message::barrier_not_initialised, address, site, static_cast<std::int64_t>(use));
  return found->second;
}

void AsyncBarriers::make(std::uintptr_t address, std::uint64_t arrivals, const Site& site) {
  begin_block();
  if (arrivals == 0 || arrivals > kMost)
    refuse(Message::barrier_arrivals, address, site, static_cast<std::int64_t>(arrivals));
  AsyncBarrier& barrier = now_.barriers[address];
  barrier = {now_.slots++, arrivals, arrivals};
}

void AsyncBarriers::expect(std::uintptr_t address, std::uint64_t bytes, const Site& site) {
  AsyncBarrier& barrier = at(address, BarrierUse::expect_bytes, site);
  const std::int64_t sum = barrier.bytes + static_cast<std::int64_t>(bytes);
  if (bytes > kMost || sum > static_cast<std::int64_t>(kMost))
    refuse(Message::too_many_bytes, address, site, sum);
  barrier.bytes += static_cast<std::int64_t>(bytes);
}

AsyncBarrier& AsyncBarriers::at_arrival(std::uintptr_t address, const Site& site) {
  (void)at(address, BarrierUse::arrive, site);
  // The phase reports the others. A thread that has asked whether it is the last is not held again.
  if (watch.counting && now_.held.insert(Scheduler::instance().running()).second)
    Scheduler::instance().let_others_catch_up();
  return at(address, BarrierUse::arrive, site);
}

std::uint64_t AsyncBarriers::arrive(std::uintptr_t address, std::uint64_t arrivals, std::uint64_t bytes,
                                    bool drops, const Site& site) {
  AsyncBarrier& barrier = at_arrival(address, site);
  now_.held.erase(Scheduler::instance().running());
  if (arrivals == 0 || arrivals > barrier.missing)
    refuse(Message::too_many_arrivals, address, site, static_cast<std::int64_t>(arrivals),
           static_cast<std::int64_t>(barrier.missing));
  if (bytes != 0) expect(address, bytes, site);
  const std::uint64_t phase = barrier.phase;
  Scheduler& scheduler = Scheduler::instance();
  tell(&Listener::arrived_at_barrier, scheduler.running(), barrier.slot);
  scheduler.made_progress();
  barrier.missing -= arrivals;
  if (drops) barrier.arrivals -= arrivals;
  complete(address, barrier);
  return phase;
}

void AsyncBarriers::complete(std::uintptr_t address, AsyncBarrier& barrier) {
  if (barrier.missing != 0 || barrier.bytes != 0) return;
  ++barrier.phase;
  barrier.missing = barrier.arrivals;
  tell(&Listener::phase_completed, barrier.slot);
  Scheduler::instance().phase_completed(address);
}

bool AsyncBarriers::wait(std::uintptr_t address, std::uint64_t phase, bool is_parity, bool insists,
                         const Site& site) {
  Scheduler& scheduler = Scheduler::instance();
  for (;;) {
    const AsyncBarrier& barrier = at(address, BarrierUse::wait, site);
    if (is_parity ? (barrier.phase & 1) != (phase & 1) : barrier.phase > phase) {
      const auto waited_for = [&](const BulkCopy& copy) {
        return copy.to_shared && copy.slot == barrier.slot && copy.part < barrier.phase;
      };
      for (const BulkCopy& copy : now_.under_way) {
        if (waited_for(copy)) land(copy);
      }
      now_.under_way.erase(std::remove_if(now_.under_way.begin(), now_.under_way.end(), waited_for),
                           now_.under_way.end());
      tell(&Listener::phase_seen, scheduler.running(), barrier.slot);
      return true;
    }
    if (!scheduler.wait_for_phase(address, insists, site)) return false;
  }
}

void AsyncBarriers::start(BulkCopy copy, std::uintptr_t barrier, const Site& site) {
  Scheduler& scheduler = Scheduler::instance();
  copy.thread = scheduler.running();
  copies().bytes += copy.bytes;
  if (!copy.to_shared) {
    begin_block();
    copy.part = now_.groups[copy.thread];
    tell(&Listener::copy_starts, copy);
    now_.under_way.push_back(std::move(copy));
    return;
  }
  AsyncBarrier& arrives_on = at(barrier, BarrierUse::start_copy, site);
  copy.slot = arrives_on.slot;
  copy.part = arrives_on.phase;
  tell(&Listener::copy_starts, copy);
  read(copy);
  // The bytes arrive at once but are not visible yet, so no thread can tell.
  arrives_on.bytes -= static_cast<std::int64_t>(copy.bytes);
  now_.under_way.push_back(std::move(copy));
  scheduler.made_progress();
  complete(barrier, arrives_on);
}

void AsyncBarriers::read(BulkCopy& copy) {
  copy.data.resize(copy.bytes);
  std::memcpy(copy.data.data(), reinterpret_cast<const void*>(copy.from), copy.bytes);
  tell(&Listener::copy_has_read, copy);
}

void AsyncBarriers::land(const BulkCopy& copy) {
  std::memcpy(reinterpret_cast<void*>(copy.to), copy.data.data(), copy.bytes);
  tell(&Listener::copy_landed, copy);
}

void AsyncBarriers::commit() {
  begin_block();
  ++now_.groups[Scheduler::instance().running()];
}

void AsyncBarriers::wait_for_groups(std::uint64_t newest, bool reads) {
  begin_block();
  const unsigned me = Scheduler::instance().running();
  const std::uint64_t open = now_.groups[me];
  const auto waited_for = [&](const BulkCopy& copy) {
    return !copy.to_shared && copy.thread == me && copy.part + newest < open;
  };
  for (BulkCopy& copy : now_.under_way) {
    if (!waited_for(copy)) continue;
    if (!std::exchange(copy.has_read, true)) read(copy);
    if (!reads) land(copy);
  }
  if (reads) return;
  now_.under_way.erase(std::remove_if(now_.under_way.begin(), now_.under_way.end(), waited_for),
                       now_.under_way.end());
}

void AsyncBarriers::end_block() {
  if (now_.under_way.empty() || block_ != Scheduler::instance().running_block()) return;
  for (BulkCopy& copy : now_.under_way) {
    if (copy.to_shared || !copy.has_read) tell(&Listener::copy_left_behind, copy);
    if (copy.data.empty()) read(copy);
    land(copy);
  }
  now_.under_way.clear();
}

finding::Memory barrier_name(std::uintptr_t address) {
  using Form = finding::Memory::Form;
  finding::Memory memory;
  memory.bytes = 8;
  const std::uintptr_t offset = address - watch.shared_begin;
  const SharedVariable variable = offset < watch.shared_bytes ? shared_variable(offset) : SharedVariable();
  memory.name = variable.name;
  const std::size_t inside = offset - variable.begin;
  memory.form = offset >= watch.shared_bytes         ? Form::unshared_barrier
                : variable.name.empty()              ? Form::nameless
                : variable.end - variable.begin == 8 ? Form::variable
                : inside % 8 == 0                    ? Form::element
                                                     : Form::byte;
  memory.is_shared = memory.form != Form::unshared_barrier ? 1 : 0;
  memory.index = static_cast<std::int64_t>(memory.form == Form::nameless  ? offset
                                           : memory.form == Form::element ? inside / 8
                                                                          : inside);
  return memory;
}

}  // namespace simt::core
