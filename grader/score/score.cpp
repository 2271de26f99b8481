#include "score/score.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace mergelab::score {
namespace {

/// The first item that lost points, with its name in front, unless a build says it of all.
std::string first_thing(const std::vector<JudgedItem>& items) {
  for (const JudgedItem& item : items) {
    const ItemResult& result = item.result;
    if (result.status == Verdict::passed || result.status == Verdict::not_run) continue;
    if (item.by_build) return result.message;
    return result.message.empty() ? result.id : say(Sentence::of_test, result.id, result.message);
  }
  return "";
}

/// A broken rule that costs no item here: with --case, on own arrays, and in a lab without such an item.
std::string unreported_violation(const Lab& lab, const std::vector<Observation>& observations) {
  if (std::any_of(lab.items.begin(), lab.items.end(),
                  [](const Item& item) { return item.checker == CheckerRule::accesses; }))
    return "";
  for (const Observation& seen : observations) {
    const std::vector<Violation>& violations = seen.outcome.violations;
    if (!seen.hidden && !violations.empty())
      return say(Sentence::of_test, seen.test, in_words(violations.front()));
  }
  return "";
}

/// A race costs the item that reports it. Cases of the checked items are tried again as if it were fixed; one
/// that is too large for the checks is not, and loses no points if all that were tried are right.
void spare_unchecked(const Lab& lab, std::vector<JudgedItem>& items) {
  const JudgedItem* race = nullptr;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Item& rubric = lab.items[i];
    const JudgedItem& item = items[i];
    const Verdict status = item.result.status;
    const bool is_right = status == Verdict::passed || status == Verdict::not_run;
    if (rubric.checker == CheckerRule::accesses && status == Verdict::checker_violation &&
        std::find(item.seen.begin(), item.seen.end(), "race") != item.seen.end())
      race = &item;
    if (rubric.kind == ItemKind::correctness && rubric.checks && !is_right) return;
  }
  if (race == nullptr) return;
  for (std::size_t i = 0; i < items.size(); ++i) {
    ItemResult& result = items[i].result;
    const bool is_spoilt = result.status == Verdict::wrong_answer || result.status == Verdict::crashed ||
                           result.status == Verdict::timed_out;
    if (lab.items[i].kind != ItemKind::correctness || lab.items[i].checks || items[i].by_build || !is_spoilt)
      continue;
    items[i].credit = 1;
    items[i].seen.clear();
    result.status = Verdict::passed;
    result.message = say(Sentence::spared, race->result.id);
  }
}

/// Takes out what the submission chose: values, places, figures, each test's result. A figure's points would
/// reveal it too.
void withhold(JudgedItem& item) {
  constexpr double kParts = 20;
  ItemResult& result = item.result;
  if (result.tests.empty() || result.status == Verdict::grader_error) return;
  item.credit = std::floor(item.credit * kParts) / kParts;
  result.message = result.status == Verdict::passed ? "" : phrase(result.status);
  result.of_test.clear();
  result.metrics.clear();
  result.tests.clear();
  result.hidden_tests = 0;
}

/// Deals the lab's points to the items that are due, pro rata, and sums up.
LabResult deal(const Lab& lab, std::vector<JudgedItem> items, const std::vector<std::string>& references) {
  LabResult result;
  give_hints(lab, items);
  if (!references.empty()) std::for_each(items.begin(), items.end(), withhold);
  result.carried_forward = references;
  result.name = lab.name;
  result.max_score = lab.points;
  std::vector<Points> due(items.size());
  bool any_due = false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!counts_in_maximum(items[i].result.status)) continue;
    any_due = true;
    due[i] = lab.items[i].points;
    result.status = worse(result.status, items[i].result.status);
  }
  const std::vector<Points> most = divided(lab.points, due);
  const bool can_score = any_due && std::accumulate(most.begin(), most.end(), Points()) == lab.points;
  Points score;
  for (std::size_t i = 0; i < items.size(); ++i) {
    ItemResult& item = items[i].result;
    if (const auto group = lab.groups.find(lab.items[i].group); group != lab.groups.end()) {
      item.group = group->first;
      item.group_about = group->second;
    }
    item.max_score = most[i];
    item.score = most[i].part(items[i].credit);
    score += item.score;
  }
  result.message = first_thing(items);
  if (!can_score) {
    result.status = Verdict::not_run;
    result.message = say(Sentence::no_item_ran);
  } else if (result.status != Verdict::grader_error) {
    result.score = score;
  }
  for (JudgedItem& item : items) result.items.push_back(std::move(item.result));
  return result;
}

bool is_untimed(const Item& item) {
  return item.kind == ItemKind::correctness || (item.kind == ItemKind::performance && !item.is_timed());
}

constexpr double kAllPercent = 100;

/// Divides what the items earned among the deductions and the score.
void share(LabResult& result) {
  if (!result.score) return;
  Points left = *result.score;
  for (const Deduction& each : result.deductions) left += each.points;
  const Points earned = left;
  double percent_left = kAllPercent;
  for (Deduction& each : result.deductions) {
    const double percent = std::clamp(each.percent, 0.0, percent_left);
    percent_left -= percent;
    each.points = percent_left == 0 ? left : std::min(left, earned.part(percent / kAllPercent));
    left -= each.points;
  }
  result.score = left;
}

}  // namespace

LabResult score_lab(const Lab& lab, Backends backends, const std::vector<BuildResult>& builds,
                    const std::vector<Observation>& observations,
                    const std::vector<std::string>& references) {
  std::vector<JudgedItem> items;
  for (const Item& item : lab.items) items.push_back(judge_item(item, backends, builds, observations));
  spare_unchecked(lab, items);
  LabResult result = deal(lab, std::move(items), references);
  result.builds = builds;
  if (result.message.empty()) {
    result.message = unreported_violation(lab, observations);
    if (!result.message.empty() && !references.empty()) result.message = say(Sentence::rule_broken);
  }
  return result;
}

LabResult unscored_lab(const Lab& lab, Backends backends, Verdict verdict, const std::string& message) {
  std::vector<JudgedItem> items;
  for (const Item& item : lab.items) {
    const Backends due = due_on(item, backends);
    items.push_back(due.empty() ? judge_item(item, backends, {}, {})
                                : decided_item(item, due, verdict, message));
  }
  LabResult result = deal(lab, std::move(items), {});
  if (result.status != Verdict::not_run) result.message = message;
  return result;
}

void total(Grading& grading) {
  Points score, max_score;
  bool known = true;
  for (const LabResult& lab : grading.labs) {
    known &= lab.score.has_value();
    score += lab.score.value_or(0);
    max_score += lab.max_score;
  }
  grading.score = known ? std::optional(score) : std::nullopt;
  grading.max_score = max_score;
  grading.complete = known && std::all_of(grading.asked.begin(), grading.asked.end(), [&](const auto& name) {
                       return std::any_of(grading.labs.begin(), grading.labs.end(),
                                          [&](const LabResult& lab) { return lab.name == name; });
                     });
}

double credit(const Item& item, double metric) {
  if (!std::isfinite(metric) || metric < 0) return 0;
  if (item.max_ratio) return metric <= *item.max_ratio ? 1 : 0;
  if (!item.full || !item.zero) return 0;
  if (metric <= *item.full) return 1;
  if (metric >= *item.zero) return 0;
  return std::clamp(std::log(*item.zero / metric) / std::log(*item.zero / *item.full), 0.0, 1.0);
}

bool lost_untimed_points(const Lab& lab, const LabResult& result) {
  switch (result.status) {
    case Verdict::not_submitted:
    case Verdict::build_failed:
    case Verdict::forbidden:
      return true;
    default:
      break;
  }
  return std::any_of(result.items.begin(), result.items.end(), [&](const ItemResult& seen) {
    const Item* item = lab.find_item(seen.id);
    const bool lost = seen.status != Verdict::passed && seen.status != Verdict::not_run;
    return lost && item != nullptr && is_untimed(*item);
  });
}

LabResult better(LabResult own, LabResult carried) {
  const std::optional<Points> own_score = own.score;
  // A result that the grader failed to get could have been the better one: only full marks settle it without.
  const auto settled = [](const LabResult& result) {
    return result.score && *result.score >= result.max_score;
  };
  bool take_carried = false;
  if (own.score && carried.score) {
    take_carried = *carried.score > *own.score;
  } else if (own.score) {
    take_carried = !settled(own);
  } else {
    take_carried = settled(carried);
  }
  LabResult result = take_carried ? std::move(carried) : std::move(own);
  result.own_score = own_score;
  return result;
}

std::int64_t days_late(const Deadline& deadline, Moment submitted) {
  constexpr Moment kMinute = 60;
  if (submitted <= deadline.at + kMinute * deadline.grace_minutes) return 0;
  return 1 + std::count_if(deadline.day_ends.begin(), deadline.day_ends.end(),
                           [&](Moment end) { return end < submitted; });
}

std::optional<Deduction> late_deduction(const Deadline& deadline, Moment submitted) {
  const std::int64_t days = days_late(deadline, submitted);
  if (days == 0) return std::nullopt;
  Deduction late{.kind = "late", .message = "", .percent = 0, .points = 0};
  if (deadline.days_taken && days > *deadline.days_taken) {
    late.percent = kAllPercent;
    late.message = *deadline.days_taken == 0 ? say(Sentence::late, deadline.text)
                                             : say(Sentence::too_late, deadline.text, *deadline.days_taken);
    return late;
  }
  late.percent = std::min(kAllPercent, static_cast<double>(days) * deadline.percent_per_day);
  late.message = say(Sentence::days_late, days, deadline.text);
  return late;
}

void deduct(LabResult& result, Deduction deduction) {
  result.deductions.push_back(std::move(deduction));
  share(result);
}

void set_late(LabResult& result, std::optional<Deduction> late) {
  Points points;
  const std::size_t lost = std::erase_if(result.deductions, [&](const Deduction& each) {
    if (each.kind == "late") points += each.points;
    return each.kind == "late";
  });
  if (result.score) *result.score += points;
  const bool is_late = late.has_value();
  if (is_late) result.deductions.push_back(*std::move(late));
  if (is_late || lost > 0) share(result);
}

}  // namespace mergelab::score
