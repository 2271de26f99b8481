// Reports threads that wait for each other and can never meet.
#include <cstring>

#include "async_barriers.hpp"
#include "builtins.hpp"
#include "events.hpp"
#include "lines.hpp"
#include "scheduler.hpp"
#include "violation.hpp"

namespace simt::core {

bool Site::operator==(const Site& other) const {
  return line == other.line && (file == other.file || std::strcmp(file, other.file) == 0);
}

finding::Site site_of(const Site& site) {
  return site.file == nullptr ? finding::Site() : site_of(Line{site.file, site.line});
}

void refuse_host_code(Message message, const Site& site) {
  Finding found(message);
  found.access.at = site_of(site);
  raise(found);
}

finding::Access Scheduler::waiting(unsigned thread) const {
  finding::Access access;
  access.by = agent(thread);
  access.at = site_of(sites_[thread]);
  switch (waits_[thread]) {
    case Wait::Block:
      access.wait = finding::Access::Wait::block;
      break;
    case Wait::Blocks:
      access.wait = watch.in_cluster ? finding::Access::Wait::cluster : finding::Access::Wait::grid;
      break;
    case Wait::Tile:
      access.wait = finding::Access::Wait::tile;
      break;
    case Wait::Phase:
      access.wait = finding::Access::Wait::phase;
      access.memory = barrier_name(awaited_[thread]);
      break;
    default:
      access.wait = finding::Access::Wait::warp;
  }
  return access;
}

// No living thread can run. Names the first and the first that waits for something else.
void Scheduler::report_stuck() {
  if (broken_) park();  // they wait for parked threads
  if (watch.tracing) watch.tracer->threads_stuck();
  for (unsigned t = alive_.first(); t != ThreadSet::kNone; t = alive_.after(t)) {
    if (waits_[t] == Wait::Blocks) report_blocks(t);
  }
  for (unsigned t = alive_.first(); t != ThreadSet::kNone; t = alive_.after(t)) {
    if (waits_[t] == Wait::Phase) report_deadlock(t);
  }
  const unsigned first = alive_.first();
  unsigned other = first;
  for (unsigned t = first; t < threads_; ++t) {
    if (alive_.has(t) && (waits_[t] != waits_[first] || !(sites_[t] == sites_[first]))) {
      other = t;
      break;
    }
  }
  if (other == first && waits_[first] == Wait::Warp) report_masks(first);
  Finding found(Message::divergent_barrier, Advice::all_reach_barrier);
  found.access = waiting(first);
  found.other = waiting(other);
  fail(found);
}

// `first` waits for its grid or cluster, but a thread of its block waits for something else, or has returned.
void Scheduler::report_blocks(unsigned first) {
  Finding found(Message::grid_deadlock_of_two, Advice::all_reach_grid_barrier);
  if (watch.in_cluster) {
    found.message = Message::cluster_deadlock;
    found.advice = Advice::all_reach_cluster_barrier;
  }
  found.access = waiting(first);
  found.access.by = agent_with_block(first);
  unsigned other = 0;
  while (alive_.has(other) && waits_[other] == Wait::Blocks &&
         (watch.in_cluster || sites_[other] == sites_[first]))
    ++other;
  if (alive_.has(other)) {
    found.other = waiting(other);
  } else {
    found.message = Message::grid_deadlock;
  }
  found.other.by = agent_with_block(other);
  fail(found);
}

// `first` waits for a phase of a barrier, and no thread is left to arrive. Also names the first thread that
// waits elsewhere.
void Scheduler::report_deadlock(unsigned first) {
  Finding found(Message::deadlock, Advice::phase_ends);
  found.access = waiting(first);
  const AsyncBarrier& barrier = AsyncBarriers::instance().awaited(awaited_[first]);
  found.numbers = {static_cast<std::int64_t>(barrier.missing), static_cast<std::int64_t>(barrier.arrivals),
                   barrier.bytes};
  for (unsigned t = alive_.first(); t != ThreadSet::kNone; t = alive_.after(t)) {
    if (waits_[t] == Wait::Phase && sites_[t] == sites_[first] && awaited_[t] == awaited_[first]) continue;
    found.message = Message::deadlock_of_two;
    found.other = waiting(t);
    break;
  }
  fail(found);
}

// All wait at the same line, for lanes with another mask.
void Scheduler::report_masks(unsigned first) {
  Finding found(Message::mask, Advice::same_mask);
  found.access = waiting(first);
  found.numbers[0] = lanes_[first].mask;
  for (unsigned t = first + 1; t < threads_ && t / 32 == first / 32; ++t) {
    if (!alive_.has(t) || lanes_[t].mask == lanes_[first].mask) continue;
    found.message = Message::masks;
    found.other = waiting(t);
    found.numbers[1] = lanes_[t].mask;
    break;
  }
  fail(found);
}

void Scheduler::refuse_mask(const Site& site) {
  Finding found(Message::mask_without_caller);
  found.access.by = agent(current_);
  found.access.at = site_of(site);
  fail(found);
}

finding::Agent Scheduler::agent(unsigned thread) const {
  const uint3& id = ids_[thread];
  finding::Agent agent;
  agent.kind = finding::Agent::Kind::thread;
  agent.thread = {id.x, id.y, id.z, dimensions(block_)};
  return agent;
}

finding::Agent Scheduler::agent_with_block(unsigned thread) const {
  finding::Agent full = agent(thread);
  full.in = finding::Agent::In::block;
  full.block = {blockIdx.x, blockIdx.y, blockIdx.z, dimensions(gridDim)};
  return full;
}

}  // namespace simt::core
