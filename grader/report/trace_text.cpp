#include "report/trace_text.hpp"

#include <fmt/ranges.h>

#include <cstdlib>

namespace mergelab::report {

std::string value_text(const std::optional<Number>& value) {
  constexpr int kDigits = 6;
  if (!value) return "?";
  if (const double* const real = std::get_if<double>(&*value)) return fmt::format("{:.{}g}", *real, kDigits);
  return std::to_string(std::get<std::int64_t>(*value));
}

std::string numbers_text(const Trace& trace) {
  std::vector<std::string> all;
  for (const TracedNumber& number : trace.numbers)
    all.push_back(fmt::format("{} = {}", number.name, value_text(number.value)));
  return fmt::format("{}", fmt::join(all, ", "));
}

std::vector<std::string> first_inputs(const TracedArray& array) {
  constexpr std::size_t kMostShown = 64;
  std::vector<std::string> values;
  for (std::size_t i = 0; i < std::min(array.input->size(), kMostShown); ++i)
    values.push_back(value_text((*array.input)[i]));
  return values;
}

std::string ranges(const std::vector<int>& indices) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < indices.size();) {
    std::size_t end = i + 1;
    while (end < indices.size() && indices[end] == indices[end - 1] + 1) ++end;
    parts.push_back(end == i + 1 ? std::to_string(indices[i])
                                 : fmt::format("{}..{}", indices[i], indices[end - 1]));
    i = end;
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

TraceFormatter::TraceFormatter(const Trace& trace, const TextStyle& style) : trace_(trace), style_(style) {}

std::string TraceFormatter::name(int array) const {
  return printable(trace_.arrays[static_cast<std::size_t>(array)].name, style_);
}
std::string TraceFormatter::cell_text(const Cell& cell) const {
  return fmt::format("{} = {}", element(cell.array, cell.index), value_text(cell.value));
}
std::string TraceFormatter::element(int array, int index) const {
  const TracedArray& of = trace_.arrays[static_cast<std::size_t>(array)];
  if (of.elements == 1) return name(array);
  if (of.shape.size() < 2 || index < 0 || index >= of.elements)
    return fmt::format("{}[{}]", name(array), index);
  std::string indices;
  std::int64_t rest = index;
  for (std::size_t d = of.shape.size(); d-- > 0; rest /= of.shape[d])
    indices = fmt::format("[{}]", rest % of.shape[d]) + indices;
  return name(array) + indices;
}
std::string TraceFormatter::at(std::optional<int> place) const {
  if (!place) return "an unknown line";
  const TracedPlace& known = trace_.places[static_cast<std::size_t>(*place)];
  if (!known.file) return "an unknown line";
  const std::string file = printable(trace_.files[static_cast<std::size_t>(*known.file)].name, style_);
  return known.line == 0 ? file : fmt::format("{}:{}", file, known.line);
}
std::string TraceFormatter::access_text(int event) const {
  const std::size_t r = request_of(trace_, event);
  const auto e = static_cast<std::size_t>(event);
  const Cell cell{trace_.requests.array[r], trace_.events.index[e], trace_.events.value[e]};
  const char* verb = trace_.requests.kind[r] == 'r'   ? "reads"
                     : trace_.requests.kind[r] == 'w' ? "writes"
                                                      : "updates";
  return fmt::format("block {}, phase {}: thread {} {} {} at {}", trace_.requests.block[r],
                     trace_.requests.phase[r], trace_.events.lane[e], verb, cell_text(cell),
                     at(trace_.requests.place[r]));
}

void write_title(Page& page, const TraceFormatter& words, const std::string& text) {
  page.gap();
  page.raw(paint(text, Colour::bold, words.style()));
}

// A block from barrier to barrier: what its lines copied, what else its threads did, and the contents of
// shared memory.

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
    std::ranges::sort(outputs);
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

class TraceText {
 public:
  TraceText(const TraceFormatter& words, const TraceNotes& notes, int block)
      : trace_(words.trace()),
        block_(block),
        style_(words.style()),
        page_(words.style()),
        words_(words),
        notes_(notes) {}

  std::string write() {
    heading();
    if (trace_.on_host) {
      if (!notes_.write_host(page_)) steps();
    } else {
      write_phases(page_, words_, notes_, block_);
      if (trace_.blocks > 1)
        page_.put("", fmt::format("This is block {} of {}: `--block {}` shows another one.", block_,
                                  trace_.blocks, block_ + 1 < trace_.blocks ? block_ + 1 : 0));
    }
    broken_rules();
    first_wrong();
    waiting();
    if (trace_.cut)
      page_.put("", "The trace was cut: more was accessed than it has room for. Try a smaller input.",
                Colour::yellow);
    notes_.write_end(page_);
    return page_.take();
  }

 private:
  /// The first elements of each array that it was given.
  void inputs() {
    for (std::size_t i = 0; i < trace_.arrays.size(); ++i) {
      const TracedArray& array = trace_.arrays[i];
      if (!array.input) continue;
      const std::vector<std::string> values = first_inputs(array);
      page_.put(
          fmt::format("  {}  ", words_.name(static_cast<int>(i))),
          fmt::format(
              "{}{}", fmt::join(values, " "),
              array.input->size() > values.size() ? fmt::format(" ... of {}", array.input->size()) : ""));
    }
  }

  void heading() {
    std::string shape = numbers_text(trace_);
    if (!trace_.on_host && !shape.empty()) shape += "; ";
    if (!trace_.on_host && trace_.launches.empty())
      shape += "no kernel was launched";
    else if (!trace_.on_host)
      shape += fmt::format("{} of {}", counted(static_cast<std::size_t>(trace_.blocks), "block"),
                           counted(static_cast<std::size_t>(trace_.threads), "thread"));
    page_.raw(fmt::format("{}  {}: {}", paint(printable(trace_.title, style_), Colour::bold, style_),
                          printable(trace_.case_name, style_), shape));
    page_.put(fmt::format("{} ", mark(trace_.verdict, style_)),
              trace_.message.empty() ? std::string(phrase(trace_.verdict)) : trace_.message,
              colour_of(trace_.verdict));
    inputs();
  }

  void steps() {
    write_title(page_, words_, "Each output, and what was read before it");
    std::vector<std::string> read;
    for (const auto& [kind, cell] : host_accesses(trace_)) {
      if (kind == 'r') {
        read.push_back(words_.cell_text(cell));
        continue;
      }
      page_.raw(fmt::format("  {:<12}  {} {}", words_.cell_text(cell), read.empty() ? "" : "after",
                            fmt::join(read, ", ")));
      read.clear();
    }
    if (!read.empty()) page_.raw(fmt::format("  {:<12}  {}", "no more", fmt::join(read, ", ")));
  }

  void broken_rules() {
    if (trace_.violations.empty()) return;
    write_title(page_, words_, "Rules of CUDA that were broken");
    for (const TracedViolation& violation : trace_.violations) {
      page_.put("  ", violation.message);
      for (const int event : violation.events) page_.put("    ", words_.access_text(event));
    }
  }

  void first_wrong() {
    if (!trace_.first_wrong) return;
    const TracedWrong& wrong = *trace_.first_wrong;
    const std::string element = words_.element(wrong.array, wrong.index);
    write_title(page_, words_, fmt::format("The first wrong element: {}", element));
    std::string right = fmt::format("right is {}", value_text(wrong.expected));
    if (const std::string source = wrong.array == notes_.outputs() ? notes_.source(wrong.index) : "";
        !source.empty())
      right += ", " + source;
    else if (wrong.got)
      right += fmt::format(", got {}", value_text(wrong.got));
    page_.put("  ", right);
    if (wrong.event) {
      page_.put("  ", "it was written last by " + words_.access_text(*wrong.event));
    } else if (trace_.cut) {
      page_.put("  ", fmt::format("the trace was cut before {} was {}", element,
                                  wrong.got ? "written" : "to be written"));
    } else {
      page_.put("  ", "nothing wrote " + element);
      if (wrong.thread) {
        page_.put("  ", fmt::format("the other threads' writes say that it is block {}, thread {}'s to write",
                                    wrong.block.value_or(0), *wrong.thread));
        if (const auto last = last_access(wrong.block.value_or(0), *wrong.thread))
          page_.put("  ", "the last that it did: " + words_.access_text(*last));
        else
          page_.put("  ", "that thread accessed nothing");
      } else if (const auto writer = last_writer_before(wrong.array, wrong.index)) {
        page_.put("  ", "the element before it was written by " + words_.access_text(*writer));
      }
    }
  }
  [[nodiscard]] std::optional<int> last_access(int block, int thread) const {
    for (std::size_t r = trace_.requests.size(); r-- > 0;) {
      if (trace_.requests.block[r] != block || trace_.requests.warp[r] != thread / 32) continue;
      for (int e = trace_.requests.first[r]; e < trace_.end_of(r); ++e) {
        if (trace_.events.lane[static_cast<std::size_t>(e)] == thread) return e;
      }
    }
    return std::nullopt;
  }
  [[nodiscard]] std::optional<int> last_writer_before(int array, int index) const {
    for (std::size_t r = trace_.requests.size(); r-- > 0;) {
      if (trace_.requests.array[r] != array || trace_.requests.kind[r] == 'r') continue;
      for (int e = trace_.requests.first[r]; e < trace_.end_of(r); ++e) {
        if (trace_.events.index[static_cast<std::size_t>(e)] == index - 1) return e;
      }
    }
    return std::nullopt;
  }

  void waiting() {
    if (trace_.waiting.empty()) return;
    write_title(page_, words_, "Who waits where");
    std::map<std::pair<int, std::optional<int>>, std::vector<int>> by_place;
    for (const TracedWait& wait : trace_.waiting) by_place[{wait.block, wait.place}].push_back(wait.thread);
    for (const auto& [key, threads] : by_place)
      page_.put("  ",
                fmt::format("block {}: threads {} at {}", key.first, ranges(threads), words_.at(key.second)));
  }

  const Trace& trace_;
  int block_;
  const TextStyle& style_;
  Page page_;
  const TraceFormatter& words_;
  const TraceNotes& notes_;
};

}  // namespace

void write_phases(Page& page, const TraceFormatter& words, const TraceNotes& notes, int block) {
  Phases(page, words, notes, block).write();
}

// A trace for a terminal: the steps of a host function or the phases of one block, and what went wrong.

std::string trace_text(const TraceFormatter& words, const TraceNotes& notes, int block) {
  return TraceText(words, notes, block).write();
}

}  // namespace mergelab::report
