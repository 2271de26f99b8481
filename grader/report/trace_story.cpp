#include "report/trace_story.hpp"

#include <set>
#include <tuple>

namespace mergelab::report {
namespace {

/// An access, as the story of its thread has it.
struct Access {
  std::size_t request;
  int place, warp;
  char kind;
  Cell cell;
};

/// The accesses of each thread of a block's phase, in order.
std::map<int, std::vector<Access>> accesses_of(const Trace& trace, int block, int phase) {
  const TracedRequests& requests = trace.requests;
  std::map<int, std::vector<Access>> by_thread;
  for (std::size_t r = 0; r < requests.size(); ++r) {
    if (requests.block[r] != block || requests.phase[r] != phase) continue;
    for (int e = requests.first[r]; e < trace.end_of(r); ++e) {
      const auto event = static_cast<std::size_t>(e);
      by_thread[trace.events.lane[event]].push_back(
          {r,
           requests.place[r],
           requests.warp[r],
           requests.kind[r],
           {requests.array[r], trace.events.index[event], trace.events.value[event]}});
    }
  }
  return by_thread;
}

/// A read that a line does right before it writes the same value to another array.
bool is_copy(const Access& read, const Access& write) {
  return read.kind == 'r' && write.kind == 'w' && read.place == write.place &&
         read.cell.array != write.cell.array && read.cell.value == write.cell.value;
}

/// One phase, with what earlier phases left in `shared` and `done`.
Phase phase_of(const Trace& trace, int block, int number, int outputs,
               std::map<int, std::map<int, std::optional<Number>>>& shared, std::set<int>& done,
               BlockStory& story) {
  Phase phase;
  phase.number = number;
  struct Copy {
    std::vector<std::pair<int, int>> indices;
    std::set<int> threads;
    std::set<std::size_t> requests;
  };
  std::map<std::tuple<int, int, int>, Copy> copies;  // by place and the two arrays
  std::set<int> changed;
  for (const auto& [thread, accesses] : accesses_of(trace, block, number)) {
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      const Access& access = accesses[i];
      const bool is_shared = trace.arrays[static_cast<std::size_t>(access.cell.array)].space == "shared";
      if (access.kind != 'r') {
        if (!is_inside(trace, access.cell.array, access.cell.index)) {
          phase.threads[thread].written.push_back(access.cell);
          continue;
        }
        if (is_shared) {
          shared[access.cell.array][access.cell.index] = access.cell.value;
          changed.insert(access.cell.array);
        }
        if (access.cell.array == outputs) done.insert(access.cell.index);
      }
      if (i + 1 < accesses.size() && is_copy(access, accesses[i + 1]) &&
          is_inside(trace, accesses[i + 1].cell.array, accesses[i + 1].cell.index)) {
        const Access& write = accesses[i + 1];
        Copy& copy = copies[{access.place, access.cell.array, write.cell.array}];
        copy.indices.emplace_back(access.cell.index, write.cell.index);
        copy.threads.insert(thread);
        copy.requests.insert({access.request, write.request});
        if (write.cell.array == outputs)
          story.becomes[{number, access.cell.array, access.cell.index}] = write.cell.index;
        if (trace.arrays[static_cast<std::size_t>(write.cell.array)].space == "shared") {
          shared[write.cell.array][write.cell.index] = write.cell.value;
          changed.insert(write.cell.array);
        }
        if (write.cell.array == outputs) done.insert(write.cell.index);
        ++i;
        continue;
      }
      ThreadPart& part = phase.threads[thread];
      (access.kind == 'r' ? part.read : part.written).push_back(access.cell);
    }
  }
  for (auto& [key, copy] : copies) {
    CopiedBy by{.place = std::get<0>(key),
                .from = std::get<1>(key),
                .to = std::get<2>(key),
                .indices = std::move(copy.indices),
                .threads = static_cast<int>(copy.threads.size())};
    std::ranges::sort(by.indices);
    for (const std::size_t r : copy.requests) by.sectors += trace.requests.sectors[r];
    by.first_request = *copy.requests.begin();
    phase.copies.push_back(std::move(by));
  }
  std::ranges::stable_sort(phase.copies, [](const CopiedBy& one, const CopiedBy& other) {
    return one.first_request < other.first_request;
  });
  phase.shared = shared;
  phase.changed.assign(changed.begin(), changed.end());
  phase.completed = static_cast<int>(done.size());
  for (const TracedBarrier& barrier : trace.barriers) {
    if (barrier.block != block || barrier.phase != number) continue;
    phase.ended = true;
    phase.barrier = barrier.place;
  }
  return phase;
}

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

bool is_inside(const Trace& trace, int array, int index) {
  return index >= 0 && index < trace.arrays[static_cast<std::size_t>(array)].elements;
}

std::size_t request_of(const Trace& trace, int event) {
  const std::vector<int>& first = trace.requests.first;
  return static_cast<std::size_t>(std::ranges::upper_bound(first, event) - first.begin()) - 1;
}

BlockStory story_of(const Trace& trace, int block, int outputs) {
  int phases = 0;
  for (std::size_t r = 0; r < trace.requests.size(); ++r) {
    if (trace.requests.block[r] == block) phases = std::max(phases, trace.requests.phase[r] + 1);
  }
  BlockStory story;
  std::map<int, std::map<int, std::optional<Number>>> shared;
  std::set<int> done;
  for (int phase = 0; phase < phases; ++phase)
    story.phases.push_back(phase_of(trace, block, phase, outputs, shared, done, story));
  return story;
}

std::map<std::pair<int, int>, int> first_outputs(const Trace& trace, int outputs) {
  std::map<std::pair<int, int>, int> first;
  for (std::size_t l = 0; l < trace.launches.size(); ++l) {
    const TracedLaunch& launch = trace.launches[l];
    for (int block = launch.first_block; block < launch.first_block + launch.blocks; ++block) {
      const BlockStory story = story_of(trace, block, outputs);
      for (const Phase& phase : story.phases) {
        for (const auto& [thread, part] : phase.threads) {
          for (const Cell& cell : part.written) {
            if (!is_inside(trace, cell.array, cell.index)) continue;
            std::optional<int> output;
            if (cell.array == outputs) output = cell.index;
            const auto found = story.becomes.find({phase.number + 1, cell.array, cell.index});
            if (!output && found != story.becomes.end()) output = found->second;
            if (!output) continue;
            const auto [entry, is_new] = first.try_emplace({block, thread}, *output);
            if (!is_new) entry->second = std::min(entry->second, *output);
          }
        }
      }
    }
  }
  return first;
}

std::vector<std::pair<char, Cell>> host_accesses(const Trace& trace) {
  std::vector<std::pair<char, Cell>> all;
  for (std::size_t r = 0; r < trace.requests.size(); ++r) {
    for (int e = trace.requests.first[r]; e < trace.end_of(r); ++e) {
      const auto event = static_cast<std::size_t>(e);
      all.emplace_back(trace.requests.kind[r],
                       Cell{trace.requests.array[r], trace.events.index[event], trace.events.value[event]});
    }
  }
  return all;
}

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
    const auto is_alone = [&](int one) { return std::ranges::find(alone, one) != alone.end(); };
    const bool joined = !is_alone(thread) && std::ranges::any_of(groups, [&](ThreadGroup& group) {
      return !is_alone(group.threads.front()) && takes(group);
    });
    if (!joined) groups.push_back({{thread}, {}});
  }
  return groups;
}

}  // namespace mergelab::report
