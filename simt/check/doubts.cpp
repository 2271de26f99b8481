// Races that are in doubt until the block's next barrier: what follows shows whether they are any.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <utility>
#include <vector>

#include "races.hpp"
#include "report.hpp"
#include "simt/core/device_memory.hpp"
#include "simt/core/events.hpp"

namespace simt::check {

using core::Access;
using core::AccessKind;

namespace {

// A plain read of what others update by atomics, until its thread does the same or comes to a barrier.
struct Guess {
  bool open = false;
  Cell then = {};
  Access access = {};
};
Guess* guesses() {
  static auto* const all = new Guess[kThreads + 1];
  return all;
}

// A write that races with another one, until it is seen whether both leave the same value: many threads that
// set one flag are right on every GPU. Labs count them as races.
struct Overwrite {
  Cell then;
  Access access;
  unsigned char before[16];  // the value that it replaces
};
struct Overwrites {
  std::vector<Overwrite> all;
  std::unordered_map<std::uintptr_t, std::size_t> places;    // by address
  std::unordered_map<std::uintptr_t, finding::Access> seen;  // by pc, in this launch
  std::uint32_t launch = 0;
};
Overwrites& overwrites() {
  static auto& kept = *new Overwrites;
  return kept;
}
constexpr std::size_t kMaxOverwrites = 4096;

bool in_doubt = false;

void report_guess(Guess& guess) {
  if (guess.open) report_race(guess.then, kWriter, guess.access, false);
  guess.open = false;
}

void report_overwrite(const Overwrite& write) {
  report_race(write.then, kWriter, write.access, false, &overwrites().seen.at(write.access.pc));
}

bool has_changed(const Overwrite& write) {
  const Access& access = write.access;
  if (access.space == core::Space::Global &&
      core::find_allocation(access.address, access.pc) != access.allocation)
    return true;  // its memory is gone
  return std::memcmp(reinterpret_cast<const void*>(access.address), write.before, access.bytes) != 0;
}

bool keep_overwrite(const Cell& cell, const Access& access) {
  const bool is_plain = access.kind == AccessKind::Write && access.order == 0 && !access.comes_later &&
                        (cell.where[kWriter] & kAtomic) == 0 && !is_copy(cell.thread[kWriter] & kNumber);
  Overwrite write{cell, access, {}};
  if (!core::watch.host_is_free || core::watch.in_cluster || !is_plain || access.bytes > sizeof write.before)
    return false;
  std::memcpy(write.before, reinterpret_cast<const void*>(access.address), access.bytes);
  auto& [all, places, seen, launch] = overwrites();
  if (std::exchange(launch, state.launch_start) != state.launch_start) seen.clear();
  if (seen.count(access.pc) == 0) seen[access.pc] = to_finding(access);
  if (const auto found = places.find(access.address); found != places.end()) {
    Overwrite& kept = all[found->second];
    if (kept.access.bytes != access.bytes || has_changed(kept)) {
      report_overwrite(kept);
      kept = write;
    }
    return true;
  }
  if (all.size() == kMaxOverwrites) return false;
  places[access.address] = all.size();
  all.push_back(write);
  return true;
}

void forget_overwrites() {
  overwrites().all.clear();
  overwrites().places.clear();
}

}  // namespace

bool is_in_doubt(const Cell& cell, unsigned record, const Access& access) {
  // `old = *address; do { ... } while (atomicCAS(address, ...) != old)` is how CUDA's own guide begins: the
  // read is a guess that the atomic puts right. Whether one follows is seen later.
  if (access.kind == AccessKind::Read && !access.is_volatile && (cell.where[record] & kAtomic) != 0) {
    Guess& guess = guesses()[access.thread];
    if (guess.access.address != access.address) report_guess(guess);
    guess = {true, cell, access};
    core::tell(&core::Listener::guesses, access);
    return in_doubt = true;
  }
  if (record != kWriter || !keep_overwrite(cell, access)) return false;
  return in_doubt = true;
}

void atomic_follows(const Access& access) {
  Guess& guess = guesses()[access.thread];
  // An exchange does not look at what it replaces.
  if (guess.access.address == access.address && access.needs_value) guess.open = false;
}

void report_doubts() {
  if (!std::exchange(in_doubt, false)) return;
  for (unsigned t = 0; t < state.threads; ++t) report_guess(guesses()[t]);
  for (const Overwrite& write : overwrites().all) {
    if (has_changed(write)) report_overwrite(write);
  }
  forget_overwrites();
}

void forget_doubts() {
  if (!std::exchange(in_doubt, false)) return;
  std::fill_n(guesses(), kThreads, Guess());
  forget_overwrites();
}

}  // namespace simt::check
