// Times with an offset or in a zone: their values, and the message for each mistake.
#include "course/time.hpp"

#include "course/course.hpp"
#include "support/test.hpp"

namespace mergelab::course {
namespace {

constexpr Moment kHour = 3600, kDay = 24 * kHour;
const std::string kNewYork = "America/New_York";

std::string complaint(const std::string& text, const std::string& zone = "") {
  return error_of<Error>([&] { return read_time(text, zone); });
}

TEST(Time, is_read_with_its_offset) {
  EXPECT_EQ(read_time("1970-01-01T00:00Z", ""), 0);
  EXPECT_EQ(read_time("2026-10-02T23:59-04:00", ""), read_time("2026-10-03T03:59:00Z", ""));
  EXPECT_EQ(read_time("2026-10-02 23:59:58.25+0530", ""), read_time("2026-10-02T18:29:58Z", ""));
  EXPECT_EQ(read_time("2028-02-29T12:00Z", ""), 1835438400);
}

TEST(Time, is_read_in_a_zone_in_summer_and_in_winter) {
  EXPECT_EQ(read_time("2026-10-02T23:59", kNewYork), read_time("2026-10-02T23:59-04:00", ""));
  EXPECT_EQ(read_time("2026-12-02T23:59", kNewYork), read_time("2026-12-02T23:59-05:00", ""));
  EXPECT_EQ(read_time("2026-12-02T23:59", "Asia/Kolkata"), read_time("2026-12-02T23:59+05:30", ""));
  EXPECT_EQ(time_text(read_time("2026-12-02T23:59", kNewYork), kNewYork), "2026-12-02 23:59 -05:00");
  EXPECT_EQ(time_text(read_time("2026-12-02T23:59", kNewYork), ""), "2026-12-03 04:59 +00:00");
}

TEST(Time, needs_a_zone) {
  EXPECT_EQ(complaint("2026-10-02T23:59"),
            "\"2026-10-02T23:59\" has no time zone\n  append its offset (-04:00, Z), or give the settings a "
            "\"zone\" such as \"America/New_York\"");
}

TEST(Time, with_the_offset_of_another_zone_is_refused) {
  EXPECT_EQ(complaint("2026-12-02T23:59-04:00", kNewYork),
            "\"2026-12-02T23:59-04:00\" is -04:00 of UTC, but America/New_York is -05:00 at that time\n  "
            "write -05:00, or leave the offset out");
  EXPECT_EQ(complaint("2026-12-02T23:59-05:00", kNewYork), "");
  EXPECT_EQ(read_time_anywhere("2026-12-02T23:59-04:00", kNewYork), read_time("2026-12-03T03:59Z", ""));
}

TEST(Time, that_clocks_skip_or_show_twice_is_refused) {
  EXPECT_EQ(complaint("2026-03-08T02:30", kNewYork),
            "\"2026-03-08T02:30\" does not exist in America/New_York: clocks go forward then\n  use another "
            "time of that day");
  EXPECT_EQ(complaint("2026-11-01T01:30", kNewYork),
            "\"2026-11-01T01:30\" occurs twice in America/New_York: clocks go back then\n  append -04:00 or "
            "-05:00");
  EXPECT_EQ(complaint("2026-11-01T01:30-05:00", kNewYork), "");
}

TEST(Time, that_is_none_is_refused) {
  for (const char* text : {"", "tomorrow", "2026-10-02", "2026-10-02T", "2026-1-2T03:04Z",
                           "2026-10-02T23:59Zz", "2026-10-02T23:59+4", "20261002T2359Z"}) {
    EXPECT_TRUE(contains(complaint(text), "is not a time\n  expected one such as 2026-10-02T23:59")) << text;
  }
  for (const char* text :
       {"2026-02-29T12:00Z", "2026-13-01T12:00Z", "2026-10-02T24:00Z", "2026-10-02T23:60Z"})
    EXPECT_TRUE(contains(complaint(text), "is not a time of the calendar")) << text;
  EXPECT_TRUE(contains(complaint("2026-10-02T23:59+15:00"), "has an offset that no time zone has"));
}

std::string refused(const std::string& zone) {
  return error_of<Error>([&] { check_zone(zone); });
}

TEST(Zone, has_to_be_one_that_knows_summer_time) {
  EXPECT_EQ(refused(kNewYork), "");
  EXPECT_EQ(refused("UTC"), "");
  EXPECT_EQ(refused("EST"),
            "\"EST\" is not the name of a place's time zone\n  expected a zone such as \"America/New_York\"; "
            "or leave it out, and give each time its offset");
  EXPECT_TRUE(contains(refused("America/Boston"), "is a time zone that this machine does not know"));
  EXPECT_TRUE(contains(refused("../etc/passwd"), "is not the name of a time zone"));
}

TEST(NextDays, have_the_same_time_of_day_though_clocks_change) {
  const Moment autumn = read_time("2026-10-31T23:59", kNewYork);
  const std::vector<Moment> days = next_days(autumn, 2, kNewYork);
  EXPECT_EQ(days, (std::vector<Moment>{autumn + 25 * kHour, autumn + 25 * kHour + kDay}));
  const Moment spring = read_time("2026-03-07T23:59", kNewYork);
  EXPECT_EQ(next_days(spring, 1, kNewYork), std::vector<Moment>{spring + 23 * kHour});
  EXPECT_EQ(next_days(autumn, 1, ""), std::vector<Moment>{autumn + kDay});
  // The day after begins at a time that is skipped.
  const Moment before = read_time("2026-03-07T02:30", kNewYork);
  EXPECT_EQ(next_days(before, 1, kNewYork), std::vector<Moment>{before + kDay});
}

}  // namespace
}  // namespace mergelab::course
