#include "ask/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "report/phrases.hpp"
#include "report/report.hpp"
#include "report/trace_story.hpp"
#include "report/trace_text.hpp"

namespace mergelab::ask {

bool is_own_line(const Trace& trace, int place) {
  const TracedPlace& known = trace.places[static_cast<std::size_t>(place)];
  if (!known.file || known.line < 1) return false;
  const auto& lines = trace.files[static_cast<std::size_t>(*known.file)].lines;
  return lines && static_cast<std::size_t>(known.line) <= lines->size();
}

std::string place_text(const Trace& trace, int place) {
  const report::TextStyle style;
  return report::TraceFormatter(trace, style).at(place);
}

std::string line_text(const Trace& trace, int place) {
  if (!is_own_line(trace, place)) return "";
  const TracedPlace& known = trace.places[static_cast<std::size_t>(place)];
  const std::string& line =
      (*trace.files[static_cast<std::size_t>(*known.file)].lines)[static_cast<std::size_t>(known.line) - 1];
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
}

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

std::vector<int> inputs_of(const Trace& trace) {
  std::vector<int> inputs;
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    if (trace.arrays[i].input) inputs.push_back(static_cast<int>(i));
  }
  return inputs;
}

int output_of(const Trace& trace) {
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    if (trace.arrays[i].expected && trace.arrays[i].name != "returned") return static_cast<int>(i);
  }
  return -1;
}

std::string names_of(const Trace& trace, const std::vector<int>& arrays, std::string_view last) {
  std::string names;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (i > 0) names += i + 1 == arrays.size() ? fmt::format(" {} ", last) : ", ";
    names += trace.arrays[static_cast<std::size_t>(arrays[i])].name;
  }
  return names;
}

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

std::string text_of(const Trace& trace, const Element& element) {
  return fmt::format("{}[{}]", trace.arrays[static_cast<std::size_t>(element.array)].name, element.index);
}

// Questions about one memory instruction of a warp.

namespace {

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
  for (int e = trace.requests.first[r]; e < report::end_of(trace.requests, r, trace.events); ++e) {
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

}  // namespace

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

/// How often the banks of shared memory have to serve a request.
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

}  // namespace mergelab::ask
