#include "course/time.hpp"

#include <fmt/chrono.h>

#include <cctype>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <set>

#include "course/course.hpp"

namespace mergelab::course {
namespace {

constexpr const char* kExample = "2026-10-02T23:59 or 2026-10-02T23:59-04:00";
constexpr Moment kMinute = 60, kHour = 60 * kMinute, kDay = 24 * kHour;

/// The C library's clock is set to a zone while this lives: it knows one zone at a time.
class ClockIn {
 public:
  explicit ClockIn(const std::string& zone) : lock_(mutex()) {
    if (const char* before = std::getenv("TZ")) before_ = before;
    ::setenv("TZ", (":" + zone).c_str(), 1);
    ::tzset();
  }
  ~ClockIn() {
    if (before_)
      ::setenv("TZ", before_->c_str(), 1);
    else
      ::unsetenv("TZ");
    ::tzset();
  }
  ClockIn(const ClockIn&) = delete;
  ClockIn& operator=(const ClockIn&) = delete;

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  std::lock_guard<std::mutex> lock_;
  std::optional<std::string> before_;
};

/// The text's fields.
struct Written {
  Moment local = 0;              // as if it were UTC
  std::optional<Moment> offset;  // seconds east of UTC
};

class TimeReader {
 public:
  explicit TimeReader(std::string_view text) : text_(text) {}

  Written read() {
    Written written;
    const int year = digits(4);
    expect("-");
    const int month = digits(2);
    expect("-");
    const int day = digits(2);
    expect("Tt ");
    const int hour = digits(2);
    expect(":");
    const int minute = digits(2);
    int second = 0;
    if (take(":")) {
      second = digits(2);
      if (take(".")) {
        while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
      }
    }
    const std::chrono::year_month_day date{std::chrono::year(year),
                                           std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok() || hour > 23 || minute > 59 || second > 59) fail("is not a time of the calendar");
    written.local = std::chrono::sys_days(date).time_since_epoch().count() * kDay + hour * kHour +
                    minute * kMinute + second;
    written.offset = read_offset();
    if (at_ != text_.size()) fail("is not a time");
    return written;
  }

 private:
  std::optional<Moment> read_offset() {
    const bool has_blank = at_ + 1 < text_.size() && text_[at_] == ' ';  // "23:59 -0400"
    if (has_blank && (text_[at_ + 1] == '+' || text_[at_ + 1] == '-')) ++at_;
    if (take("Zz")) return 0;
    const bool east = at_ < text_.size() && text_[at_] == '+';
    if (!take("+-")) return std::nullopt;
    const int hours = digits(2);
    take(":");
    const int minutes = digits(2);
    if (hours > 14 || minutes > 59) fail("has an offset that no time zone has");
    return (east ? 1 : -1) * (hours * kHour + minutes * kMinute);
  }
  int digits(std::size_t count) {
    int value = 0;
    for (; count > 0; --count, ++at_) {
      if (at_ >= text_.size() || std::isdigit(static_cast<unsigned char>(text_[at_])) == 0)
        fail("is not a time");
      value = 10 * value + (text_[at_] - '0');
    }
    return value;
  }
  bool take(std::string_view any) {
    const bool is_there = at_ < text_.size() && any.find(text_[at_]) != std::string_view::npos;
    at_ += is_there ? 1 : 0;
    return is_there;
  }
  void expect(std::string_view any) {
    if (!take(any)) fail("is not a time");
  }
  [[noreturn]] void fail(const char* why) const {
    throw Error(
        fmt::format("\"{}\" {}\n  expected one such as {}", printable(std::string(text_)), why, kExample));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Seconds east of UTC; the clock is in the zone.
Moment offset_at(Moment moment) {
  const std::time_t time = moment;
  std::tm there{};
  ::localtime_r(&time, &there);
  return there.tm_gmtoff;
}

/// The moments at which the zone's clocks show this: one, none or two. The clock is in the zone.
std::set<Moment> moments_of(Moment local) {
  std::set<Moment> found;
  for (const Moment near : {local - kDay, local + kDay}) {
    const Moment moment = local - offset_at(near);
    if (moment + offset_at(moment) == local) found.insert(moment);
  }
  return found;
}

std::string offset_text(Moment offset) {
  const Moment size = offset < 0 ? -offset : offset;
  return fmt::format("{}{:02}:{:02}", offset < 0 ? '-' : '+', size / kHour, size % kHour / kMinute);
}

}  // namespace

void check_zone(const std::string& zone) {
  namespace fs = std::filesystem;
  const auto refuse = [&](const char* why) {
    throw Error(
        fmt::format("\"{}\" {}\n  expected a zone such as \"America/New_York\"; or leave it out, and give "
                    "each time its offset",
                    printable(zone), why));
  };
  if (zone == "UTC") return;
  // "EST" and its like have no summer time, whatever people mean by them.
  if (zone.find('/') == std::string::npos) refuse("is not the name of a place's time zone");
  if (zone.find("..") != std::string::npos || zone.front() == '/') refuse("is not the name of a time zone");
  const char* folder = std::getenv("TZDIR");
  const fs::path zones = folder != nullptr ? folder : "/usr/share/zoneinfo";
  std::error_code error;
  if (!fs::is_directory(zones, error)) refuse("can't be looked up: the package tzdata is not installed");
  if (!fs::is_regular_file(zones / zone, error)) refuse("is a time zone that this machine does not know");
}

Moment read_time(std::string_view text, const std::string& zone) {
  const Written written = TimeReader(text).read();
  if (zone.empty()) {
    if (written.offset) return written.local - *written.offset;
    throw Error(
        fmt::format("\"{}\" has no time zone\n  append its offset (-04:00, Z), or give the settings a "
                    "\"zone\" such as \"America/New_York\"",
                    text));
  }
  check_zone(zone);
  const ClockIn clock(zone);
  if (written.offset) {
    const Moment moment = written.local - *written.offset;
    const Moment there = offset_at(moment);
    if (there == *written.offset) return moment;
    throw Error(
        fmt::format("\"{}\" is {} of UTC, but {} is {} at that time\n  write {}, or leave the offset out",
                    text, offset_text(*written.offset), zone, offset_text(there), offset_text(there)));
  }
  const std::set<Moment> moments = moments_of(written.local);
  if (moments.size() == 1) return *moments.begin();
  throw Error(
      moments.empty()
          ? fmt::format("\"{}\" does not exist in {}: clocks go forward then\n  use another time of that day",
                        text, zone)
          : fmt::format("\"{}\" occurs twice in {}: clocks go back then\n  append {} or {}", text, zone,
                        offset_text(written.local - *moments.begin()),
                        offset_text(written.local - *moments.rbegin())));
}

Moment read_time_anywhere(std::string_view text, const std::string& zone) {
  const Written written = TimeReader(text).read();
  return written.offset ? written.local - *written.offset : read_time(text, zone);
}

std::vector<Moment> next_days(Moment moment, std::size_t days, const std::string& zone) {
  std::vector<Moment> ends;
  if (zone.empty()) {
    for (std::size_t day = 1; day <= days; ++day) ends.push_back(moment + static_cast<Moment>(day) * kDay);
    return ends;
  }
  const ClockIn clock(zone);
  const Moment local = moment + offset_at(moment);
  for (std::size_t day = 1; day <= days; ++day) {
    const Moment wanted = local + static_cast<Moment>(day) * kDay;
    const std::set<Moment> moments = moments_of(wanted);
    // Of a time that comes twice the later one; one that is skipped, by the clocks before the change.
    ends.push_back(moments.empty() ? wanted - offset_at(wanted - kDay) : *moments.rbegin());
  }
  return ends;
}

std::string time_text(Moment moment, const std::string& zone, bool with_seconds) {
  const ClockIn clock(zone.empty() ? "UTC" : zone);
  const Moment offset = offset_at(moment);
  const std::tm there = fmt::gmtime(static_cast<std::time_t>(moment + offset));
  return with_seconds || there.tm_sec != 0
             ? fmt::format("{:%Y-%m-%d %H:%M:%S} {}", there, offset_text(offset))
             : fmt::format("{:%Y-%m-%d %H:%M} {}", there, offset_text(offset));
}

}  // namespace mergelab::course
