// Error carried forward: when an earlier lab's mistake costs points in later ones, and which result then
// counts.
#include <algorithm>
#include <utility>

#include "score/score.hpp"

namespace mergelab::score {
namespace {

bool is_untimed(const Item& item) {
  return item.kind == ItemKind::correctness || (item.kind == ItemKind::performance && !item.is_timed());
}

}  // namespace

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

}  // namespace mergelab::score
