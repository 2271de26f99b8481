#include "judge/missing_write.hpp"

#include <algorithm>
#include <array>
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

/// Elements in rounds of `round`, in these of a thread after the other, `share` each. 0: all are one round.
struct Way {
  int part = 0, round = 0, share = 1, threads = 1;  // part: a block's elements; 0: they are not so divided
  bool blocks_count_on = false;                     // a thread's number goes on from block to block

  [[nodiscard]] Writer writer(int index) const {
    int block = 0, at = index;
    if (part > 0) {
      block = index / part;
      at = index % part;
    }
    if (round > 0) at %= round;
    const int thread = at / share;
    if (blocks_count_on) return {thread / threads, thread % threads};
    return {block, thread % threads};
  }
};

/// Those in which each block has a part as long as a constant, and those in which threads are counted on.
std::array<std::vector<Way>, 2> ways(const Trace& trace, const Numbers& constants, int array) {
  const auto elements = static_cast<int>(trace.arrays[static_cast<std::size_t>(array)].elements);
  const int threads = std::max(trace.threads, 1);
  std::vector<int> lengths;
  for (const auto& [name, length] : constants) {
    if (length > 0 && length <= elements) lengths.push_back(static_cast<int>(length));
  }
  std::array<std::vector<Way>, 2> all;
  for (int share = 1; share <= elements; ++share) {
    for (const int part : lengths) {
      all[0].push_back({.part = part, .share = share, .threads = threads});
      for (const int round : lengths) {
        if (round < part)
          all[0].push_back({.part = part, .round = round, .share = share, .threads = threads});
      }
    }
    all[1].push_back({.share = share, .threads = threads, .blocks_count_on = true});
  }
  return all;
}

}  // namespace

std::optional<Writer> missing_writer(const Trace& trace, const Numbers& constants, int array, int index) {
  const std::vector<Write> writes = writes_to(trace, array);
  if (writes.size() < kFewest) return std::nullopt;
  for (const std::vector<Way>& of_kind : ways(trace, constants, array)) {
    std::optional<Writer> found;
    for (const Way& way : of_kind) {
      const bool fits = std::all_of(writes.begin(), writes.end(), [&](const Write& write) {
        const Writer writer = way.writer(write.index);
        return writer.block == write.block && writer.thread == write.thread;
      });
      if (!fits) continue;
      const Writer writer = way.writer(index);
      if (found && (found->block != writer.block || found->thread != writer.thread)) return std::nullopt;
      found = writer;
    }
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace mergelab::judge
