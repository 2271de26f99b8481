#include "steps.hpp"

#include <algorithm>

namespace simt::core {

void Steps::begin_block(unsigned threads) {
  for (unsigned t = 0; t < threads; ++t) places_[t].depth = 0;
  last_barrier_.depth = 0;
  stopped_ = {};
}

void Steps::continue_block(const Places& places) {
  std::copy(places.begin(), places.end(), places_);
  last_barrier_ = places.front();
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

bool Steps::goes_back(unsigned thread, std::uintptr_t frame, std::uintptr_t pc) {
  Place& place = places_[thread];
  unsigned depth = place.depth;
  while (depth > 0 && place.calls[depth - 1].frame < frame) --depth;  // these calls have returned
  if (depth == 0 || place.calls[depth - 1].frame != frame || pc > place.calls[depth - 1].pc) return false;
  place.depth = depth;
  place.calls[depth - 1].pc = end_of_loop(pc, place.calls[depth - 1].pc);
  return true;
}

std::uintptr_t Steps::end_of_loop(std::uintptr_t begin, std::uintptr_t end) {
  Loop* const last = loops_ + loop_count_;
  Loop* known = std::find_if(loops_, last, [&](const Loop& loop) { return loop.begin == begin; });
  if (known == last) {
    if (loop_count_ == kMostLoops) return end;
    *known = {begin, end};
    ++loop_count_;
  }
  return known->end = std::max(known->end, end);
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
