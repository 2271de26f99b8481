// A block from barrier to barrier: what its lines copied, what else its threads did, and the contents of
// shared memory.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "report/phrases.hpp"
#include "report/thread_groups.hpp"
#include "report/trace_formatter.hpp"
#include "report/trace_notes.hpp"

namespace mergelab::report {
namespace {

constexpr std::size_t kMostThreads = 40;  // that have a row
constexpr std::size_t kMostReads = 8;     // of a thread in its row

class Phases {
 public:
  Phases(Page& page, const TraceFormatter& words, const TraceNotes& notes, int block)
      : page_(page), words_(words), notes_(notes), trace_(words.trace()), block_(block) {}

  void write() {
    const BlockStory story = story_of(trace_, block_, notes_.outputs());
    if (story.phases.empty()) {
      page_.gap();
      if (!trace_.launches.empty()) page_.put("", fmt::format("Block {} accessed nothing.", block_));
      return;
    }
    int done_before = 0;
    for (const Phase& phase : story.phases) {
      write_title(page_, words_,
                  fmt::format("Block {}, phase {}: {}", block_, phase.number,
                              phase.ended  ? "until the barrier at " + words_.at(phase.barrier)
                              : ends_cut() ? "until the trace was cut"
                                           : "to its end"));
      for (const CopiedBy& copy : phase.copies) copied(copy);
      threads(phase, story);
      for (const int array : phase.changed) contents(array, phase);
      if (phase.completed > done_before) notes_.write_completed(page_, block_, phase.completed);
      done_before = phase.completed;
    }
  }

 private:
  /// Whether the recording ended in this block: blocks run one after the other.
  [[nodiscard]] bool ends_cut() const { return trace_.cut && trace_.requests.block.back() == block_; }

  void copied(const CopiedBy& copy) {
    std::vector<int> from, to;
    for (const auto& [source, target] : copy.indices) {
      from.push_back(source);
      to.push_back(target);
    }
    page_.put("  ",
              fmt::format(
                  "{}[{}] {} {}[{}]   {}, by {}{}", words_.name(copy.from), ranges(from), words_.arrow(),
                  words_.name(copy.to), ranges(to), words_.at(copy.place),
                  counted(static_cast<std::size_t>(copy.threads), "thread"),
                  copy.sectors > 0 ? ", " + counted(static_cast<std::size_t>(copy.sectors), "sector") : ""));
  }

  /// The outputs that what a thread wrote in this phase is, or becomes in the next one.
  [[nodiscard]] std::vector<int> outputs(const ThreadPart& part, const Phase& phase,
                                         const BlockStory& story) const {
    std::vector<int> outputs;
    for (const Cell& cell : part.written) {
      if (!is_inside(trace_, cell.array, cell.index)) continue;
      const auto becomes = story.becomes.find({phase.number + 1, cell.array, cell.index});
      if (cell.array == notes_.outputs()) outputs.push_back(cell.index);
      if (becomes != story.becomes.end()) outputs.push_back(becomes->second);
    }
    std::sort(outputs.begin(), outputs.end());
    return outputs;
  }

  /// Of the threads that write, those with outputs each in a row, and the others in rows of those that do the
  /// same.
  void threads(const Phase& phase, const BlockStory& story) {
    std::map<int, ThreadPart> idle, writing;
    std::map<int, std::vector<int>> made;
    std::vector<int> makers;
    for (const auto& [thread, part] : phase.threads) {
      (part.written.empty() ? idle : writing).emplace(thread, part);
      made[thread] = outputs(part, phase, story);
      if (!made[thread].empty()) makers.push_back(thread);
    }
    std::size_t rows = 0, left_out = 0;
    for (const ThreadGroup& group : group_threads(writing, makers)) {
      if (++rows > kMostThreads) {
        left_out += group.threads.size();
        continue;
      }
      const int first = group.threads.front();
      const ThreadPart& part = writing.at(first);
      std::string text;
      if (!made[first].empty())
        text += fmt::format("{}[{}] from {}; ", words_.name(notes_.outputs()), ranges(made[first]),
                            notes_.begins_at(made[first].front()));
      if (!part.read.empty()) text += "reads " + cells(part.read) + "; ";
      text += "writes " + cells(part.written);
      if (group.threads.size() == 1)
        page_.put(fmt::format("  thread {:>3}  ", first), text);
      else
        page_.put(fmt::format("  threads {}  ", ranges(group.threads)), said_of_all(group, text));
    }
    if (left_out > 0) page_.raw(fmt::format("  ... and {} that write", counted(left_out, "more thread")));
    if (!idle.empty()) readers(idle);
  }

  /// `text` says what the group's first thread does.
  [[nodiscard]] std::string said_of_all(const ThreadGroup& group, const std::string& text) const {
    std::vector<std::string> further;
    for (const auto& [array, step] : group.steps) {
      if (step != 0)
        further.push_back(
            fmt::format("{} {} in {}", std::abs(step), step > 0 ? "further" : "back", words_.name(array)));
    }
    if (further.empty()) return "each " + text;
    return fmt::format("thread {} {}; the others the same, {} per thread", group.threads.front(), text,
                       fmt::join(further, ", "));
  }

  /// Threads that only read, in one row.
  void readers(const std::map<int, ThreadPart>& idle) {
    std::vector<int> threads;
    std::size_t most = 0;
    std::map<std::pair<int, int>, Cell> distinct;
    for (const auto& [thread, part] : idle) {
      threads.push_back(thread);
      most = std::max(most, part.read.size());
      for (const Cell& cell : part.read) distinct.emplace(std::pair(cell.array, cell.index), cell);
    }
    std::string what = fmt::format("write nothing and read up to {} each", counted(most, "element"));
    if (distinct.size() <= 4) {
      std::vector<std::string> shown;
      for (const auto& [place, cell] : distinct) shown.push_back(words_.cell_text(cell));
      what = fmt::format("read {}", fmt::join(shown, ", "));
    }
    page_.put("  ", fmt::format("threads {} {}", ranges(threads), what), Colour::dim);
  }

  /// Where the elements from `begin` on end that hold one value and lie equally far apart in one array.
  [[nodiscard]] static std::size_t end_of_run(const std::vector<Cell>& cells, std::size_t begin) {
    std::size_t end = begin + 1;
    const auto goes_on = [&] {
      const Cell &first = cells[begin], &last = cells[end - 1], &next = cells[end];
      return next.array == first.array && next.value == first.value &&
             next.index - last.index == cells[begin + 1].index - first.index;
    };
    while (end < cells.size() && goes_on()) ++end;
    return end;
  }

  /// "keys[0, 128, ..., 896] = 4", "keys[3..9] = 4", "A[1] = 4 (22 times)".
  [[nodiscard]] std::string run_text(const Cell& first, const Cell& last, std::size_t count, int step) const {
    if (count == 1) return words_.cell_text(first);
    if (step == 0) return fmt::format("{} ({} times)", words_.cell_text(first), count);
    const std::string middle = step == 1 ? ".." : fmt::format(", {}, ..., ", first.index + step);
    return fmt::format("{}[{}{}{}] = {}", words_.name(first.array), first.index, middle, last.index,
                       value_text(first.value));
  }

  /// The first few. An element that is accessed again at once, and elements in a run, count once.
  [[nodiscard]] std::string cells(const std::vector<Cell>& cells) const {
    constexpr std::size_t kShortestRun = 3;
    std::vector<std::string> shown;
    std::size_t i = 0;
    while (i < cells.size() && shown.size() < kMostReads) {
      std::size_t end = end_of_run(cells, i);
      const int step = end - i > 1 ? cells[i + 1].index - cells[i].index : 0;
      if (step != 0 && end - i < kShortestRun) end = i + 1;
      shown.push_back(run_text(cells[i], cells[end - 1], end - i, step));
      i = end;
    }
    std::string text = fmt::format("{}", fmt::join(shown, ", "));
    if (i < cells.size()) text += fmt::format(" and {} more", cells.size() - i);
    return text;
  }

  void contents(int array, const Phase& phase) {
    const std::int64_t elements = trace_.arrays[static_cast<std::size_t>(array)].elements;
    constexpr std::int64_t kMostShown = 1024;
    if (elements < 2 || elements > kMostShown) return;
    const std::int64_t row = notes_.row(elements);
    const auto& held = phase.shared.at(array);
    for (std::int64_t begin = 0; begin < elements; begin += row) {
      std::vector<std::string> values;
      bool any = false;
      for (std::int64_t i = begin; i < begin + row; ++i) {
        const auto found = held.find(static_cast<int>(i));
        any |= found != held.end();
        values.push_back(found == held.end() ? "." : value_text(found->second));
      }
      if (!any) continue;
      page_.put(fmt::format("      {}[{}..{}]: ", words_.name(array), begin, begin + row - 1),
                fmt::format("{}", fmt::join(values, " ")));
    }
  }

  Page& page_;
  const TraceFormatter& words_;
  const TraceNotes& notes_;
  const Trace& trace_;
  int block_;
};

}  // namespace

void write_phases(Page& page, const TraceFormatter& words, const TraceNotes& notes, int block) {
  Phases(page, words, notes, block).write();
}

}  // namespace mergelab::report
