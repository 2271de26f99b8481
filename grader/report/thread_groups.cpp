#include "report/thread_groups.hpp"

#include <algorithm>
#include <optional>

namespace mergelab::report {
namespace {

using Steps = std::map<int, int>;

/// Adds each array's distance from `from` to `to`. False if they differ in more than that.
bool add_moves(const std::vector<Cell>& from, const std::vector<Cell>& to, Steps& moves) {
  if (from.size() != to.size()) return false;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i].array != to[i].array || from[i].value != to[i].value) return false;
    const int move = to[i].index - from[i].index;
    if (moves.emplace(from[i].array, move).first->second != move) return false;
  }
  return true;
}

/// What a thread does more per thread, which is `distance` threads behind the one that does `first`.
std::optional<Steps> steps_between(const ThreadPart& first, const ThreadPart& part, int distance) {
  Steps steps;
  if (!add_moves(first.read, part.read, steps) || !add_moves(first.written, part.written, steps))
    return std::nullopt;
  for (auto& [array, move] : steps) {
    if (move % distance != 0) return std::nullopt;
    move /= distance;
  }
  return steps;
}

}  // namespace

std::vector<ThreadGroup> group_threads(const std::map<int, ThreadPart>& threads,
                                       const std::vector<int>& alone) {
  std::vector<ThreadGroup> groups;
  for (const auto& [thread, part] : threads) {
    const auto takes = [&, thread = thread, &part = part](ThreadGroup& group) {
      const int first = group.threads.front();
      const std::optional<Steps> steps = steps_between(threads.at(first), part, thread - first);
      if (!steps || (group.threads.size() > 1 && group.steps != *steps)) return false;
      group.steps = *steps;
      group.threads.push_back(thread);
      return true;
    };
    const auto is_alone = [&](int one) { return std::find(alone.begin(), alone.end(), one) != alone.end(); };
    const bool joined =
        !is_alone(thread) && std::any_of(groups.begin(), groups.end(), [&](ThreadGroup& group) {
          return !is_alone(group.threads.front()) && takes(group);
        });
    if (!joined) groups.push_back({{thread}, {}});
  }
  return groups;
}

}  // namespace mergelab::report
