// The logs' memory, and when a warp is replayed.
#include "recorder.hpp"

#include <algorithm>
#include <bit>
#include <simt/counters.hpp>
#include <utility>

namespace simt::count {

namespace {

constexpr std::uint64_t kWordBytes = 4;

template <class Visit>
void for_each_word(std::uint64_t address, std::size_t bytes, const Visit& visit) {
  for (std::uint64_t word = address / kWordBytes; word * kWordBytes < address + bytes; ++word) visit(word);
}

}  // namespace

void HandOvers::clear() {
  if (last_.time == 0) return;
  last_ = {};
  words_.clear();
  phases_.clear();
  for (Warp& warp : warps_) {
    warp.times.clear();
    warp.is_passed.clear();
    warp.passed_before = 0;
  }
}

std::uint32_t HandOvers::write(unsigned warp, std::uint64_t address, std::size_t bytes, const Work& work) {
  last_ = {last_.time + 1, warp, work};
  for_each_word(address, bytes, [this](std::uint64_t word) { words_[word] = last_; });
  Warp& mine = warps_[warp];
  mine.times.push_back(last_.time);
  mine.is_passed.push_back(false);
  return static_cast<std::uint32_t>(mine.times.size() - 1);
}

HandOvers::Seen HandOvers::read(unsigned warp, std::uint64_t address, std::size_t bytes) const {
  Write last;
  for_each_word(address, bytes, [&](std::uint64_t word) {
    const auto found = words_.find(word);
    if (found != words_.end() && found->second.time > last.time) last = found->second;
  });
  return seen(warp, last);
}

HandOvers::Seen HandOvers::see_phase(unsigned warp, unsigned slot) const {
  const auto found = phases_.find(slot);
  if (found == phases_.end()) return {};
  Seen phase = seen(warp, found->second);
  if (phase.from_other != 0) phase.work = {};  // a barrier of the block passes on no work either
  return phase;
}

HandOvers::Seen HandOvers::seen(unsigned warp, const Write& write) const {
  const std::vector<Time>& times = warps_[warp].times;
  const auto after = std::upper_bound(times.begin(), times.end(), write.time);
  const bool same = write.warp == warp;
  return {static_cast<std::uint32_t>(after - times.begin()), write.work, same ? 0 : write.time};
}

void HandOvers::pass(unsigned warp, std::uint32_t number) {
  Warp& mine = warps_[warp];
  mine.is_passed[number] = true;
  while (mine.passed_before < mine.times.size() && mine.is_passed[mine.passed_before]) ++mine.passed_before;
}

namespace {

constexpr std::size_t kSlab = 64;  // chunks made at a time

}  // namespace

void Recorder::begin_launch(unsigned threads) {
  threads_ = threads;
  for (Log& log : logs_) give_back(log);
  span_blocks_ = span_accesses_ = span_probes_ = most_waits_ = 0;
}

void Recorder::begin_block() {
  for (unsigned t = 0; t < threads_; ++t) {
    static_cast<Work&>(logs_[t]) = {};
    logs_[t].waits = 0;
    local_words_[t] = stack_depth_[t] = 0;
  }
  for (unsigned w = 0; w * 32 < threads_; ++w) settled_[w] = ended_[w] = 0;
  for (Pc& ops : warp_ops_) ops = 0;
  for (std::uint64_t& probes : probes_) probes = 0;
  for (auto& last : last_probes_) {
    for (Request& probe : last) probe.lanes = 0;
  }
  for (unsigned& waits : tile_waits_) waits = 0;
  most_tile_waits_ = 0;
  hand_overs_.clear();
  forget_news();
  spans_.barriers += std::exchange(most_waits_, 0);
}

void Recorder::end_launch() {
  spans_.blocks += std::exchange(span_blocks_, 0);
  spans_.accesses += std::exchange(span_accesses_, 0);
  spans_.probes += std::exchange(span_probes_, 0);
  spans_.barriers += std::exchange(most_waits_, 0);
}

void Recorder::clear() {
  tally_.clear();
  spans_ = {};
  local_ = {};
}

void Recorder::range(unsigned thread, Pc pc, std::uint64_t address, std::size_t bytes, Kind kind,
                     Where where) {
  if (bytes == 0) return;
  const std::size_t piece = piece_bytes(bytes);
  for (std::size_t done = 0; done < bytes; done += piece) {
    access(thread, pc, address + done, static_cast<unsigned>(piece), kind, where);
  }
}

void Recorder::synchronises(unsigned thread, bool with_news) {
  if (!with_news) return;
  logs_[thread].follow(news_[thread].work);
  news_[thread] = {hand_overs_.now(), false, false, {}};
  waits_once(thread);
}

Work Recorder::most_of(unsigned warp, unsigned lanes) const {
  Work most;
  for (unsigned left = lanes; left != 0; left &= left - 1)
    most.follow(logs_[warp * 32 + static_cast<unsigned>(std::countr_zero(left))]);
  return most;
}

void Recorder::follow(unsigned warp, unsigned lanes, const Work& work) {
  for (unsigned left = lanes; left != 0; left &= left - 1)
    logs_[warp * 32 + static_cast<unsigned>(std::countr_zero(left))].follow(work);
}

void Recorder::release(unsigned first, unsigned end) {
  // They have also waited for those that have returned.
  Work most;
  for (unsigned w = first; w < end; ++w) most.follow(most_of(w, lanes_of(w)));
  const std::uint64_t probes = *std::max_element(probes_ + first, probes_ + end);
  for (unsigned w = first; w < end; ++w) {
    follow(w, lanes_of(w) & ~ended_[w], most);
    settled_[w] = ended_[w];
    probes_[w] = probes;
  }
}

void Recorder::warp_op(unsigned warp, unsigned lanes, bool syncs) {
  follow(warp, lanes, most_of(warp, lanes | ended_[warp]));
  // Each has a number of its own, so that the replay lets go those together that met, in the order of time.
  const Pc number = warp_ops_[warp]++ % (kAwait - kWarpOps);
  for (unsigned left = lanes; left != 0; left &= left - 1) {
    const unsigned thread = warp * 32 + static_cast<unsigned>(std::countr_zero(left));
    if (!syncs) ++logs_[thread].accesses;
    push(logs_[thread], thread, pack(0, 0, Kind::WarpOp), kWarpOps + number, kShared);
  }
}

void Recorder::sees(unsigned thread, const HandOvers::Seen& seen) {
  News& news = news_[thread];
  news.seen_last = seen.from_other > news.known;
  news.seen |= news.seen_last;
  if (seen.from_other == 0) {
    logs_[thread].follow(seen.work);
  } else if (news.seen_last) {
    news.work.follow(seen.work);
  }
  if (!hand_overs_.has_passed(thread / 32, seen.writes))
    push(logs_[thread], thread, pack(seen.writes, 0, Kind::HandOver), kAwait, kShared);
}

void Recorder::hands_over(unsigned thread, std::uint64_t address, std::size_t bytes) {
  Log& log = logs_[thread];
  const std::uint32_t number = hand_overs_.write(thread / 32, address, bytes, log);
  push(log, thread, pack(number, 0, Kind::HandOver), kPass, kShared);
}

unsigned Recorder::lanes_of(unsigned warp) const {
  const unsigned count = std::min(32U, threads_ - warp * 32);
  return count == 32 ? ~0U : (1U << count) - 1;
}

void Recorder::settle(unsigned thread) {
  const unsigned warp = thread / 32;
  settled_[warp] |= 1U << thread % 32;
  if (settled_[warp] != lanes_of(warp)) return;
  replay(warp, 32);
  for (unsigned t = warp * 32; t < std::min(threads_, warp * 32 + 32); ++t) give_back(logs_[t]);
}

void Recorder::thread_waits(unsigned thread) { settle(thread); }

void Recorder::count_local(unsigned thread) {
  Log& log = logs_[thread];
  std::uint64_t words = std::exchange(local_words_[thread], 0);
  if (stack_depth_[thread] > kRegisterBytes) {
    words = std::max(words, log.blocks / kBlocksPerAccess);
    local_.bytes += kWord * words;
    local_.stack_bytes = std::max<std::uint64_t>(local_.stack_bytes, stack_depth_[thread]);
  }
  if (stack_depth_[thread] > kVariablesBytes) log.accesses += words;
}

void Recorder::end_span(unsigned thread) {
  count_local(thread);
  span_blocks_ = std::max(span_blocks_, logs_[thread].blocks);
  span_accesses_ = std::max(span_accesses_, logs_[thread].accesses);
}

void Recorder::thread_ends(unsigned thread) {
  ended_[thread / 32] |= 1U << thread % 32;
  end_span(thread);
  settle(thread);
}

void Recorder::block_waits_for_others() {
  for (unsigned t = 0; t < threads_; ++t) end_span(t);
  ++spans_.barriers;
}

void Recorder::barrier_released() {
  ++spans_.barriers;
  release(0, (threads_ + 31) / 32);
  hand_overs_.clear();
  forget_news();
}

// The waits of the warp that has waited most in tiles count, as if all had waited with it.
void Recorder::tile_released(unsigned first_warp, unsigned warps) {
  const unsigned end = std::min(first_warp + warps, (threads_ + 31) / 32);
  release(first_warp, end);
  for (unsigned warp = first_warp; warp < end; ++warp) {
    if (++tile_waits_[warp] <= most_tile_waits_) continue;
    most_tile_waits_ = tile_waits_[warp];
    ++spans_.barriers;
  }
}

void Recorder::replay_all() {
  for (unsigned w = 0; w * 32 < threads_; ++w) replay(w, 32);
}

void Recorder::push_into_full(unsigned thread, std::uint64_t data, Pc pc, Where where) {
  make_room(thread);
  *logs_[thread].next++ = {data, pc, where};
}

// Called where a thread's chunk is full.
void Recorder::make_room(unsigned thread) {
  Log& log = logs_[thread];
  const unsigned warp = thread / 32, lane = thread % 32;
  if (log.first != nullptr) {
    const unsigned others = lanes_of(warp) & ~(1U << lane);
    if ((others & ~settled_[warp]) == 0) {
      // All the others have come to rest: what is logged can be replayed as far as this lane has come.
      replay(warp, lane);
    } else if (free_ == nullptr && chunks_ >= kMaxChunks) {
      for (unsigned w = 0; w * 32 < threads_; ++w) replay(w, 32);
    }
  }
  Chunk* const fresh = take_chunk();
  fresh->next = nullptr;
  if (log.first == nullptr) {
    log.first = fresh;
    log.read = fresh->events;
  } else {
    *log.next = {0, kLink, 0};
    log.last->next = fresh;
  }
  log.last = fresh;
  log.next = fresh->events;
  log.end = fresh->events + Chunk::kEvents - 1;
}

Recorder::Chunk* Recorder::take_chunk() {
  if (free_ == nullptr) {
    slabs_.push_back(std::make_unique<Chunk[]>(kSlab));
    chunks_ += kSlab;
    for (std::size_t i = 0; i < kSlab; ++i) {
      slabs_.back()[i].next = free_;
      free_ = &slabs_.back()[i];
    }
  }
  Chunk* const chunk = free_;
  free_ = chunk->next;
  return chunk;
}

void Recorder::give_back(Log& log) {
  if (log.first == nullptr) return;
  log.last->next = free_;
  free_ = log.first;
  log.first = log.last = nullptr;
  log.next = log.end = nullptr;
  log.read = nullptr;
}

}  // namespace simt::count
