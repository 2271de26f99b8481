#include "app/grading/observed.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "judge/protocol.hpp"
#include "report/result_json.hpp"

namespace mergelab::app {

/// The line in front of a run's tests, which are a line each.
struct RunLine {
  Observed seen;  // all but its observations
  std::int64_t tests = 0;
};

void fields(auto& io, Is<RunLine> auto& line) {
  io("lab", line.seen.lab);
  io("inputs", line.seen.inputs);
  io("items", line.seen.items);
  io("allowed", line.seen.allowed);
  io("builds", line.seen.builds);
  io("deductions", line.seen.deductions);
  io("tests", line.tests);
}

namespace {

constexpr const char* kSchema = "{\"schema\":\"mergelab.observations/1\"}";

bool is_right(const Outcome& outcome) {
  return outcome.verdict == Verdict::passed || outcome.verdict == Verdict::too_slow;
}

const double* metric_of(const Item& item, const Observation& seen) {
  const auto metric = seen.outcome.metrics.find(item.metric);
  return metric == seen.outcome.metrics.end() ? nullptr : &metric->second;
}

std::optional<double> known_limit(const Observed& known, const std::string& item) {
  const auto found = known.allowed.find(item);
  return found == known.allowed.end() ? std::nullopt : std::optional(found->second);
}

/// Whether a test passed up to the old limit and would not up to the new one.
bool is_in_doubt(const Item& item, const Observed& known) {
  const std::optional<double> now = allowed(item);
  return item.is_timed() && now &&
         std::any_of(known.observations.begin(), known.observations.end(), [&](const auto& seen) {
           const double* metric = metric_of(item, seen);
           return seen.item == item.id && seen.outcome.passed() && metric != nullptr && *metric > *now;
         });
}

/// By the thresholds of `item`; the figure stays.
void judge_again(const Item& item, Outcome& outcome, const double* metric) {
  if (!is_right(outcome) || metric == nullptr || !std::isfinite(*metric)) return;
  const std::optional<double> limit = allowed(item);
  outcome.message.clear();  // it may name the old threshold; the score says the figure and the new one
  outcome.verdict = limit && *metric > *limit ? Verdict::too_slow : Verdict::passed;
  if (outcome.passed()) outcome.symptom.clear();
}

}  // namespace

std::optional<double> allowed(const Item& item) {
  if (item.kind != ItemKind::performance) return std::nullopt;
  return item.max_ratio ? item.max_ratio : item.full;
}

std::set<std::string> stale_items(const Lab& lab, const std::map<std::string, std::string>& items,
                                  const Observed& known) {
  std::set<std::string> stale;
  for (const Item& item : lab.items) {
    const auto found = known.items.find(item.id), now = items.find(item.id);
    const bool holds = found != known.items.end() && now != items.end() && found->second == now->second;
    if (!holds || is_in_doubt(item, known)) stale.insert(item.id);
  }
  return stale;
}

Observed merged(const Lab& lab, Observed known, Observed fresh, const std::set<std::string>& items) {
  Observed all = std::move(known);
  std::erase_if(all.observations, [&](const Observation& seen) {
    return items.contains(seen.item) || lab.find_item(seen.item) == nullptr;
  });
  for (Observation& seen : all.observations) {
    const Item& item = *lab.find_item(seen.item);
    if (item.kind == ItemKind::performance && known_limit(all, item.id) != allowed(item))
      judge_again(item, seen.outcome, metric_of(item, seen));
  }
  for (Observation& seen : fresh.observations) all.observations.push_back(std::move(seen));
  for (BuildResult& built : fresh.builds) {
    const bool is_known = std::any_of(all.builds.begin(), all.builds.end(), [&](const BuildResult& other) {
      return other.value == built.value && other.backend == built.backend;
    });
    if (!is_known) all.builds.push_back(std::move(built));
  }
  const auto place = [&](const Observation& seen) {
    const Item* item = lab.find_item(seen.item);
    return std::tuple(seen.backend, !item->checks, item - lab.items.data());
  };
  std::stable_sort(all.observations.begin(), all.observations.end(),
                   [&](const Observation& a, const Observation& b) { return place(a) < place(b); });
  all.allowed.clear();
  for (const Item& item : lab.items) {
    if (const std::optional<double> limit = allowed(item)) all.allowed[item.id] = *limit;
  }
  return all;
}

ObservedRuns::ObservedRuns(const std::string& text) try {
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line) || line != kSchema)
    throw std::runtime_error("they are from another version");
  while (std::getline(lines, line)) {
    auto [seen, tests] = JsonReader::read<RunLine>(JsonValue::parsed(line));
    for (std::int64_t i = 0; i < tests; ++i) {
      if (!std::getline(lines, line)) throw std::runtime_error("the last ones are missing");
      seen.observations.push_back(judge::observation_from_line(line));
    }
    Key key(seen.lab, seen.inputs);
    runs_[std::move(key)] = std::move(seen);
  }
} catch (const std::exception& error) {
  throw std::runtime_error(std::string("these observations can't be read: ") + error.what());
}

std::optional<Observed> ObservedRuns::find(const std::string& lab, const std::string& inputs) const {
  const std::lock_guard lock(mutex_);
  const auto found = runs_.find({lab, inputs});
  if (found == runs_.end()) return std::nullopt;
  used_.insert(found->first);
  return found->second;
}

void ObservedRuns::keep(Observed seen) {
  const std::lock_guard lock(mutex_);
  Key key(seen.lab, seen.inputs);
  used_.insert(key);
  runs_[std::move(key)] = std::move(seen);
}

std::string ObservedRuns::text() const {
  const std::lock_guard lock(mutex_);
  std::string text = std::string(kSchema) + "\n";
  for (const Key& key : used_) {
    const Observed& seen = runs_.at(key);
    RunLine line{seen, static_cast<std::int64_t>(seen.observations.size())};
    text += JsonWriter::write(line).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    for (const Observation& each : seen.observations) text += judge::observation_to_line(each) + "\n";
  }
  return text;
}

}  // namespace mergelab::app
