// What an instructor decides for a course beyond its data: deadlines, hidden cases, what may not be used.
// Read by course/ from the settings file; without one, everything here keeps its default.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mergelab {

/// Seconds since 1970-01-01 00:00 UTC.
using Moment = std::int64_t;

/// When a lab is due, and what later work costs. A day is one of the course's time zone, so the one on which
/// the clocks change has 23 or 25 hours.
struct Deadline {
  std::string text;  // with its offset, for people: "2026-10-02 23:59 -04:00"
  Moment at = 0;
  std::int64_t grace_minutes = 0;          // after it, that cost nothing
  double percent_per_day = 0;              // of what the lab earned, for each day begun
  std::optional<std::int64_t> days_taken;  // days after which nothing is earned; empty: no such day
  std::vector<Moment> day_ends;            // the last moments of the days that can cost anything

  /// The last moment at which work earns anything; empty: there is none.
  [[nodiscard]] std::optional<Moment> last() const;
};

/// A name that a course forbids in a lab, besides those that the grader never allows (docs/rules.md).
struct ForbiddenName {
  std::string name;      // "atomicAdd", "std::min"
  double percent = 100;  // of what the lab earned; 100: the lab is refused
  std::string why;       // a sentence for a student; may be empty
};

/// Who sees an item with hidden cases on Gradescope.
inline constexpr std::string_view kVisibilities[] = {"visible", "after_due_date", "after_published",
                                                     "hidden"};

/// How grades.csv separates cells and writes fractions.
struct TableFormat {
  char separator = ',', decimal = '.';
  [[nodiscard]] bool is_readable() const { return separator != decimal; }
};
inline constexpr std::string_view kSeparators[] = {"comma", "semicolon", "tab"};
inline constexpr std::string_view kDecimals[] = {"point", "comma"};

/// Of these words; empty ones follow: a decimal comma goes with semicolons.
[[nodiscard]] constexpr TableFormat table_format(std::string_view separator, std::string_view decimal) {
  TableFormat format;
  if (decimal == "comma") format = {';', ','};
  if (!separator.empty()) format.separator = separator == "comma" ? ',' : separator == "tab" ? '\t' : ';';
  return format;
}

struct Settings {
  std::filesystem::path file;          // empty: there are none
  std::string name;                    // "CS 533, fall 2026"
  std::string fingerprint;             // of the file
  std::string zone;                    // "America/New_York"; of times without an offset
  std::string backend;                 // for `grade` without --backend; empty: all there is
  bool carry_forward = true;           // error carried forward
  std::vector<std::string> hidden;     // families that the settings hide
  std::filesystem::path secret_file;   // where the secret of hidden cases is: a file, or
  std::string secret_variable;         // a variable of the environment
  std::string gradescope = "visible";  // one of kVisibilities
  TableFormat table;
};

}  // namespace mergelab
