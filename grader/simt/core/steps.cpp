#include "steps.hpp"

#include <algorithm>

namespace simt::core {

void Steps::begin_block(unsigned threads) {
  for (unsigned t = 0; t < threads; ++t) places_[t].depth = 0;
  last_barrier_.depth = 0;
  stopped_ = {};
}

void Steps::come_to(unsigned thread, std::uintptr_t frame, std::uintptr_t pc) {
  Place& place = places_[thread];
  const auto top = [&]() -> Place::Call& { return place.calls[place.depth - 1]; };
  while (place.depth > 0 && top().frame < frame) --place.depth;  // these calls have returned
  if (place.depth == 0 || top().frame != frame) {
    place.depth = std::min(place.depth + 1, kDeepest);
    top().frame = frame;
  }
  top().pc = pc;
}

int Steps::compare(const Place& a, const Place& b) const {
  for (unsigned i = 0; i < std::min(a.depth, b.depth); ++i) {
    // Code just behind the last barrier comes first, the barrier itself last.
    const std::uintptr_t origin = i < last_barrier_.depth ? last_barrier_.calls[i].pc + 1 : 0;
    const std::uintptr_t of_a = a.calls[i].pc - origin, of_b = b.calls[i].pc - origin;
    if (of_a != of_b) return of_a < of_b ? -1 : 1;
  }
  return static_cast<int>(a.depth) - static_cast<int>(b.depth);  // the call is still ahead
}

ThreadSet Steps::take_last() {
  ThreadSet last;
  unsigned at = ThreadSet::kNone;
  for (unsigned t = stopped_.first(); t != ThreadSet::kNone; t = stopped_.after(t)) {
    const int order = at == ThreadSet::kNone ? -1 : compare(places_[t], places_[at]);
    if (order > 0) continue;
    if (order < 0) {
      last = {};
      at = t;
    }
    last.add(t);
  }
  for (unsigned t = last.first(); t != ThreadSet::kNone; t = last.after(t)) stopped_.remove(t);
  return last;
}

}  // namespace simt::core
