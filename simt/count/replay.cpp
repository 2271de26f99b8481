// Makes a warp's instructions of its lanes' logs: again and again the lowest program counter is issued, for
// every lane that stands there. Lanes that took a longer way catch up before the others go on, so branches
// and loops come together again by themselves. What a lane does after another one's hand-over comes after it.
#include <algorithm>
#include <bit>

#include "event.hpp"
#include "recorder.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace simt::count {

namespace {

/// The lanes at the lowest program counter: the step of the replay that is taken for every instruction.
struct Lowest {
  Pc pc;
  unsigned lanes;
};

#if defined(__SSE2__)

inline __m128i smaller(__m128i a, __m128i b) {
  const __m128i greater = _mm_cmpgt_epi32(a, b);
  return _mm_or_si128(_mm_and_si128(greater, b), _mm_andnot_si128(greater, a));
}

/// `heads` is aligned to 16.
inline Lowest lowest(const Pc (&heads)[32]) {
  __m128i pcs[8];
  for (int i = 0; i < 8; ++i) pcs[i] = _mm_load_si128(reinterpret_cast<const __m128i*>(heads) + i);
  __m128i least = smaller(smaller(smaller(pcs[0], pcs[1]), smaller(pcs[2], pcs[3])),
                          smaller(smaller(pcs[4], pcs[5]), smaller(pcs[6], pcs[7])));
  least = smaller(least, _mm_shuffle_epi32(least, 0x4e));
  least = smaller(least, _mm_shuffle_epi32(least, 0xb1));
  unsigned lanes = 0;
  for (int i = 0; i < 4; ++i) {  // two vectors of words become one of halves, and two of these one of bytes
    const __m128i pair =
        _mm_packs_epi32(_mm_cmpeq_epi32(pcs[2 * i], least), _mm_cmpeq_epi32(pcs[2 * i + 1], least));
    lanes |= static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(pair, _mm_setzero_si128()))) << (8 * i);
  }
  return {_mm_cvtsi128_si32(least), lanes};
}

#else

inline Lowest lowest(const Pc (&heads)[32]) {
  Lowest result{*std::min_element(heads, heads + 32), 0};
  for (unsigned i = 0; i < 32; ++i) result.lanes |= static_cast<unsigned>(heads[i] == result.pc) << i;
  return result;
}

#endif

constexpr unsigned kAll = ~0U;

/// Whether `before` has asked for all that `request` asks for: then no lane learns anything new.
bool asks_only_for(const Request& before, const Request& request) {
  const std::uint64_t* const end = before.data + before.lanes;
  return std::all_of(request.data, request.data + request.lanes,
                     [&](std::uint64_t data) { return std::find(before.data, end, data) != end; });
}

}  // namespace

// Goes on to the lane's next instruction, or stays at a kAwait. Chunks that are read through go back at once.
// True when the lane has passed a hand-over, for which others may wait.
bool Recorder::settle_head(unsigned thread, Pc& head, const Event*& at) {
  const unsigned warp = thread / 32;
  bool hands_over = false;
  for (;; ++at) {
    if (at->pc == kLink) {
      Log& log = logs_[thread];
      Chunk* const done = log.first;
      log.first = done->next;
      done->next = free_;
      free_ = done;
      at = log.first->events;
    }
    head = at->pc;
    if (!is_mark(head)) return hands_over;
    const auto number = static_cast<std::uint32_t>(address_of(at->data));
    if (head == kAwait && !hand_overs_.has_passed(warp, number)) return hands_over;
    if (head != kPass) continue;
    hand_overs_.pass(warp, number);
    hands_over = true;
  }
}

void Recorder::replay(unsigned warp, unsigned open) {
  replayed_warp_ = warp;
  alignas(16) Pc heads[32];
  const Event* at[32];
  Log* const logs = logs_ + warp * 32;
  // Of lanes that stand at no instruction, and of those that have waited for them.
  const auto settle_heads = [&] {
    for (bool again = true; again;) {
      again = false;
      for (unsigned lane = 0; lane < 32; ++lane) {
        if (is_mark(heads[lane]) && settle_head(warp * 32 + lane, heads[lane], at[lane])) again = true;
      }
    }
  };
  const auto advance = [&](unsigned lane) {
    heads[lane] = (++at[lane])->pc;
    return is_mark(heads[lane]);
  };
  unsigned busy = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    Log& log = logs[lane];
    at[lane] = log.read;
    heads[lane] = kEnd;
    if (warp * 32 + lane >= threads_ || log.first == nullptr) continue;
    log.next->pc = kEnd;
    heads[lane] = at[lane]->pc;
    busy |= static_cast<unsigned>(heads[lane] != kEnd) << lane;
  }
  settle_heads();
  if (std::has_single_bit(busy)) {  // one thread does all the work
    const auto lane = static_cast<unsigned>(std::countr_zero(busy));
    while (heads[lane] != kEnd) {
      issue(heads[lane], busy, at);
      if (advance(lane)) settle_heads();
    }
  }
  while (open >= 32 || heads[open] != kEnd) {
    const Lowest next = lowest(heads);
    if (next.pc == kEnd) break;
    issue(next.pc, next.lanes, at);
    bool some_at_mark = false;
    if (next.lanes == kAll) [[likely]] {
      for (unsigned lane = 0; lane < 32; ++lane) some_at_mark |= advance(lane);
    } else {
      for (unsigned left = next.lanes; left != 0; left &= left - 1)
        some_at_mark |= advance(static_cast<unsigned>(std::countr_zero(left)));
    }
    if (some_at_mark) [[unlikely]]
      settle_heads();
  }
  for (unsigned lane = 0; lane < 32; ++lane) logs[lane].read = at[lane];
}

void Recorder::issue(Pc pc, unsigned lanes, const Event* const* at) {
  if (pc >= kWarpOps) return;
  const Event& first = *at[std::countr_zero(lanes)];
  const Kind kind = kind_of(first.data);
  if (kind == Kind::Block) {
    tally_.block(pc, static_cast<unsigned>(std::popcount(lanes)));
    return;
  }
  Request request;
  std::uint64_t other_data = 0;
  Where other_where = 0;
  const auto add = [&](unsigned lane) {
    const Event& event = *at[lane];
    other_data |= event.data ^ first.data;
    other_where |= event.where ^ first.where;
    request.data[request.lanes++] = event.data;
  };
  request.mask = lanes;
  if (lanes == kAll) [[likely]] {
    for (unsigned lane = 0; lane < 32; ++lane) add(lane);
  } else {
    for (unsigned left = lanes; left != 0; left &= left - 1)
      add(static_cast<unsigned>(std::countr_zero(left)));
  }
  if (other_where == 0 && other_data <= Event::kElement) [[likely]] {
    count(request, tally_.access(pc, first.where, kind, request));
  } else {
    issue_mixed(pc, lanes, at);
  }
}

void Recorder::count(const Request& request, const Cost& cost) {
  if (cost.lies_apart) {
    // A ticket that is drawn between loads is one place, not a search.
    Request& last = last_probes_[kind_of(request.data[0]) == Kind::Atomic][replayed_warp_];
    if (!asks_only_for(last, request)) {
      last = request;
      span_probes_ = std::max(span_probes_, ++probes_[replayed_warp_]);
    }
  }
  if (listener_ != nullptr) [[unlikely]]
    listener_->requested(replayed_warp_, request.mask, cost);
}

// A pointer that is one array's for some lanes and another's for others: each array has a request.
void Recorder::issue_mixed(Pc pc, unsigned lanes, const Event* const* at) {
  while (lanes != 0) {
    const Event& first = *at[std::countr_zero(lanes)];
    const Kind kind = kind_of(first.data);
    Request request;
    for (unsigned left = lanes; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      const Event& event = *at[lane];
      if (event.where != first.where || kind_of(event.data) != kind) continue;
      request.add(lane, event.data);
      lanes &= ~(1U << lane);
    }
    if (kind == Kind::Block) {
      tally_.block(pc, request.lanes);
    } else {
      count(request, tally_.access(pc, first.where, kind, request));
    }
  }
}

}  // namespace simt::count
