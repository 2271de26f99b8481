// Times as people write them, with the offset of their zone or in a zone that knows when clocks change.
#pragma once

#include "model/course.hpp"

namespace mergelab::course {

/// "2026-10-02T23:59", with seconds or without, and an offset (Z, -04:00) or in `zone`, which may be empty.
/// Throws Error with a sentence and its remedy: for another text, for a time without a zone, for an offset
/// that is not the zone's on that day, and for a time that the zone's clocks skip or show twice.
[[nodiscard]] Moment read_time(std::string_view text, const std::string& zone);

/// The same of somebody who may be in another zone: an offset is taken as it is.
[[nodiscard]] Moment read_time_anywhere(std::string_view text, const std::string& zone);

/// A name such as "America/New_York". Throws Error for one that this machine does not know.
void check_zone(const std::string& zone);

/// The same time of day on each of the next days; without a zone a day has 24 hours.
[[nodiscard]] std::vector<Moment> next_days(Moment moment, std::size_t days, const std::string& zone);

/// "2026-10-02 23:59 -04:00", in the zone; without one in UTC. With seconds where there are some, or where
/// they are asked for.
[[nodiscard]] std::string time_text(Moment moment, const std::string& zone, bool with_seconds = false);

}  // namespace mergelab::course
