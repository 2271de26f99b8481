// The kinds of questions that one trace answers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "ask/question.hpp"
#include "ask/words.hpp"
#include "base/source_tokens.hpp"
#include "report/phrases.hpp"
#include "report/trace_story.hpp"
#include "report/trace_text.hpp"

namespace mergelab::ask {
namespace {

using judge::Random;
using report::counted;

constexpr int kMostWriters = 3;  // as many as an examination has, where a file shows nothing else

/// Who wrote an output, where, and what.
void add_writers(const Trace& trace, Random& random, std::vector<Question>& questions) {
  const int output = output_of(trace);
  std::map<int, int> last;  // event by index
  std::set<int> twice;
  for (std::size_t r = 0; r < trace.requests.size(); ++r) {
    if (trace.requests.array[r] != output || trace.requests.kind[r] != 'w') continue;
    for (int e = trace.requests.first[r]; e < report::end_of(trace.requests, r, trace.events); ++e) {
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
    for (int e = trace.requests.first[r]; e < report::end_of(trace.requests, r, trace.events); ++e) {
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
  const auto returned = std::find_if(trace.arrays.begin(), trace.arrays.end(),
                                     [](const TracedArray& array) { return array.name == "returned"; });
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
    if (trace.requests.kind[r] != 'r' || std::find(inputs.begin(), inputs.end(), array) == inputs.end())
      continue;
    const auto count =
        static_cast<std::size_t>(report::end_of(trace.requests, r, trace.events) - trace.requests.first[r]);
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
  std::sort(order.begin(), order.end());
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
