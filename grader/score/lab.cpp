// A lab's result: its items', their share of the lab's points, and what to look at first.
#include <fmt/format.h>

#include <algorithm>

#include "score/item.hpp"
#include "score/round.hpp"
#include "score/score.hpp"

namespace mergelab::score {
namespace {

/// Whether a hint could add to the item's message.
bool wants_hint(Verdict status) {
  switch (status) {
    case Verdict::passed:
    case Verdict::todo:
    case Verdict::not_submitted:
    case Verdict::not_run:
    case Verdict::grader_error:
      return false;
    default:
      return true;
  }
}

/// Whether the program ended before it answered: what the item's cases are about does not explain that.
bool ended_early(Verdict status) {
  return status == Verdict::crashed || status == Verdict::timed_out || status == Verdict::resource_limit;
}

/// Whether the lab was built for at least one type of element, so that a failed build says something about
/// the others.
bool was_built(const std::vector<JudgedItem>& items) {
  return std::any_of(items.begin(), items.end(), [](const JudgedItem& item) {
    const Verdict status = item.result.status;
    return counts_in_maximum(status) && status != Verdict::build_failed && status != Verdict::forbidden;
  });
}

bool lists(const Hint& hint, const std::string& id) {
  return std::find(hint.items.begin(), hint.items.end(), id) != hint.items.end();
}

/// Whether every correctness item that ran and is not in hint.items passed.
bool others_passed(const Hint& hint, const std::vector<JudgedItem>& items) {
  return std::all_of(items.begin(), items.end(), [&](const JudgedItem& item) {
    return item.result.kind != ItemKind::correctness || item.result.status == Verdict::passed ||
           item.result.status == Verdict::not_run || lists(hint, item.result.id);
  });
}

bool any_race(const std::vector<JudgedItem>& items) {
  return std::any_of(items.begin(), items.end(),
                     [](const JudgedItem& item) { return item.symptom == "race"; });
}

std::string hint_for(const JudgedItem& item, const Lab& lab, const std::vector<JudgedItem>& items) {
  if (!wants_hint(item.result.status) || !was_built(items)) return "";
  // A race that another item shows explains a wrong merge of an item that runs without the checks.
  const Item* rubric = lab.find_item(item.result.id);
  const bool merges = rubric != nullptr && rubric->kind == ItemKind::correctness;
  if (merges && !rubric->checks && item.symptom != "race" && any_race(items)) return "";
  const auto found = std::find_if(lab.hints.begin(), lab.hints.end(), [&](const Hint& hint) {
    const bool by_items_alone = !hint.items.empty() && hint.symptom.empty() && !hint.only;
    if (by_items_alone && ended_early(item.result.status)) return false;
    return (hint.items.empty() || lists(hint, item.result.id)) &&
           (hint.symptom.empty() || hint.symptom == item.symptom) &&
           (!hint.only || others_passed(hint, items));
  });
  return found == lab.hints.end() ? "" : found->text;
}

/// The first item that lost points, with its name in front, unless a build says it of all.
std::string first_thing(const std::vector<JudgedItem>& items) {
  for (const JudgedItem& item : items) {
    const ItemResult& result = item.result;
    if (result.status == Verdict::passed || result.status == Verdict::not_run) continue;
    if (item.by_build) return result.message;
    return result.message.empty() ? result.id : fmt::format("{}: {}", result.id, result.message);
  }
  return "";
}

/// A broken rule that costs no item here: with --case, on own arrays, and in a lab without such an item.
std::string untold_violation(const Lab& lab, const std::vector<Observation>& observations) {
  if (std::any_of(lab.items.begin(), lab.items.end(),
                  [](const Item& item) { return item.checker == CheckerRule::accesses; }))
    return "";
  for (const Observation& seen : observations) {
    const std::vector<Violation>& violations = seen.outcome.violations;
    if (!seen.hidden && !violations.empty())
      return fmt::format("{}: {}", seen.test, in_words(violations.front()));
  }
  return "";
}

/// Deals the lab's points to the items that are due, pro rata, and sums up.
LabResult deal(const Lab& lab, std::vector<JudgedItem> items) {
  LabResult result;
  result.name = lab.name;
  result.max_score = rounded(lab.points);
  double due_points = 0;
  bool any_due = false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!counts_in_maximum(items[i].result.status)) continue;
    any_due = true;
    due_points += lab.items[i].points;
    result.status = worse(result.status, items[i].result.status);
  }
  const bool can_score = any_due && (due_points > 0 || lab.points == 0);
  const double share = due_points > 0 ? lab.points / due_points : 0;
  double score = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    ItemResult& item = items[i].result;
    if (const auto group = lab.groups.find(lab.items[i].group); group != lab.groups.end()) {
      item.group = group->first;
      item.group_about = group->second;
    }
    if (counts_in_maximum(item.status)) {
      const double most = lab.items[i].points * share;
      score += most * items[i].credit;
      item.max_score = rounded(most);
      item.score = rounded(most * items[i].credit);
      item.hint = hint_for(items[i], lab, items);
    }
  }
  result.message = first_thing(items);
  if (!can_score) {
    result.status = Verdict::not_run;
    result.message = "nothing in this lab could run on this backend";
  } else if (result.status != Verdict::grader_error) {
    result.score = std::min(rounded(score), result.max_score);
  }
  for (JudgedItem& item : items) result.items.push_back(std::move(item.result));
  return result;
}

}  // namespace

LabResult score_lab(const Lab& lab, Backends backends, const std::vector<BuildResult>& builds,
                    const std::vector<Observation>& observations) {
  std::vector<JudgedItem> items;
  for (const Item& item : lab.items) items.push_back(judge_item(item, backends, builds, observations));
  LabResult result = deal(lab, std::move(items));
  result.builds = builds;
  if (result.message.empty()) result.message = untold_violation(lab, observations);
  return result;
}

LabResult unscored_lab(const Lab& lab, Backends backends, Verdict verdict, const std::string& message) {
  std::vector<JudgedItem> items;
  for (const Item& item : lab.items) {
    const Backends due = due_on(item, backends);
    items.push_back(due.empty() ? judge_item(item, backends, {}, {})
                                : decided_item(item, due, verdict, message));
  }
  LabResult result = deal(lab, std::move(items));
  if (result.status != Verdict::not_run) result.message = message;
  return result;
}

}  // namespace mergelab::score
