#include "hand_overs.hpp"

#include <algorithm>

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

}  // namespace simt::count
