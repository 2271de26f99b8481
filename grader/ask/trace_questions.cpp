// The kinds of questions that one trace answers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "ask/kinds.hpp"
#include "ask/question.hpp"
#include "ask/words.hpp"
#include "report/phrases.hpp"
#include "report/trace_formatter.hpp"
#include "report/trace_story.hpp"

namespace mergelab::ask {
namespace {

using judge::Random;
using report::counted;

constexpr int kMostWriters = 3;  // as many as an examination has, where a file shows nothing else

/// Who wrote an output, where, and which element it is.
void add_writers(const Trace& trace, Random& random, std::vector<Question>& questions) {
  std::map<int, int> last;  // event by index of C
  std::set<int> twice;
  for (std::size_t r = 0; r < trace.requests.size(); ++r) {
    if (trace.requests.array[r] != report::kTracedC || trace.requests.kind[r] != 'w') continue;
    for (int e = trace.requests.first[r]; e < report::end_of(trace.requests, r, trace.events); ++e) {
      const int index = trace.events.index[static_cast<std::size_t>(e)];
      if (!last.insert_or_assign(index, e).second) twice.insert(index);
    }
  }
  std::vector<int> known;
  for (const auto& [index, event] : last) {
    const auto value = trace.events.value[static_cast<std::size_t>(event)];
    const int place = trace.requests.place[report::request_of(trace, event)];
    if (value && !twice.contains(index) && !element_of(trace, *value).empty() &&
        !place_text(trace, place).starts_with("an unknown"))
      known.push_back(index);
  }
  for (int count = 0; count < kMostWriters && !known.empty(); ++count) {
    const int index = pick(known, random);
    std::erase(known, index);
    const int event = last.at(index);
    const std::size_t r = report::request_of(trace, event);
    const Number value = *trace.events.value[static_cast<std::size_t>(event)];
    const std::string where = place_text(trace, trace.requests.place[r]);
    if (trace.on_host) {
      questions.push_back({"writer",
                           fmt::format("Which line writes C[{}], and which element of A or B does it write "
                                       "there?",
                                       index),
                           fmt::format("{} writes {} there, which is {}.", where, report::value_text(value),
                                       element_of(trace, value))});
    } else {
      questions.push_back(
          {"writer",
           fmt::format("Which thread of which block writes C[{}], at which line, and which element of A or B "
                       "is it?",
                       index),
           fmt::format("Thread {} of block {}, at {}. It writes {}, which is {}.",
                       trace.events.lane[static_cast<std::size_t>(event)], trace.requests.block[r], where,
                       report::value_text(value), element_of(trace, value))});
    }
  }
}

/// What a block makes of what, or, where one block makes all of C, a thread.
void add_part(const Trace& trace, Random& random, std::vector<Question>& questions) {
  std::set<int> blocks;
  std::vector<std::size_t> writes;
  for (std::size_t r = 0; r < trace.requests.size(); ++r) {
    if (trace.requests.array[r] != report::kTracedC || trace.requests.kind[r] != 'w') continue;
    blocks.insert(trace.requests.block[r]);
    writes.push_back(r);
  }
  std::map<int, std::map<char, std::set<int>>> parts;  // by block or thread, and array
  std::set<int> unclear;
  for (const std::size_t r : writes) {
    for (int e = trace.requests.first[r]; e < report::end_of(trace.requests, r, trace.events); ++e) {
      const auto event = static_cast<std::size_t>(e);
      const int writer = blocks.size() > 1 ? trace.requests.block[r] : trace.events.lane[event];
      const std::string element =
          trace.events.value[event] ? element_of(trace, *trace.events.value[event]) : "";
      if (element.empty()) {
        unclear.insert(writer);
        continue;
      }
      parts[writer]['C'].insert(trace.events.index[event]);
      parts[writer][element.front()].insert(std::stoi(element.substr(2)));
    }
  }
  for (const int writer : unclear) parts.erase(writer);
  if (parts.size() + unclear.size() < 2) return;  // one makes all of C
  std::vector<int> clear;
  for (const auto& [writer, part] : parts) clear.push_back(writer);
  if (clear.empty()) return;
  const int writer = pick(clear, random);
  const auto words = [&](char array) {
    const std::set<int>& set = parts[writer][array];
    return set.empty() ? fmt::format("nothing of {}", array)
                       : fmt::format("{}[{}]", array, report::ranges({set.begin(), set.end()}));
  };
  questions.push_back({"part",
                       fmt::format("Which elements of C does {} {} write, and which elements of A and of B "
                                   "become them?",
                                   blocks.size() > 1 ? "block" : "thread", writer),
                       fmt::format("It writes {}, from {} and {}.", words('C'), words('A'), words('B'))});
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

/// What a search for a co-rank compares, and finds.
void add_search(const Trace& trace, std::vector<Question>& questions) {
  if (!trace.rank || !trace.expected_rank || !trace.k) return;
  const std::vector<std::pair<int, int>> probes = report::probes_of(trace);
  std::vector<std::string> words;
  for (const auto& [i, j] : probes) words.push_back(fmt::format("A[{}] with B[{}]", i, j));
  std::string answer = fmt::format("It returns {}", *trace.rank);
  answer += *trace.rank == *trace.expected_rank
                ? fmt::format(": {} of the first {} outputs come from A and {} from B.", *trace.rank,
                              *trace.k, *trace.k - *trace.rank)
                : fmt::format("; the co-rank is {}.", *trace.expected_rank);
  answer +=
      words.empty() ? " It reads no element." : fmt::format(" It compares {}.", fmt::join(words, ", then "));
  questions.push_back(
      {fmt::format("search for {}", *trace.k),
       fmt::format("What does your search return for k = {}, and which elements of A and B does "
                   "it compare, in order?",
                   *trace.k),
       answer});
}

/// How often a function of the host reads its arrays.
void add_reads(const Trace& trace, std::vector<Question>& questions) {
  if (!trace.on_host || trace.rank) return;
  std::map<int, std::size_t> reads;
  std::map<std::string, std::size_t> by_line;
  for (std::size_t r = 0; r < trace.requests.size(); ++r) {
    if (trace.requests.kind[r] != 'r' || trace.requests.array[r] >= report::kTracedC) continue;
    const auto count =
        static_cast<std::size_t>(report::end_of(trace.requests, r, trace.events) - trace.requests.first[r]);
    reads[trace.requests.array[r]] += count;
    by_line[place_text(trace, trace.requests.place[r])] += count;
  }
  if (by_line.empty()) return;
  std::vector<std::string> lines;
  for (const auto& [line, count] : by_line) lines.push_back(fmt::format("{} at {}", count, line));
  questions.push_back(
      {"reads", "How often does the call read an element of A, and how often one of B, at which lines?",
       fmt::format("{} of A and {} of B: {}. Counted in the compiled code, where an element in a register is "
                   "read once.",
                   counted(reads[0], "read"), counted(reads[1], "read"), fmt::join(lines, ", "))});
}

}  // namespace

std::vector<Question> questions_of(const Trace& trace, Random& random) {
  std::vector<Question> questions;
  if (trace.cut || trace.verdict == Verdict::todo) return questions;
  if (trace.rank) {
    add_search(trace, questions);
    return questions;
  }
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

}  // namespace mergelab::ask
