// The kinds of questions that one trace answers.
#include <fmt/ranges.h>

#include <set>

#include "ask/question.hpp"
#include "base/source_tokens.hpp"
#include "report/trace_text.hpp"

namespace mergelab::ask {
namespace {

using judge::Random;
using report::counted;

struct Element {
  int array = 0, index = 0;
};

template <class T>
[[nodiscard]] const T& pick(const std::vector<T>& from, judge::Random& random) {
  return from[random.below(from.size())];
}

/// Whether a place is a line of the student's own.
bool is_own_line(const Trace& trace, int place) {
  const TracedPlace& known = trace.places[static_cast<std::size_t>(place)];
  if (!known.file || known.line < 1) return false;
  const auto& lines = trace.files[static_cast<std::size_t>(*known.file)].lines;
  return lines && static_cast<std::size_t>(known.line) <= lines->size();
}

/// "merge_tiled.cuh:48"
std::string place_text(const Trace& trace, int place) {
  const report::TextStyle style;
  return report::TraceFormatter(trace, style).at(place);
}

/// The line itself, without its indentation; "" unless it is the student's.
std::string line_text(const Trace& trace, int place) {
  if (!is_own_line(trace, place)) return "";
  const TracedPlace& known = trace.places[static_cast<std::size_t>(place)];
  const std::string& line =
      (*trace.files[static_cast<std::size_t>(*known.file)].lines)[static_cast<std::size_t>(known.line) - 1];
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
}

/// "merge_tiled.cuh:48, thread 5 of block 0 reads tileA[2]: x = tileA[i];"
std::string access_text(const Trace& trace, int event) {
  const std::size_t r = report::request_of(trace, event);
  const auto e = static_cast<std::size_t>(event);
  const TracedArray& array = trace.arrays[static_cast<std::size_t>(trace.requests.array[r])];
  const char kind = trace.requests.kind[r];
  const std::string line = line_text(trace, trace.requests.place[r]);
  return fmt::format("{}, thread {} of block {} {} {}{}{}", place_text(trace, trace.requests.place[r]),
                     trace.events.lane[e], trace.requests.block[r],
                     kind == 'r'   ? "reads"
                     : kind == 'w' ? "writes"
                                   : "updates",
                     array.name, array.elements == 1 ? "" : fmt::format("[{}]", trace.events.index[e]),
                     line.empty() ? "" : ": " + line);
}

/// The arrays that the function was given.
std::vector<int> inputs_of(const Trace& trace) {
  std::vector<int> inputs;
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    if (trace.arrays[i].input) inputs.push_back(static_cast<int>(i));
  }
  return inputs;
}

/// The first array of outputs; -1: it has none.
int output_of(const Trace& trace) {
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    if (trace.arrays[i].expected && trace.arrays[i].name != "returned") return static_cast<int>(i);
  }
  return -1;
}

/// "A, B and C"; `last`: "and" or "or".
std::string names_of(const Trace& trace, const std::vector<int>& arrays, std::string_view last) {
  std::string names;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (i > 0) names += i + 1 == arrays.size() ? fmt::format(" {} ", last) : ", ";
    names += trace.arrays[static_cast<std::size_t>(arrays[i])].name;
  }
  return names;
}

/// The element that was given with this value; empty: none or several have it.
std::optional<Element> element_of(const Trace& trace, const Number& value) {
  std::optional<Element> element;
  for (const int array : inputs_of(trace)) {
    const std::vector<Number>& elements = *trace.arrays[static_cast<std::size_t>(array)].input;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (elements[i] != value) continue;
      if (element) return std::nullopt;
      element = Element{array, static_cast<int>(i)};
    }
  }
  return element;
}

/// "A[6]"
std::string text_of(const Trace& trace, const Element& element) {
  return fmt::format("{}[{}]", trace.arrays[static_cast<std::size_t>(element.array)].name, element.index);
}

// Questions about one memory instruction of a warp.

using report::counted;

constexpr int kSectorBytes = 32, kBankBytes = 4, kBanks = 32;
constexpr std::size_t kLeastElements = 4;  // for a request to be worth a question

/// One memory instruction of a warp.
struct Request {
  std::size_t r = 0;
  std::vector<int> lanes, indices;
  /// Not where all threads read one length, say.
  [[nodiscard]] bool is_worth_a_question() const {
    return std::set<int>(indices.begin(), indices.end()).size() >= kLeastElements;
  }
};

Request request(const Trace& trace, std::size_t r) {
  Request found{r, {}, {}};
  for (int e = trace.requests.first[r]; e < trace.end_of(r); ++e) {
    found.lanes.push_back(trace.events.lane[static_cast<std::size_t>(e)]);
    found.indices.push_back(trace.events.index[static_cast<std::size_t>(e)]);
  }
  return found;
}

const TracedArray& array_of(const Trace& trace, std::size_t r) {
  return trace.arrays[static_cast<std::size_t>(trace.requests.array[r])];
}

/// "block 1, warp 0, the 2nd time that it gets there": which of the requests of a line is meant.
std::string which(const Trace& trace, std::size_t r) {
  const TracedRequests& all = trace.requests;
  int time = 1;
  for (std::size_t other = 0; other < r; ++other) {
    if (all.block[other] == all.block[r] && all.warp[other] == all.warp[r] &&
        all.place[other] == all.place[r] && all.array[other] == all.array[r] &&
        all.kind[other] == all.kind[r])
      ++time;
  }
  const char* end = time % 100 / 10 == 1 ? "th"
                    : time % 10 == 1     ? "st"
                    : time % 10 == 2     ? "nd"
                    : time % 10 == 3     ? "rd"
                                         : "th";
  return fmt::format("warp {} of block {} gets there for the {}{} time", all.warp[r], all.block[r], time,
                     end);
}

std::string verb(char kind) { return kind == 'r' ? "read" : kind == 'w' ? "write" : "update"; }

std::string touched(const Trace& trace, const Request& request) {
  return fmt::format("Threads {} of the block {} {}[{}].", report::ranges(request.lanes),
                     verb(trace.requests.kind[request.r]), array_of(trace, request.r).name,
                     report::ranges(request.indices));
}

/// The sectors of an array in which these elements lie.
std::set<int> sectors_of(const TracedArray& array, const std::vector<int>& indices) {
  std::set<int> sectors;
  for (const int index : indices) sectors.insert(index * array.element_bytes / kSectorBytes);
  return sectors;
}

/// How many sectors a request of global memory takes, if only the indices decide it.
void add_sectors(const Trace& trace, judge::Random& random, std::vector<Question>& questions) {
  std::vector<Request> worth;
  for (std::size_t r = 0; r < trace.requests.size(); ++r) {
    const TracedArray& array = array_of(trace, r);
    if (array.space != "global" || trace.requests.kind[r] == 'a' ||
        !is_own_line(trace, trace.requests.place[r]))
      continue;
    Request found = request(trace, r);
    if (found.is_worth_a_question() &&
        static_cast<int>(sectors_of(array, found.indices).size()) == trace.requests.sectors[r])
      worth.push_back(std::move(found));
  }
  if (worth.empty()) return;
  const Request& asked = pick(worth, random);
  const TracedArray& array = array_of(trace, asked.r);
  const int place = trace.requests.place[asked.r];
  const std::set<int> sectors = sectors_of(array, asked.indices);
  questions.push_back(
      {"sectors",
       fmt::format("{}: {}\nWhen {}, which threads access {}, which of its elements, and how many sectors of "
                   "{} bytes does that take? {} begins at a sector boundary, and an element has {} bytes.",
                   place_text(trace, place), line_text(trace, place), which(trace, asked.r), array.name,
                   kSectorBytes, array.name, array.element_bytes),
       fmt::format("{} {} of {}, counted from 0: {}.", touched(trace, asked),
                   counted(sectors.size(), "sector"), array.name,
                   report::ranges({sectors.begin(), sectors.end()}))});
}

/// How many turns the banks of shared memory need for a request; the same.
void add_turns(const Trace& trace, judge::Random& random, std::vector<Question>& questions) {
  std::vector<Request> worth;
  for (std::size_t r = 0; r < trace.requests.size(); ++r) {
    const TracedArray& array = array_of(trace, r);
    if (array.space != "shared" || array.element_bytes != kBankBytes || trace.requests.kind[r] == 'a' ||
        !is_own_line(trace, trace.requests.place[r]))
      continue;
    Request found = request(trace, r);
    std::map<int, std::set<int>> elements;  // by bank
    std::size_t turns = 0;
    for (const int index : found.indices) {
      std::set<int>& of_bank = elements[(index + array.offset / kBankBytes) % kBanks];
      of_bank.insert(index);
      turns = std::max(turns, of_bank.size());
    }
    if (found.is_worth_a_question() && static_cast<int>(turns) == trace.requests.turns[r])
      worth.push_back(std::move(found));
  }
  if (worth.empty()) return;
  const Request& asked = pick(worth, random);
  const int place = trace.requests.place[asked.r], turns = trace.requests.turns[asked.r];
  questions.push_back(
      {"banks",
       fmt::format("{}: {}\nWhen {}, which elements of {} do its threads access, and how many turns do the "
                   "{} banks need "
                   "for it?",
                   place_text(trace, place), line_text(trace, place), which(trace, asked.r),
                   array_of(trace, asked.r).name, kBanks),
       fmt::format("{} {}: {}.", touched(trace, asked), counted(static_cast<std::size_t>(turns), "turn"),
                   turns == 1 ? "no two of the elements are in one bank"
                              : "that many of the elements are in one bank")});
}

constexpr int kMostWriters = 3;  // as many as an examination has, where a file shows nothing else

/// Who wrote an output, where, and what.
void add_writers(const Trace& trace, Random& random, std::vector<Question>& questions) {
  const int output = output_of(trace);
  std::map<int, int> last;  // event by index
  std::set<int> twice;
  for (std::size_t r = 0; r < trace.requests.size(); ++r) {
    if (trace.requests.array[r] != output || trace.requests.kind[r] != 'w') continue;
    for (int e = trace.requests.first[r]; e < trace.end_of(r); ++e) {
      const int index = trace.events.index[static_cast<std::size_t>(e)];
      if (!last.insert_or_assign(index, e).second) twice.insert(index);
    }
  }
  std::vector<int> known;
  for (const auto& [index, event] : last) {
    const int place = trace.requests.place[report::request_of(trace, event)];
    if (trace.events.value[static_cast<std::size_t>(event)] && !twice.contains(index) &&
        !place_text(trace, place).starts_with("an unknown"))
      known.push_back(index);
  }
  for (int count = 0; count < kMostWriters && !known.empty(); ++count) {
    const int index = pick(known, random);
    std::erase(known, index);
    const int event = last.at(index);
    const std::size_t r = report::request_of(trace, event);
    const Number value = *trace.events.value[static_cast<std::size_t>(event)];
    const std::string where = place_text(trace, trace.requests.place[r]),
                      output_text = text_of(trace, {output, index});
    const std::optional<Element> source = element_of(trace, value);
    const std::string which = source ? "element of " + names_of(trace, inputs_of(trace), "or") : "value";
    const std::string is =
        fmt::format("{}{}", report::value_text(value), source ? ", which is " + text_of(trace, *source) : "");
    if (trace.on_host) {
      questions.push_back(
          {"writer",
           fmt::format("Which line writes {}, and which {} does it write there?", output_text, which),
           fmt::format("{} writes {}.", where, is)});
    } else {
      questions.push_back({"writer",
                           fmt::format("Which thread of which block writes {}, at which line, and which {} "
                                       "does it write there?",
                                       output_text, which),
                           fmt::format("Thread {} of block {}, at {}. It writes {}.",
                                       trace.events.lane[static_cast<std::size_t>(event)],
                                       trace.requests.block[r], where, is)});
    }
  }
}

/// What a block makes of what, or, where one block makes all outputs, a thread.
void add_part(const Trace& trace, Random& random, std::vector<Question>& questions) {
  const int output = output_of(trace);
  std::set<int> blocks;
  std::vector<std::size_t> writes;
  for (std::size_t r = 0; r < trace.requests.size(); ++r) {
    if (trace.requests.array[r] != output || trace.requests.kind[r] != 'w') continue;
    blocks.insert(trace.requests.block[r]);
    writes.push_back(r);
  }
  std::map<int, std::map<int, std::set<int>>> parts;  // by block or thread, and array
  std::set<int> unclear;                              // whose inputs are not known
  for (const std::size_t r : writes) {
    for (int e = trace.requests.first[r]; e < trace.end_of(r); ++e) {
      const auto event = static_cast<std::size_t>(e);
      const int writer = blocks.size() > 1 ? trace.requests.block[r] : trace.events.lane[event];
      const auto source =
          trace.events.value[event] ? element_of(trace, *trace.events.value[event]) : std::nullopt;
      parts[writer][output].insert(trace.events.index[event]);
      if (source)
        parts[writer][source->array].insert(source->index);
      else
        unclear.insert(writer);
    }
  }
  if (parts.size() < 2) return;  // one makes all
  std::vector<int> writers;
  for (const auto& [writer, part] : parts) {
    if (unclear.size() == parts.size() || !unclear.contains(writer)) writers.push_back(writer);
  }
  const int writer = pick(writers, random);
  const auto words = [&](int array) {
    const std::set<int>& set = parts[writer][array];
    const std::string& name = trace.arrays[static_cast<std::size_t>(array)].name;
    return set.empty() ? "nothing of " + name
                       : fmt::format("{}[{}]", name, report::ranges({set.begin(), set.end()}));
  };
  const std::string& name = trace.arrays[static_cast<std::size_t>(output)].name;
  std::string question = fmt::format("Which elements of {} does {} {} write", name,
                                     blocks.size() > 1 ? "block" : "thread", writer),
              answer = fmt::format("It writes {}", words(output));
  if (!unclear.contains(writer)) {
    const std::vector<int> inputs = inputs_of(trace);
    question += fmt::format(", and which elements of {} become them", names_of(trace, inputs, "and of"));
    std::vector<std::string> from;
    for (const int input : inputs) from.push_back(words(input));
    answer += fmt::format(", from {}", fmt::join(from, " and "));
  }
  questions.push_back({"part", question + "?", answer + "."});
}

/// How many barriers a block passes, and which.
void add_barriers(const Trace& trace, Random& random, std::vector<Question>& questions) {
  std::map<int, std::vector<std::string>> passed;  // by block
  for (const TracedBarrier& barrier : trace.barriers) {
    if (!barrier.place || !is_own_line(trace, *barrier.place)) return;
    passed[barrier.block].push_back(place_text(trace, *barrier.place));
  }
  if (passed.empty()) return;
  std::vector<int> blocks;
  for (const auto& [block, lines] : passed) blocks.push_back(block);
  const int block = pick(blocks, random);
  const std::vector<std::string>& lines = passed.at(block);
  std::map<std::string, std::size_t> times;
  for (const std::string& line : lines) ++times[line];
  std::vector<std::string> parts;
  for (const auto& [line, count] : times) parts.push_back(fmt::format("{} at {}", count, line));
  questions.push_back(
      {"barriers",
       fmt::format("How many __syncthreads() does a thread of block {} pass in this call, and which accesses "
                   "does each of them separate?",
                   block),
       fmt::format("{}: {}. (The student must name the accesses.)", lines.size(), fmt::join(parts, ", "))});
}

/// What a function of the host returns, and which elements it reads on the way.
void add_returned(const Trace& trace, std::vector<Question>& questions) {
  const auto returned =
      std::ranges::find_if(trace.arrays, [](const TracedArray& array) { return array.name == "returned"; });
  if (!trace.on_host || returned == trace.arrays.end() || !returned->output || !returned->output->front())
    return;
  std::vector<std::string> reads;
  for (const auto& [kind, cell] : report::host_accesses(trace)) {
    if (kind == 'r') reads.push_back(text_of(trace, {cell.array, cell.index}));
  }
  const std::string call = report::numbers_text(trace);
  questions.push_back(
      {"returned for " + call,
       fmt::format("What does your function return for {}, and which elements of {} does it read, in order?",
                   call, names_of(trace, inputs_of(trace), "and")),
       fmt::format(
           "It returns {}{}. {}", report::value_text(returned->output->front()),
           returned->wrong.empty()
               ? ""
               : fmt::format("; right is {}", report::value_text(returned->expected->front())),
           reads.empty() ? "It reads no element." : fmt::format("It reads {}.", fmt::join(reads, ", ")))});
}

/// How often a function of the host reads its arrays.
void add_reads(const Trace& trace, std::vector<Question>& questions) {
  const std::vector<int> inputs = inputs_of(trace);
  std::map<int, std::size_t> reads;
  std::map<std::string, std::size_t> by_line;
  for (std::size_t r = 0; r < trace.requests.size(); ++r) {
    const int array = trace.requests.array[r];
    if (trace.requests.kind[r] != 'r' || std::ranges::find(inputs, array) == inputs.end()) continue;
    const auto count = static_cast<std::size_t>(trace.end_of(r) - trace.requests.first[r]);
    reads[array] += count;
    by_line[place_text(trace, trace.requests.place[r])] += count;
  }
  if (!trace.on_host || by_line.empty()) return;
  std::vector<std::string> lines, arrays;
  for (const auto& [line, count] : by_line) lines.push_back(fmt::format("{} at {}", count, line));
  for (const int input : inputs) {
    arrays.push_back(fmt::format("{} of {}", counted(reads[input], "read"),
                                 trace.arrays[static_cast<std::size_t>(input)].name));
  }
  questions.push_back({"reads",
                       fmt::format("How often does the call read an element of {}, at which lines?",
                                   names_of(trace, inputs, "and of")),
                       fmt::format("{}: {}. Counted in the compiled code, where an element in a register is "
                                   "read once.",
                                   fmt::join(arrays, " and "), fmt::join(lines, ", "))});
}

}  // namespace

std::vector<Question> questions_of(const Trace& trace, Random& random) {
  std::vector<Question> questions;
  if (trace.cut || trace.verdict == Verdict::todo) return questions;
  add_returned(trace, questions);
  if (!questions.empty()) return questions;
  add_writers(trace, random, questions);
  add_reads(trace, questions);
  if (trace.on_host) return questions;
  add_sectors(trace, random, questions);
  add_turns(trace, random, questions);
  add_part(trace, random, questions);
  add_barriers(trace, random, questions);
  return questions;
}

std::vector<Question> choose(std::vector<Question> questions, std::size_t count, Random& random) {
  for (std::size_t i = questions.size(); i > 1; --i) std::swap(questions[i - 1], questions[random.below(i)]);
  std::map<std::string, std::size_t> of_kind;
  std::vector<std::pair<std::size_t, std::size_t>> order;  // how many of the kind came before, and its place
  for (std::size_t i = 0; i < questions.size(); ++i) order.emplace_back(of_kind[questions[i].kind]++, i);
  std::ranges::sort(order);
  std::vector<Question> chosen;
  for (const auto& [before, place] : order) {
    if (chosen.size() < count) chosen.push_back(std::move(questions[place]));
  }
  return chosen;
}

std::vector<Barrier> barriers_of(const std::string& source) {
  const std::vector<base::SourceToken> tokens = base::source_tokens(source);
  std::vector<Barrier> barriers;
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (!tokens[i].is("__syncthreads") || !tokens[i + 1].is("(") || !tokens[i + 2].is(")")) continue;
    Barrier barrier{tokens[i].line, source};
    for (std::size_t at = tokens[i].offset; at < tokens[i + 2].end(); ++at) {
      if (source[at] != '\n') barrier.without[at] = ' ';
    }
    barriers.push_back(std::move(barrier));
  }
  return barriers;
}

std::vector<Question> barrier_question(const Barrier& barrier, const std::string& file, const Trace& with,
                                       const Trace& without) {
  if (with.cut || !with.violations.empty()) return {};
  for (const TracedViolation& violation : without.violations) {
    if (violation.rule != "race" || violation.events.size() != 2) continue;
    Question question;
    question.kind = "barrier";
    question.text = fmt::format(
        "{}:{} is a __syncthreads(). Suppose that it is missing. Name two accesses that would race: on which "
        "lines and which array, and are they a read and a write, or two writes?",
        file, barrier.line);
    const int earlier = violation.events[0], later = violation.events[1];
    question.answer = fmt::format(
        "{}. And {}. Nothing orders the two without the barrier. The engine saw these race first; others may "
        "race too.",
        access_text(without, earlier), access_text(without, later));
    return {question};
  }
  return {};
}

}  // namespace mergelab::ask
