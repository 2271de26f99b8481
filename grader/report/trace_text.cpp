// A trace for a terminal: the steps of a host function or the phases of one block, what went wrong, and the
// grid.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "report/phrases.hpp"
#include "report/report.hpp"
#include "report/trace_formatter.hpp"

namespace mergelab::report {
namespace {

class TraceText {
 public:
  TraceText(const Trace& trace, int block, const TextStyle& style)
      : trace_(trace), block_(block), style_(style), page_(style), words_(trace, style) {}

  std::string write() {
    heading();
    if (trace_.k) {
      probes();
    } else if (trace_.on_host) {
      steps();
    } else {
      write_phases(page_, words_, block_);
      if (trace_.blocks > 1)
        page_.put("", fmt::format("This is block {} of {}: `--block {}` shows another one.", block_,
                                  trace_.blocks, block_ + 1 < trace_.blocks ? block_ + 1 : 0));
    }
    broken_rules();
    first_wrong();
    waiting();
    if (trace_.cut)
      page_.put("",
                fmt::format("The trace was cut: more was accessed than it has room for. Try {}.",
                            trace_.merges() ? "fewer keys" : "a smaller case"),
                Colour::yellow);
    if (trace_.merges()) write_grid(page_, words_);
    return page_.take();
  }

 private:
  /// Of a function without a kit: what it was called with.
  [[nodiscard]] std::string numbers() const {
    std::vector<std::string> all;
    for (const TracedNumber& number : *trace_.numbers)
      all.push_back(fmt::format("{} = {}", number.name, value_text(number.value)));
    return fmt::format("{}", fmt::join(all, ", "));
  }
  /// The first elements of each array that it was given.
  void inputs() {
    constexpr std::size_t kMostShown = 64;
    for (std::size_t i = 0; i < trace_.arrays.size(); ++i) {
      const TracedArray& array = trace_.arrays[i];
      if (!array.input) continue;
      std::vector<std::string> values;
      for (std::size_t e = 0; e < std::min(array.input->size(), kMostShown); ++e)
        values.push_back(value_text((*array.input)[e]));
      page_.put(fmt::format("  {}  ", words_.name(static_cast<int>(i))),
                fmt::format(
                    "{}{}", fmt::join(values, " "),
                    array.input->size() > kMostShown ? fmt::format(" ... of {}", array.input->size()) : ""));
    }
  }

  void heading() {
    std::string shape = trace_.merges() ? fmt::format("m = {}, n = {}", trace_.m, trace_.n) : numbers();
    if (trace_.k) shape += fmt::format(", k = {}", *trace_.k);
    if (trace_.section)
      shape += fmt::format(", section {}, tile {}", *trace_.section, trace_.tile.value_or(0));
    if (!trace_.on_host)
      shape += fmt::format("; {} of {}", counted(static_cast<std::size_t>(trace_.blocks), "block"),
                           counted(static_cast<std::size_t>(trace_.threads), "thread"));
    page_.raw(fmt::format("{}  {}: {}", paint(printable(trace_.title, style_), Colour::bold, style_),
                          printable(trace_.case_name, style_), shape));
    page_.put(fmt::format("{} ", mark(trace_.verdict, style_)),
              trace_.message.empty() ? std::string(phrase(trace_.verdict)) : trace_.message,
              colour_of(trace_.verdict));
    if (!trace_.merges()) return inputs();
    page_.put("  A  ", fmt::format("{}", fmt::join(trace_.a, " ")));
    page_.put("  B  ", fmt::format("{}", fmt::join(trace_.b, " ")));
  }

  /// The accesses of host code, in order.
  [[nodiscard]] std::vector<std::pair<char, Cell>> host_accesses() const {
    std::vector<std::pair<char, Cell>> all;
    for (std::size_t r = 0; r < trace_.requests.size(); ++r) {
      for (int e = trace_.requests.first[r]; e < end_of(trace_.requests, r, trace_.events); ++e) {
        const auto event = static_cast<std::size_t>(e);
        all.emplace_back(trace_.requests.kind[r], Cell{trace_.requests.array[r], trace_.events.index[event],
                                                       trace_.events.value[event]});
      }
    }
    return all;
  }

  /// ", but the code reads A[0] next", ", but the answer is 1": where it goes on at the other side of
  /// A[index] than what was read there says. `after`: the next read.
  [[nodiscard]] std::string other_way(const std::vector<Cell>& reads, std::size_t after, int index,
                                      bool is_above) const {
    for (std::size_t r = after; r < reads.size(); ++r) {
      if (reads[r].array != 0 || reads[r].index == index) continue;
      const bool goes_above = reads[r].index > index;
      return goes_above == is_above ? "" : fmt::format(", but the code reads A[{}] next", reads[r].index);
    }
    if (!trace_.rank || (*trace_.rank > index) == is_above) return "";
    return fmt::format(", but the answer is {}", *trace_.rank);
  }

  // What A[i] <= B[j] says of the answer, where i + j + 1 = k, and whether the code went on so.
  void probes() {
    write_title(page_, words_, fmt::format("The search for k = {}: what was compared", *trace_.k));
    const int k = *trace_.k;
    std::vector<Cell> reads;
    for (const auto& [kind, cell] : host_accesses()) {
      if (kind == 'r' && cell.array < 2) reads.push_back(cell);
    }
    int low = std::max(0, k - trace_.n), high = std::min(k, trace_.m), count = 0;
    page_.raw(fmt::format("      i lies in [{}, {}] at first: max(0, k-n) to min(k, m)", low, high));
    for (std::size_t r = 0; r < reads.size(); ++r) {
      const bool pair = r + 1 < reads.size() && reads[r].array != reads[r + 1].array;
      if (!pair) {
        page_.raw(fmt::format("{:>4}  {} alone", ++count, words_.cell_text(reads[r])));
        continue;
      }
      const Cell& a = reads[r].array == 0 ? reads[r] : reads[r + 1];
      const Cell& b = reads[r].array == 0 ? reads[r + 1] : reads[r];
      ++r;
      const bool takes_a = a.value && b.value && *a.value <= *b.value;
      std::string says;
      if (a.index + b.index + 1 != k) {
        says = fmt::format("{} + {} + 1 is {} and not k", a.index, b.index, a.index + b.index + 1);
      } else if (takes_a) {
        low = std::max(low, a.index + 1);
        says = fmt::format("A[{}] is in the prefix: i in [{}, {}]", a.index, low, high);
        says += other_way(reads, r + 1, a.index, true);
      } else {
        high = std::min(high, a.index);
        says = fmt::format("A[{}] is not: i in [{}, {}]", a.index, low, high);
        says += other_way(reads, r + 1, a.index, false);
      }
      page_.raw(fmt::format("{:>4}  {:<12} {} {:<12}  {}", ++count, words_.cell_text(a),
                            takes_a ? words_.at_most() : "> ", words_.cell_text(b), says));
    }
    page_.raw(fmt::format(
        "      answer: i = {}, j = {}{}", trace_.rank ? std::to_string(*trace_.rank) : "none",
        trace_.rank ? std::to_string(k - *trace_.rank) : "none",
        trace_.rank == trace_.expected_rank ? "" : fmt::format("; right is {}", words_.split(k))));
  }

  void steps() {
    write_title(page_, words_, "Each output, and what was read before it");
    std::vector<std::string> read;
    for (const auto& [kind, cell] : host_accesses()) {
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
    if (trace_.merges()) {
      const int i = words_.path()[static_cast<std::size_t>(wrong.index)], j = wrong.index - i;
      const bool from_a = words_.path()[static_cast<std::size_t>(wrong.index) + 1] > i;
      right += fmt::format(", {}[{}]", from_a ? "A" : "B", from_a ? i : j);
    } else if (wrong.got) {
      right += fmt::format(", got {}", value_text(wrong.got));
    }
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
  TraceFormatter words_;
};

}  // namespace

std::string trace_text(const Trace& trace, int block, const TextStyle& style) {
  return TraceText(trace, block, style).write();
}

}  // namespace mergelab::report
