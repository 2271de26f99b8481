// A trace for a terminal: the steps of a host function, the phases of one block, and the grid of the merge.
// Long because each part is a few lines of one page.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "report/page.hpp"
#include "report/phrases.hpp"
#include "report/plain_text.hpp"
#include "report/report.hpp"
#include "report/trace_story.hpp"

namespace mergelab::report {
namespace {

constexpr std::size_t kMostThreads = 40;  // that have a row
constexpr std::size_t kMostReads = 8;     // of a thread in its row
constexpr int kMostGridRows = 48;

std::string value_text(const std::optional<int>& value) { return value ? std::to_string(*value) : "?"; }

/// Index lists as ranges: "0..5", "4..5, 0".
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

class TraceText {
 public:
  TraceText(const Trace& trace, int block, const TextStyle& style)
      : trace_(trace), block_(block), style_(style), page_(style), path_(path_of(trace)) {}

  std::string write() {
    heading();
    if (trace_.k) {
      probes();
    } else if (trace_.on_host) {
      steps();
    } else {
      phases();
    }
    broken_rules();
    first_wrong();
    waiting();
    if (trace_.cut)
      page_.put("", "The trace was cut: more was accessed than it has room for. Try fewer keys.",
                Colour::yellow);
    grid();
    return page_.take();
  }

 private:
  [[nodiscard]] std::string name(int array) const {
    return printable(trace_.arrays[static_cast<std::size_t>(array)].name, style_);
  }
  [[nodiscard]] std::string cell_text(const Cell& cell) const {
    const TracedArray& array = trace_.arrays[static_cast<std::size_t>(cell.array)];
    return array.elements == 1
               ? fmt::format("{} = {}", name(cell.array), value_text(cell.value))
               : fmt::format("{}[{}] = {}", name(cell.array), cell.index, value_text(cell.value));
  }
  [[nodiscard]] std::string at(std::optional<int> place) const {
    if (!place) return "an unknown line";
    const TracedPlace& known = trace_.places[static_cast<std::size_t>(*place)];
    if (!known.file) return "an unknown line";
    const std::string file = printable(trace_.files[static_cast<std::size_t>(*known.file)].name, style_);
    return known.line == 0 ? file : fmt::format("{}:{}", file, known.line);
  }
  [[nodiscard]] std::string arrow() const { return style_.unicode ? "→" : "->"; }
  [[nodiscard]] std::string at_most() const { return style_.unicode ? "≤" : "<="; }
  [[nodiscard]] std::string split(int k) const {
    const int i = path_[static_cast<std::size_t>(k)];
    return fmt::format("i = {}, j = {}", i, k - i);
  }
  void title(const std::string& text) {
    page_.gap();
    page_.raw(paint(text, Colour::bold, style_));
  }

  void heading() {
    std::string shape = fmt::format("m = {}, n = {}", trace_.m, trace_.n);
    if (trace_.k) shape += fmt::format(", k = {}", *trace_.k);
    if (trace_.section)
      shape += fmt::format(", section {}, tile {}", *trace_.section, trace_.tile.value_or(0));
    if (!trace_.on_host)
      shape += fmt::format("; {} of {}", counted(static_cast<std::size_t>(trace_.blocks), "block"),
                           counted(static_cast<std::size_t>(trace_.threads), "thread"));
    page_.raw(fmt::format("{}  {}: {}", paint(printable(trace_.title, style_), Colour::bold, style_),
                          printable(trace_.case_name, style_), shape));
    page_.put(fmt::format("{} ", mark(trace_.verdict, style_)),
              trace_.message.empty() ? std::string(words(trace_.verdict)) : trace_.message,
              colour_of(trace_.verdict));
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

  // What A[i] <= B[j] says of the answer, where i + j + 1 = k; the next probe shows what the code made of it.
  void probes() {
    title(fmt::format("The search for k = {}: what was compared", *trace_.k));
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
        page_.raw(fmt::format("{:>4}  {} alone", ++count, cell_text(reads[r])));
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
      } else {
        high = std::min(high, a.index);
        says = fmt::format("A[{}] is not: i in [{}, {}]", a.index, low, high);
      }
      page_.raw(fmt::format("{:>4}  {:<12} {} {:<12}  {}", ++count, cell_text(a), takes_a ? at_most() : "> ",
                            cell_text(b), says));
    }
    page_.raw(fmt::format("      answer: i = {}, j = {}{}",
                          trace_.rank ? std::to_string(*trace_.rank) : "none",
                          trace_.rank ? std::to_string(k - *trace_.rank) : "none",
                          trace_.rank == trace_.expected_rank ? "" : fmt::format("; right is {}", split(k))));
  }

  void steps() {
    title("Each output, and what was read before it");
    std::vector<std::string> read;
    for (const auto& [kind, cell] : host_accesses()) {
      if (kind == 'r') {
        read.push_back(cell_text(cell));
        continue;
      }
      page_.raw(fmt::format("  {:<12}  {} {}", cell_text(cell), read.empty() ? "" : "after",
                            fmt::join(read, ", ")));
      read.clear();
    }
    if (!read.empty()) page_.raw(fmt::format("  {:<12}  {}", "no more", fmt::join(read, ", ")));
  }

  void phases() {
    const BlockStory story = story_of(trace_, block_);
    if (story.phases.empty()) {
      page_.gap();
      page_.put("", fmt::format("Block {} accessed nothing.", block_));
      return;
    }
    int done_before = 0;
    for (const Phase& phase : story.phases) {
      title(fmt::format("Block {}, phase {}: {}", block_, phase.number,
                        phase.ended ? "until the barrier at " + at(phase.barrier) : "to its end"));
      for (const CopiedBy& copy : phase.copies) copied(copy);
      threads(phase, story);
      for (const int array : phase.changed) contents(array, phase);
      if (phase.completed > done_before) completed(phase.completed);
      done_before = phase.completed;
    }
  }

  void copied(const CopiedBy& copy) {
    std::vector<int> from, to;
    for (const auto& [source, target] : copy.indices) {
      from.push_back(source);
      to.push_back(target);
    }
    page_.put("  ",
              fmt::format(
                  "{}[{}] {} {}[{}]   {}, by {}{}", name(copy.from), ranges(from), arrow(), name(copy.to),
                  ranges(to), at(copy.place), counted(static_cast<std::size_t>(copy.threads), "thread"),
                  copy.sectors > 0 ? ", " + counted(static_cast<std::size_t>(copy.sectors), "sector") : ""));
  }

  /// The outputs of C that what a thread wrote in this phase is, or becomes in the next one.
  [[nodiscard]] static std::vector<int> outputs(const ThreadPart& part, const Phase& phase,
                                                const BlockStory& story) {
    std::vector<int> outputs;
    for (const Cell& cell : part.written) {
      const auto becomes = story.becomes.find({phase.number + 1, cell.array, cell.index});
      if (cell.array == kTracedC) outputs.push_back(cell.index);
      if (becomes != story.becomes.end()) outputs.push_back(becomes->second);
    }
    std::sort(outputs.begin(), outputs.end());
    return outputs;
  }

  void threads(const Phase& phase, const BlockStory& story) {
    std::vector<int> idle;
    std::size_t rows = 0, left_out = 0;
    // What all threads read alone is said once.
    std::map<std::string, int> readers;
    for (const auto& [thread, part] : phase.threads) {
      if (part.written.empty()) {
        idle.push_back(thread);
        continue;
      }
      if (++rows > kMostThreads) {
        ++left_out;
        continue;
      }
      const std::vector<int> made = outputs(part, phase, story);
      std::string text;
      if (!made.empty()) text += fmt::format("C[{}] from {}; ", ranges(made), split(made.front()));
      if (!part.read.empty()) text += "reads " + cells(part.read) + "; ";
      text += "writes " + cells(part.written);
      page_.put(fmt::format("  thread {:>3}  ", thread), text);
    }
    if (left_out > 0) page_.raw(fmt::format("  ... and {} that write", counted(left_out, "more thread")));
    if (idle.empty()) return;
    std::size_t most = 0;
    std::set<std::pair<int, int>> distinct;
    for (const int thread : idle) {
      const ThreadPart& part = phase.threads.at(thread);
      most = std::max(most, part.read.size());
      for (const Cell& cell : part.read) distinct.emplace(cell.array, cell.index);
    }
    std::string what;
    if (distinct.size() <= 4) {
      std::vector<std::string> shown;
      for (const auto& [array, index] : distinct) {
        for (const Cell& cell : phase.threads.at(idle.front()).read) {
          if (cell.array == array && cell.index == index) {
            shown.push_back(cell_text(cell));
            break;
          }
        }
      }
      what = fmt::format("read {}", fmt::join(shown, ", "));
    } else {
      what = fmt::format("write nothing and read up to {} each", counted(most, "element"));
    }
    page_.put("  ", fmt::format("threads {} {}", ranges(idle), what), Colour::dim);
  }
  [[nodiscard]] std::string cells(const std::vector<Cell>& cells) const {
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < std::min(cells.size(), kMostReads); ++i) shown.push_back(cell_text(cells[i]));
    std::string text = fmt::format("{}", fmt::join(shown, ", "));
    if (cells.size() > kMostReads) text += fmt::format(" and {} more", cells.size() - kMostReads);
    return text;
  }

  // In rows of a tile, where the array is made of tiles.
  void contents(int array, const Phase& phase) {
    const std::int64_t elements = trace_.arrays[static_cast<std::size_t>(array)].elements;
    if (elements < 2 || elements > 4 * kMostTracedKeys) return;
    const std::int64_t tile = trace_.tile.value_or(0);
    const std::int64_t row = tile > 0 && elements % tile == 0 ? tile : elements;
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
      page_.put(fmt::format("      {}[{}..{}]: ", name(array), begin, begin + row - 1),
                fmt::format("{}", fmt::join(values, " ")));
    }
  }

  void completed(int count) {
    if (!trace_.section) return;
    const std::int64_t begin = std::int64_t{block_} * *trace_.section, end = begin + count;
    if (end > trace_.m + trace_.n) return;
    const int from = path_[static_cast<std::size_t>(begin)], to = path_[static_cast<std::size_t>(end)];
    page_.put("  ",
              fmt::format("completed: {} of C's section; the merge takes {} from A and {} from B for these",
                          count, to - from, count - (to - from)));
  }

  [[nodiscard]] std::string access_text(int event) const {
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

  void broken_rules() {
    if (trace_.violations.empty()) return;
    title("Rules of CUDA that were broken");
    for (const TracedViolation& violation : trace_.violations) {
      page_.put("  ", violation.message);
      for (const int event : violation.events) page_.put("    ", access_text(event));
    }
  }

  void first_wrong() {
    if (!trace_.first_wrong) return;
    const TracedWrong& wrong = *trace_.first_wrong;
    title(fmt::format("The first wrong element: C[{}]", wrong.index));
    const int i = path_[static_cast<std::size_t>(wrong.index)], j = wrong.index - i;
    const bool from_a = path_[static_cast<std::size_t>(wrong.index) + 1] > i;
    page_.put("  ", fmt::format("right is {}, {}[{}]", wrong.expected, from_a ? "A" : "B", from_a ? i : j));
    if (wrong.event) {
      page_.put("  ", "it was written last by " + access_text(*wrong.event));
    } else {
      page_.put("  ", fmt::format("nothing wrote C[{}]", wrong.index));
      const auto writer = last_writer_before(wrong.index);
      if (writer) page_.put("  ", "the element before it was written by " + access_text(*writer));
    }
  }
  [[nodiscard]] std::optional<int> last_writer_before(int index) const {
    for (std::size_t r = trace_.requests.size(); r-- > 0;) {
      if (trace_.requests.array[r] != kTracedC || trace_.requests.kind[r] == 'r') continue;
      for (int e = trace_.requests.first[r]; e < end_of(trace_.requests, r, trace_.events); ++e) {
        if (trace_.events.index[static_cast<std::size_t>(e)] == index - 1) return e;
      }
    }
    return std::nullopt;
  }

  void waiting() {
    if (trace_.waiting.empty()) return;
    title("Who waits where");
    std::map<std::pair<int, std::optional<int>>, std::vector<int>> by_place;
    for (const TracedWait& wait : trace_.waiting) by_place[{wait.block, wait.place}].push_back(wait.thread);
    for (const auto& [key, threads] : by_place)
      page_.put("  ", fmt::format("block {}: threads {} at {}", key.first, ranges(threads), at(key.second)));
  }

  // Lattice points (i, j): a step down takes A[i], one to the right B[j].
  void grid() {
    if (trace_.m + trace_.n == 0) return;
    title("The merge as a path: down takes from A, right from B");
    std::size_t cell = 2;
    for (const int key : trace_.b) cell = std::max(cell, std::to_string(key).size() + 1);
    std::size_t margin = 1;
    for (const int key : trace_.a) margin = std::max(margin, std::to_string(key).size() + 1);
    const std::size_t width = margin + 3 + cell * static_cast<std::size_t>(trace_.n);
    if (trace_.m > kMostGridRows || width > static_cast<std::size_t>(std::max(style_.width, 40))) {
      page_.put("  ", fmt::format("not drawn: {} rows and {} columns don't fit here", trace_.m, trace_.n),
                Colour::dim);
      return;
    }
    std::set<int> starts, diagonals;
    for (const auto& [who, k] : first_outputs(trace_)) starts.insert(k);
    if (trace_.section) {
      for (int k = *trace_.section; k < trace_.m + trace_.n; k += *trace_.section) diagonals.insert(k);
    }
    if (trace_.k) diagonals.insert(*trace_.k);
    const std::string flat = style_.unicode ? "─" : "-", down = style_.unicode ? "│" : "|",
                      none = style_.unicode ? "·" : ".";
    const auto on_path = [&](int i, int j) {
      const int k = i + j;
      return path_[static_cast<std::size_t>(k)] == i;
    };
    const auto point = [&](int i, int j) -> std::string {
      const int k = i + j;
      if (on_path(i, j)) return diagonals.contains(k) ? "#" : starts.contains(k) ? "o" : "+";
      return diagonals.contains(k) ? "/" : none;
    };
    std::string keys(margin + 3, ' ');
    for (const int key : trace_.b) keys += fmt::format("{:>{}}", key, cell - 1) + " ";
    page_.raw(keys);
    for (int i = 0; i <= trace_.m; ++i) {
      std::string line(margin + 2, ' '), between(margin + 2, ' ');
      if (i < trace_.m) between = fmt::format("{:>{}}  ", trace_.a[static_cast<std::size_t>(i)], margin);
      for (int j = 0; j <= trace_.n; ++j) {
        const bool right = j < trace_.n && on_path(i, j) && on_path(i, j + 1);
        const bool below = i < trace_.m && on_path(i, j) && on_path(i + 1, j);
        line += point(i, j);
        between += below ? down : " ";
        for (std::size_t c = 1; c < cell && j < trace_.n; ++c) {
          line += right ? flat : " ";
          between += " ";
        }
      }
      page_.raw(line);
      if (i < trace_.m) page_.raw(between);
    }
    std::vector<std::string> legend;
    if (!starts.empty()) legend.emplace_back("o: a thread's outputs begin here");
    if (!diagonals.empty())
      legend.emplace_back(trace_.k ? "/ and #: the diagonal i + j = k, and the split"
                                   : "/ and #: the diagonal where a section begins, and its split");
    if (!legend.empty()) page_.put("  ", fmt::format("{}", fmt::join(legend, "; ")), Colour::dim);
  }

  const Trace& trace_;
  int block_;
  const TextStyle& style_;
  Page page_;
  std::vector<int> path_;
};

}  // namespace

std::string trace_text(const Trace& trace, int block, const TextStyle& style) {
  return TraceText(trace, block, style).write();
}

}  // namespace mergelab::report
