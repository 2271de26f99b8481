// A trace for a terminal: the steps of a host function or the phases of one block, and what went wrong.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "report/phrases.hpp"
#include "report/report.hpp"
#include "report/trace_formatter.hpp"
#include "report/trace_notes.hpp"

namespace mergelab::report {
namespace {

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
      page_.put("", "The trace was cut: more was accessed than it has room for. Try a smaller case.",
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
    if (!trace_.on_host && trace_.launches.empty())
      shape += "; no kernel was launched";
    else if (!trace_.on_host)
      shape += fmt::format("; {} of {}", counted(static_cast<std::size_t>(trace_.blocks), "block"),
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
      for (int e = trace_.requests.first[r]; e < end_of(trace_.requests, r, trace_.events); ++e) {
        if (trace_.events.lane[static_cast<std::size_t>(e)] == thread) return e;
      }
    }
    return std::nullopt;
  }
  [[nodiscard]] std::optional<int> last_writer_before(int array, int index) const {
    for (std::size_t r = trace_.requests.size(); r-- > 0;) {
      if (trace_.requests.array[r] != array || trace_.requests.kind[r] == 'r') continue;
      for (int e = trace_.requests.first[r]; e < end_of(trace_.requests, r, trace_.events); ++e) {
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

std::string trace_text(const TraceFormatter& words, const TraceNotes& notes, int block) {
  return TraceText(words, notes, block).write();
}

}  // namespace mergelab::report
