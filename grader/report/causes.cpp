#include "report/causes.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <regex>
#include <string_view>
#include <utility>

#include "report/lab_rows.hpp"
#include "report/phrases.hpp"

namespace mergelab::report {
namespace {

constexpr std::string_view kWrong = "wrong", kRule = "rule ";

/// Rules that one wrong index may break in different cases.
std::string family_of(const std::string& rule) {
  constexpr std::array<std::string_view, 9> kAccess{"out_of_bounds",      "shared_size",  "misaligned",
                                                    "uninitialised_read", "fault",        "outside",
                                                    "wild_pointer",       "read_outside", "write_to_const"};
  const bool is_access = std::find(kAccess.begin(), kAccess.end(), rule) != kAccess.end();
  return std::string(kRule) + (is_access ? "access" : rule);
}

/// Whether a run may break the rule and be right.
bool is_broken_by_passed_tests(const LabResult& lab, const std::string& rule) {
  return std::any_of(lab.items.begin(), lab.items.end(), [&](const ItemResult& item) {
    return std::any_of(item.tests.begin(), item.tests.end(), [&](const Observation& seen) {
      return seen.outcome.passed() && !seen.outcome.violations.empty() &&
             seen.outcome.violations.front().rule == rule;
    });
  });
}

/// Items with the same key are told as one.
std::string key_of(const LabResult& lab, const ItemResult& item) {
  const Observation* failure = first_shown_failure(item);
  std::string status(to_string(item.status));
  if (failure == nullptr) return status;
  const Outcome& outcome = failure->outcome;
  switch (outcome.verdict) {
    case Verdict::checker_violation:
      return family_of(outcome.symptom);
    case Verdict::too_slow:
    case Verdict::invalid_measurement:
      return status + " " + (outcome.symptom.empty() ? item.id : outcome.symptom);
    case Verdict::wrong_answer:
    case Verdict::timed_out:
    case Verdict::crashed: {
      const std::vector<Violation>& broken = outcome.violations;
      const std::string rule = broken.empty() ? "" : broken.front().rule;
      // What is wrong beside a race is wrong with the threads in step, too.
      if (!broken.empty() && !(rule == "race" && is_broken_by_passed_tests(lab, rule)))
        return family_of(rule);
      if (outcome.verdict == Verdict::timed_out) return status;
      if (outcome.symptom == "race" && broken.empty()) return family_of(outcome.symptom);
      if (outcome.symptom == "outside" || outcome.symptom == "fault") return family_of(outcome.symptom);
      return outcome.verdict == Verdict::wrong_answer ? std::string(kWrong) : status + " " + outcome.symptom;
    }
    default:
      return status + " " + cause(item);
  }
}

using Keyed = std::vector<std::pair<std::string, Cause>>;

/// Adds to the cause with this key, or with the first of `others` that there is, or begins one.
void add(Keyed& found, const ItemResult& item, const std::string& key,
         std::initializer_list<std::string_view> others = {}) {
  auto same = std::find_if(found.begin(), found.end(), [&](const auto& one) { return one.first == key; });
  for (const std::string_view start : others) {
    if (same != found.end()) break;
    same = std::find_if(found.begin(), found.end(),
                        [&](const auto& one) { return one.first.starts_with(start); });
  }
  if (same == found.end()) same = found.insert(found.end(), {key, {}});
  same->second.items.push_back(&item);
}

}  // namespace

std::vector<Cause> causes_of(const LabResult& lab) {
  Keyed found;
  std::vector<const ItemResult*> unwatched;  // they say that something is wrong, and not what
  for (const ItemResult& item : lab.items) {
    if (item.status == Verdict::passed || item.status == Verdict::not_run) continue;
    const bool ended_badly = item.status == Verdict::wrong_answer || item.status == Verdict::crashed;
    if (!item.checks && ended_badly)
      unwatched.push_back(&item);
    else
      add(found, item, key_of(lab, item));
  }
  for (const ItemResult* item : unwatched) add(found, *item, key_of(lab, *item), {kWrong, kRule});
  std::vector<Cause> causes;
  for (auto& [key, cause] : found) {
    std::sort(cause.items.begin(), cause.items.end());  // they lie in the rubric's order
    const auto teller = std::find_if(cause.items.begin(), cause.items.end(), [](const ItemResult* item) {
      return item->status == Verdict::checker_violation;
    });
    cause.teller = teller == cause.items.end() ? cause.items.front() : *teller;
    causes.push_back(std::move(cause));
  }
  std::stable_partition(causes.begin(), causes.end(), [](const Cause& cause) {
    return cause.teller->kind == ItemKind::checker && cause.teller->status == Verdict::checker_violation;
  });
  return causes;
}

std::string telling_test(const LabResult& lab, const ItemResult& item) {
  switch (item.status) {
    case Verdict::todo:
    case Verdict::not_submitted:
    case Verdict::build_failed:
    case Verdict::forbidden:
    case Verdict::grader_error:
      return "";
    default:
      break;
  }
  const Observation* failure = first_shown_failure(item);
  if (failure == nullptr) return "";
  const std::string text = cause(item);
  for (const ItemResult& other : lab.items) {
    for (const Observation& seen : other.tests) {
      if (text.starts_with(seen.test + ": ")) return seen.test;
    }
  }
  return failure->test;
}

Verdict verdict_of(const ItemResult& item) {
  const Observation* failure = first_shown_failure(item);
  return failure == nullptr ? item.status : failure->outcome.verdict;
}

std::string place_in(const std::string& message) {
  static const std::regex kPlace(R"([\w.-]+\.(cuh?|h):[0-9]+)");
  std::smatch place;
  return std::regex_search(message, place, kPlace) ? place.str() : "";
}

}  // namespace mergelab::report
