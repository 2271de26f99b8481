#include "judge/sanitizer_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "judge/sanitizer_record.hpp"
#include "judge/sanitizer_words.hpp"

namespace mergelab::judge {
namespace {

using sanitizer::Record;
using sanitizer::Seen;

constexpr std::size_t kMostViolations = 50;  // of different lines; a student mends the first

class Reader {
 public:
  explicit Reader(const sanitizer::Known& known) : known_(known) {}
  void read(const Record& record);
  SanitizerLog finish();

 private:
  struct Kept {
    Seen seen;
    bool of_call = false;  // a call of the CUDA runtime that failed
  };

  void keep(Seen seen, bool of_call = false);
  void keep(std::vector<Seen> all);

  sanitizer::Known known_;
  std::map<std::string, std::size_t> index_;
  std::vector<Kept> kept_;
  SanitizerLog log_;
};

void Reader::keep(Seen seen, bool of_call) {
  const std::string key = seen.violation.rule + " " + seen.key;
  if (const auto same = index_.find(key); same != index_.end()) {
    kept_[same->second].seen.times += seen.times;
  } else if (kept_.size() < kMostViolations) {
    index_.emplace(key, kept_.size());
    kept_.push_back({std::move(seen), of_call});
  }
}

void Reader::keep(std::vector<Seen> all) {
  for (Seen& seen : all) keep(std::move(seen));
}

void Reader::read(const Record& record) {
  const std::string_view headline = record.headline;
  const auto begins = [&](auto... starts) { return (headline.starts_with(starts) || ...); };
  const auto holds = [&](auto... words) { return ((headline.find(words) != std::string_view::npos) || ...); };
  const auto has_thread = [](const std::string& line) { return line.starts_with("by thread "); };
  if (begins("ERROR SUMMARY", "RACECHECK SUMMARY")) {
    log_.complete = true;
  } else if (holds("didn't terminate successfully", "Target application returned an error")) {
    // The target's own end: whoever started it sees that, and says it better.
  } else if (holds("Race reported between")) {
    keep(race(record));
  } else if (holds("hazard detected")) {
    keep(hazard(record));
  } else if (begins("Error:", "Internal Sanitizer Error", "Target application", "Unable to find",
                    "Failed to")) {
    if (!log_.failure) log_.failure = record.headline;
  } else if (begins("Invalid __")) {
    keep(access(record, known_));
  } else if (begins("Uninitialized")) {
    keep(unwritten(record, known_));
  } else if (begins("Barrier error")) {
    keep(barrier(record, known_));
  } else if (begins("Program hit ")) {
    keep(failed_call(record), true);
  } else if (std::any_of(record.details.begin(), record.details.end(), has_thread)) {
    keep(other(record, known_));
  }  // what is left are leaks and remarks
}

SanitizerLog Reader::finish() {
  // After a kernel's fault every call fails, which tells nothing more.
  const bool explained = std::any_of(kept_.begin(), kept_.end(), [](const Kept& kept) {
    return !kept.of_call && kept.seen.violation.rule != "race";
  });
  for (Kept& kept : kept_) {
    if (kept.of_call && explained) continue;
    Violation& violation = kept.seen.violation;
    if (kept.seen.times > 1) violation.text += fmt::format(" ({} times)", kept.seen.times);
    log_.violations.push_back(std::move(violation));
  }
  return std::move(log_);
}

}  // namespace

SanitizerLog read_sanitizer_log(std::string_view log, std::span<const std::string> files,
                                std::span<const NamedArray> arrays) {
  Reader reader({files, arrays});
  sanitizer::for_each_record(log, [&](const Record& record) { reader.read(record); });
  return reader.finish();
}

}  // namespace mergelab::judge
