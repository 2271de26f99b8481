#include "judge/missing_write.hpp"

#include <algorithm>
#include <vector>

namespace mergelab::judge {
namespace {

constexpr std::size_t kFewest = 3;  // writes that a way has to explain

struct Write {
  int index = 0, block = 0, thread = 0;
};

std::vector<Write> writes_to(const Trace& trace, int array) {
  std::vector<Write> writes;
  const TracedRequests& requests = trace.requests;
  for (std::size_t r = 0; r < requests.size(); ++r) {
    if (requests.array[r] != array || requests.kind[r] == 'r') continue;
    const std::size_t end =
        r + 1 < requests.size() ? static_cast<std::size_t>(requests.first[r + 1]) : trace.events.size();
    for (auto e = static_cast<std::size_t>(requests.first[r]); e < end; ++e)
      writes.push_back({trace.events.index[e], requests.block[r], trace.events.lane[e]});
  }
  return writes;
}

/// Outputs in rounds of `round`, in these of a thread after the other, `share` each. 0: all are one round.
struct Way {
  int section = 0, round = 0, share = 1, threads = 1;
  bool blocks_count_on = false;  // a thread's number goes on from block to block

  [[nodiscard]] Writer writer(int index) const {
    int block = 0, at = index;
    if (section > 0) {
      block = index / section;
      at = index % section;
    }
    if (round > 0) at %= round;
    const int thread = at / share;
    if (blocks_count_on) return {thread / threads, thread % threads};
    return {block, thread % threads};
  }
};

std::vector<Way> ways(const Trace& trace, int array) {
  const int outputs = trace.merges()
                          ? trace.m + trace.n
                          : static_cast<int>(trace.arrays[static_cast<std::size_t>(array)].elements);
  const int threads = std::max(trace.threads, 1);
  std::vector<Way> all;
  for (int share = 1; share <= outputs; ++share) {
    if (!trace.section) {
      all.push_back({.share = share, .threads = threads, .blocks_count_on = true});
      continue;
    }
    for (const int round : {0, trace.tile.value_or(0)})
      all.push_back({.section = *trace.section, .round = round, .share = share, .threads = threads});
  }
  return all;
}

}  // namespace

std::optional<Writer> missing_writer(const Trace& trace, int array, int index) {
  const std::vector<Write> writes = writes_to(trace, array);
  if (writes.size() < kFewest) return std::nullopt;
  std::optional<Writer> found;
  for (const Way& way : ways(trace, array)) {
    const bool fits = std::all_of(writes.begin(), writes.end(), [&](const Write& write) {
      const Writer writer = way.writer(write.index);
      return writer.block == write.block && writer.thread == write.thread;
    });
    if (!fits) continue;
    const Writer writer = way.writer(index);
    if (found && (found->block != writer.block || found->thread != writer.thread)) return std::nullopt;
    found = writer;
  }
  return found;
}

}  // namespace mergelab::judge
