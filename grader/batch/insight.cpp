#include "batch/insight.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <numeric>
#include <set>

#include "batch/text.hpp"
#include "report/causes.hpp"
#include "report/phrases.hpp"
#include "report/report.hpp"

namespace mergelab::batch {
namespace {

constexpr double kSecondsPerHour = 3600;

/// What students read about something, how many read it, and their hints.
class Told {
 public:
  void add(const std::string& text, const std::string& hint) {
    ++told_[text].count;
    if (!hint.empty()) ++told_[text].hints[hint];
  }
  [[nodiscard]] std::vector<Finding> commonest_first() const {
    std::vector<Finding> findings;
    for (const auto& [text, one] : told_) {
      const auto hint = std::max_element(one.hints.begin(), one.hints.end(),
                                         [](const auto& a, const auto& b) { return a.second < b.second; });
      findings.push_back({text, hint == one.hints.end() ? "" : hint->first, one.count});
    }
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Finding& a, const Finding& b) { return a.students > b.students; });
    return findings;
  }

 private:
  struct One {
    std::size_t count = 0;
    std::map<std::string, std::size_t> hints;
  };
  std::map<std::string, One> told_;
};

struct ItemData {
  ItemInsight seen;
  Points points;
  Told told, told_begun;
};

struct LabData {
  LabInsight seen;
  std::vector<ItemData> items;
  Told told;
};

bool lost_points(const ItemResult& item) {
  return item.status != Verdict::not_run && item.score < item.max_score;
}

LabData& lab_of(std::vector<LabData>& labs, const std::string& name) {
  auto found =
      std::find_if(labs.begin(), labs.end(), [&](const LabData& lab) { return lab.seen.name == name; });
  if (found == labs.end()) {
    found = labs.insert(labs.end(), LabData());
    found->seen.name = name;
  }
  return *found;
}

void take(LabData& lab, const ItemResult& item) {
  auto found = std::find_if(lab.items.begin(), lab.items.end(),
                            [&](const ItemData& each) { return each.seen.id == item.id; });
  if (found == lab.items.end()) {
    found = lab.items.insert(lab.items.end(), ItemData());
    found->seen.id = item.id;
    found->seen.about = item.about;
  }
  if (item.status == Verdict::not_run) return;
  ItemInsight& seen = found->seen;
  ++seen.students;
  seen.max_score = std::max(seen.max_score, item.max_score.number());
  found->points += item.score;
  const bool is_begun = item.status != Verdict::todo && item.status != Verdict::not_submitted;
  seen.begun += is_begun ? 1 : 0;
  if (!lost_points(item)) {
    ++seen.full;
    return;
  }
  ++seen.lost;
  seen.lost_by_begun += is_begun ? 1 : 0;
  seen.none += item.score == 0 ? 1 : 0;
  (is_begun ? found->told_begun : found->told).add(std::string(report::headline_of(item)), item.hint);
}

void take(LabData& lab, const LabResult& result) {
  if (!result.score) return;
  // A stored grading knows of no attempt, and of no late work.
  lab.seen.scores.push_back(result.score->number());
  lab.seen.max_score = std::max(lab.seen.max_score, result.max_score.number());
  lab.seen.full += *result.score >= result.max_score ? 1 : 0;
  for (const ItemResult& item : result.items) take(lab, item);
  const auto first = std::find_if(result.items.begin(), result.items.end(), lost_points);
  if (first == result.items.end()) return;
  const std::string word(report::headline_of(*first));
  // A reason why the file was not tried at all belongs to no item.
  const bool of_all = result.status == first->status &&
                      std::all_of(result.items.begin(), result.items.end(), [&](const ItemResult& item) {
                        return item.status == first->status || item.status == Verdict::not_run;
                      });
  lab.told.add(of_all ? word : fmt::format("{}: {}", first->id, word), first->hint);
}

/// Hours between two times as utc_text() writes them.
double hours_between(const std::string& from, const std::string& to) {
  const auto seconds = [](const std::string& text) {
    std::tm time{};
    return ::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &time) == nullptr ? std::time_t{0}
                                                                            : ::timegm(&time);
  };
  return static_cast<double>(seconds(to) - seconds(from)) / kSecondsPerHour;
}

struct Reached {
  std::vector<double> attempts, hours;
};

/// Whether and when the lab got full marks in one student's attempts.
void take_history(const std::vector<Attempt>& attempts, LabInsight& lab, Reached& reached) {
  std::vector<const Attempt*> tries;
  for (const Attempt& attempt : attempts) {
    const auto found = attempt.labs.find(lab.name);
    if (found != attempt.labs.end() && found->second.score && found->second.status != "not_submitted")
      tries.push_back(&attempt);
  }
  if (tries.size() < 2) return;
  ++lab.histories.students;
  const auto full = std::find_if(tries.begin(), tries.end(), [&](const Attempt* attempt) {
    const LabScore& score = attempt->labs.at(lab.name);
    return score.score.value_or(0) + score.late_points.value_or(0) >= score.max_score;
  });
  if (full == tries.end()) return;
  ++lab.histories.reached;
  reached.attempts.push_back(static_cast<double>(full - tries.begin() + 1));
  reached.hours.push_back(std::max(0.0, hours_between(tries.front()->submitted(), (*full)->submitted())));
}

const Attempt* chosen(const std::vector<Attempt>& attempts, bool best) {
  if (best) return best_of(attempts);
  const auto last = std::find_if(attempts.rbegin(), attempts.rend(),
                                 [](const Attempt& attempt) { return attempt.score.has_value(); });
  return last == attempts.rend() ? nullptr : &*last;
}

}  // namespace

double mean(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

Insight insight_of(const Gradebook& book, bool best) {
  Insight insight;
  std::vector<LabData> labs;
  std::vector<std::vector<Attempt>> histories;
  for (const Student& student : book.students()) {
    ++insight.students;
    std::vector<Attempt> attempts = book.attempts(student.id);
    insight.handed_in_nothing += attempts.empty() ? 1 : 0;
    const Attempt* attempt = chosen(attempts, best);
    if (attempt != nullptr) {
      ++insight.graded;
      insight.scores.push_back((*attempt->score + attempt->late_points.value_or(0)).number());
      insight.max_score = std::max(insight.max_score, attempt->max_score.number());
      for (const LabResult& result : report::from_json(book.report(attempt->grading)).labs)
        take(lab_of(labs, result.name), result);
    }
    histories.push_back(std::move(attempts));
  }
  std::sort(labs.begin(), labs.end(),
            [](const LabData& a, const LabData& b) { return a.seen.name < b.seen.name; });
  for (LabData& lab : labs) {
    for (ItemData& item : lab.items) {
      item.seen.mean =
          item.seen.students == 0 ? 0 : item.points.number() / static_cast<double>(item.seen.students);
      const std::vector<Finding> told =
          (item.seen.lost_by_begun > 0 ? item.told_begun : item.told).commonest_first();
      if (!told.empty()) item.seen.commonest = told.front();
      lab.seen.items.push_back(std::move(item.seen));
    }
    lab.seen.findings = lab.told.commonest_first();
    Reached reached;
    for (const std::vector<Attempt>& attempts : histories) take_history(attempts, lab.seen, reached);
    lab.seen.histories.median_attempts = median(reached.attempts);
    lab.seen.histories.median_hours = median(reached.hours);
    insight.labs.push_back(std::move(lab.seen));
  }
  return insight;
}

}  // namespace mergelab::batch
