// Reports threads that wait for each other and can never meet.
#include <cstdio>
#include <cstring>

#include "async_barriers.hpp"
#include "events.hpp"
#include "lines.hpp"
#include "scheduler.hpp"

namespace simt::core {

bool Site::operator==(const Site& other) const {
  return line == other.line && (file == other.file || std::strcmp(file, other.file) == 0);
}

std::string place(const Site& site) {
  const char* slash = std::strrchr(site.file, '/');
  return std::string(slash == nullptr ? site.file : slash + 1) + ":" + std::to_string(site.line);
}

// No living thread can run. Names the first and the first that waits for something else.
void Scheduler::report_stuck() {
  if (broken_) park();  // they wait for parked threads
  if (watch.tracing) watch.tracer->threads_stuck();
  const auto where = [&](unsigned t) { return " at " + show(Line{sites_[t].file, sites_[t].line}); };
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
  const bool both_kinds = waits_[first] != waits_[other];
  const auto wait = [&](unsigned t) {
    const char* kind = waits_[t] == Wait::Block  ? " for its block"
                       : waits_[t] == Wait::Tile ? " for its tile"
                                                 : " for its warp";
    return (both_kinds ? kind : "") + where(t);
  };
  fail({Rule::divergent_barrier,
        thread_name(first) + " waits" + wait(first) + ", " + thread_name(other) + wait(other),
        "every thread of the block that has not returned must reach the same barrier; threads that have "
        "returned "
        "do not count"});
}

// `first` waits for a phase of a barrier, and no thread is left to arrive. Also names the first thread that
// waits elsewhere.
void Scheduler::report_deadlock(unsigned first) {
  const auto where = [&](unsigned t) { return " at " + show(Line{sites_[t].file, sites_[t].line}); };
  std::string text = thread_name(first) + " waits" + where(first) + " for " + barrier_name(awaited_[first]) +
                     ", which " + AsyncBarriers::instance().lack(awaited_[first]);
  for (unsigned t = alive_.first(); t != ThreadSet::kNone; t = alive_.after(t)) {
    if (waits_[t] == Wait::Phase && sites_[t] == sites_[first] && awaited_[t] == awaited_[first]) continue;
    text += "; " + thread_name(t) + " waits" + where(t) + " for ";
    text += waits_[t] == Wait::Phase   ? barrier_name(awaited_[t])
            : waits_[t] == Wait::Block ? "its block"
            : waits_[t] == Wait::Tile  ? "its tile"
                                       : "its warp";
    break;
  }
  fail(
      {Rule::deadlock, std::move(text),
       "a phase of a barrier ends when as many threads have arrived as its initialisation says, and when all "
       "bytes that were announced have come, and no others"});
}

// All wait at the same line, for lanes with another mask.
void Scheduler::report_masks(unsigned first) {
  const auto mask = [&](unsigned t) {
    char digits[16];
    std::snprintf(digits, sizeof(digits), "0x%08x", lanes_[t].mask);
    return std::string(digits);
  };
  std::string text = thread_name(first) + " waits at " + show(Line{sites_[first].file, sites_[first].line}) +
                     " with mask " + mask(first);
  for (unsigned t = first + 1; t < threads_ && t / 32 == first / 32; ++t) {
    if (!alive_.has(t) || lanes_[t].mask == lanes_[first].mask) continue;
    text += ", " + thread_name(t) + " with mask " + mask(t);
    break;
  }
  fail({Rule::warp_mask, text, "every lane that a mask names must come to the same call with the same mask"});
}

void Scheduler::refuse_mask(const Site& site) {
  fail({Rule::warp_mask, "the mask of a warp operation leaves out " + thread_name(current_) +
                             ", which calls it at " + show(Line{site.file, site.line})});
}

std::string Scheduler::thread_name(unsigned thread) const {
  const uint3& id = ids_[thread];
  const bool flat = block_.y == 1 && block_.z == 1;
  std::string name = flat ? "thread " : "thread (";
  name += std::to_string(id.x);
  if (flat) return name;
  name += ',';
  name += std::to_string(id.y);
  if (block_.z != 1) {
    name += ',';
    name += std::to_string(id.z);
  }
  name += ')';
  return name;
}

}  // namespace simt::core
