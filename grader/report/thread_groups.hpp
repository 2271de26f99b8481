// Threads of a phase that do the same, so that a text can say it once.
#pragma once

#include <map>
#include <vector>

#include "report/trace_story.hpp"

namespace mergelab::report {

/// Threads whose cells are those of the first one, moved by the same number of elements per thread.
struct ThreadGroup {
  std::vector<int> threads;
  std::map<int, int> steps;  // by array: how much further a thread is than the one before it; none: 0
};

/// Each thread is in one group, in the order of their first threads. A thread of `alone` has a group of its
/// own.
[[nodiscard]] std::vector<ThreadGroup> group_threads(const std::map<int, ThreadPart>& threads,
                                                     const std::vector<int>& alone);

}  // namespace mergelab::report
