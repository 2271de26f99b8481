// Questions about one memory instruction of a warp.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "ask/words.hpp"
#include "report/phrases.hpp"
#include "report/trace_story.hpp"
#include "report/trace_text.hpp"

namespace mergelab::ask {
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
