// What one call of a lab's function did in one small case: every access of every thread, in columns. Indices
// count from 0; -1 means none.
#pragma once

#include "model/interface.hpp"
#include "model/verdict.hpp"

namespace mergelab {

/// A case is traced up to so many elements of all arrays, unless a kit says fewer.
inline constexpr std::int64_t kMostTracedElements = 8192;

struct TracedArray {
  std::string name;   // the function's arrays come first, in its order; a variable's is the source's
  std::string space;  // "global", "shared", "host"
  std::int64_t elements = 0;
  int element_bytes = 4;
  int offset = 0;  // of a shared array, in bytes from where bank 0 begins: below 128
  // Of the function's arrays; the type of other memory is "" or a guess.
  std::string type = {};                 // element_types()
  std::vector<std::int64_t> shape = {};  // more than one extent: elements have as many indices
  std::optional<std::vector<Number>> input = {}, expected = {};
  std::optional<std::vector<std::optional<Number>>> output = {};  // in the end; empty: never written
  std::vector<int> wrong = {};                                    // its elements that are not right
};

/// A file of the student's; without lines if it is a reference in place of an earlier lab's.
struct TracedFile {
  std::string name;
  std::optional<std::vector<std::string>> lines;
};

struct TracedPlace {
  std::optional<int> file;  // empty: unknown
  int line = 0;             // from 1; 0: unknown, or of a file without lines
  std::string function;     // "" where unknown
};

/// One memory instruction of one warp each, in the order in which they happened in their block. Of a host
/// function there is one for each access.
struct TracedRequests {
  std::vector<int> block, phase;  // phase: barriers of the block that came before
  std::vector<int> warp, place;
  std::string kind;  // a letter each: r, w, a (atomic)
  std::vector<int> array;
  std::vector<int> sectors;  // of 32 bytes, of global memory; 0 else
  std::vector<int> turns;    // that the banks of shared memory need; 0 else
  std::vector<int> first;    // its first event; its events end where the next request's begin
  [[nodiscard]] std::size_t size() const { return first.size(); }
};

struct TracedEvents {
  std::vector<int> lane;                     // the thread in its block
  std::vector<int> index;                    // of the array's element; outside of it negative or past its end
  std::vector<std::optional<Number>> value;  // read or written; empty: unknown
  [[nodiscard]] std::size_t size() const { return lane.size(); }
};

struct TracedLaunch {
  int first_block = 0, blocks = 0, threads = 0;
};
/// The barrier that ended a phase of a block.
struct TracedBarrier {
  int block = 0, phase = 0;
  std::optional<int> place;
};
struct TracedViolation {
  std::string rule, message;
  std::vector<int> events;  // the earlier access and the one that broke the rule, as far as they are known
};
/// A thread that waits for others that never come.
struct TracedWait {
  int block = 0, thread = 0;
  std::optional<int> place;
};
/// The sums of a place's requests; loads and stores are events.
struct TracedCounter {
  int place = 0;
  std::int64_t sectors = 0, turns = 0, loads = 0, stores = 0;
};
struct TracedWrong {
  int index = 0;
  Number expected{};
  std::optional<Number> got = {};
  std::optional<int> event = {};  // its last write
  /// Of an element that was never written: who should have, if the others' writes show it.
  std::optional<int> block = {}, thread = {};
  int array = 0;
};

/// A number that the function was called with.
struct TracedNumber {
  std::string name;
  Number value{};
};

struct Trace {
  std::string lab, title;
  std::string case_name;        // "plain/one_tile", "your arrays"
  std::string kit;              // "": none
  int blocks = 1, threads = 1;  // of the first launch
  bool on_host = false;
  Verdict verdict = Verdict::passed;
  std::string message;
  std::vector<TracedNumber> numbers;
  std::optional<TracedWrong> first_wrong;
  std::vector<TracedArray> arrays;
  std::vector<TracedFile> files;
  std::vector<TracedPlace> places;
  std::vector<TracedLaunch> launches;
  TracedRequests requests;
  TracedEvents events;
  std::vector<TracedBarrier> barriers;
  std::vector<TracedViolation> violations;
  std::vector<TracedWait> waiting;
  std::vector<TracedCounter> counters;
  bool cut = false;  // events past the bound were left out

  /// Where the events of request `r` end.
  [[nodiscard]] int end_of(std::size_t r) const {
    return r + 1 < requests.size() ? requests.first[r + 1] : static_cast<int>(events.size());
  }
};

}  // namespace mergelab
