#include "course/deadline.hpp"

#include <algorithm>
#include <cmath>

#include "course/course.hpp"
#include "course/time.hpp"

namespace mergelab::course {
namespace {

constexpr double kAllPercent = 100;
constexpr std::int64_t kMostDays = 366;

/// What late work costs: the settings' rule, or one of a lab's own.
void read_late(const JsonValue& object, Deadline& deadline) {
  object.allow_keys({"percent_per_day", "grace_minutes", "days_taken"});
  constexpr std::int64_t kMostGrace = 60 * 24 * 7;
  deadline.grace_minutes = object.integer_or("grace_minutes", 0, kMostGrace, 0);
  if (object.has("percent_per_day")) {
    const JsonValue percent = object.at("percent_per_day");
    deadline.percent_per_day = percent.number(0, false);
    if (deadline.percent_per_day > kAllPercent) percent.fail("expected a number of 100 or less");
  }
  if (object.has("days_taken")) deadline.days_taken = object.at("days_taken").integer(0, kMostDays);
  if (!object.has("percent_per_day") && !deadline.days_taken)
    object.fail("expected \"percent_per_day\", \"days_taken\" or both: otherwise late work loses no points");
}

}  // namespace

Moment read_time_at(const JsonValue& value, const std::string& zone) try {
  return read_time(value.text(), zone);
} catch (const Error& error) {
  const std::string what = error.what();
  if (what.starts_with('"')) value.fail(what);  // what read_time says; text() has said where
  throw;
}

Deadline read_deadline(const JsonValue& time, const std::optional<JsonValue>& late, const std::string& zone) {
  Deadline deadline;
  deadline.at = read_time_at(time, zone);
  deadline.text = time_text(deadline.at, zone);
  if (!late) return deadline;
  read_late(*late, deadline);
  auto days = static_cast<double>(deadline.days_taken.value_or(kMostDays));
  if (deadline.percent_per_day > 0) days = std::min(days, std::ceil(kAllPercent / deadline.percent_per_day));
  deadline.day_ends = next_days(deadline.at, static_cast<std::size_t>(days), zone);
  return deadline;
}

}  // namespace mergelab::course
