// The story of a trace: where elements went, and who made which outputs. It follows only from accesses, not
// from names in the student's code.
#pragma once

#include "model/trace.hpp"

namespace mergelab::report {

/// One element of an array, and its value where that is known.
struct Cell {
  int array = 0, index = 0;
  std::optional<Number> value = {};
  [[nodiscard]] bool operator==(const Cell&) const = default;
};

/// What a line copied in a phase of a block: elements of one array to another, in the order of their index.
struct CopiedBy {
  int place = 0, from = 0, to = 0;
  std::vector<std::pair<int, int>> indices;
  int threads = 0, sectors = 0;
  std::size_t first_request = 0;
};

/// What one thread did in a phase besides copying.
struct ThreadPart {
  std::vector<Cell> read, written;
};

/// A block from one barrier to the next.
struct Phase {
  int number = 0;
  std::optional<int> barrier;  // its place; empty: it ended with the block, or not at all
  bool ended = false;          // at a barrier
  std::vector<CopiedBy> copies;
  std::map<int, ThreadPart> threads;
  std::map<int, std::map<int, std::optional<Number>>> shared;  // what shared arrays hold at its end
  std::vector<int> changed;                                    // of these, the arrays written in it
  int completed = 0;                                           // outputs that the block has written by then
};

struct BlockStory {
  std::vector<Phase> phases;
  /// The outputs that come from an element that a thread wrote: by phase, array and index.
  std::map<std::tuple<int, int, int>, int> becomes;
};

/// `outputs`: the array whose elements are the outputs; -1: there is none.
[[nodiscard]] BlockStory story_of(const Trace& trace, int block, int outputs);

/// The first output of each thread of the trace, by block and thread; of threads that made none there is
/// none.
[[nodiscard]] std::map<std::pair<int, int>, int> first_outputs(const Trace& trace, int outputs);

/// The accesses of host code, in order: 'r', 'w' or 'a', and the element.
[[nodiscard]] std::vector<std::pair<char, Cell>> host_accesses(const Trace& trace);

/// Whether the index is in the array: the trace also has accesses outside of it.
[[nodiscard]] bool is_inside(const Trace& trace, int array, int index);

/// The last of an index's requests whose events begin at or before it.
[[nodiscard]] std::size_t request_of(const Trace& trace, int event);

// Threads of a phase that do the same, so that a text can say it once.

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
