// What a course's settings take from a lab's score: for late work, and for what a lab may not use.
#include <algorithm>
#include <utility>

#include "score/score.hpp"

namespace mergelab::score {
namespace {

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
