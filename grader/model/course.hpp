// The course as the grader sees it: labs, rubrics and case families, read from data by course/.
#pragma once

#include "model/kit.hpp"
#include "model/rubric.hpp"

namespace mergelab {

struct Limits {
  double case_cpu_s = 2;    // one call of the student's function
  double lab_cpu_s = 30;    // all calls of one lab together
  double build_cpu_s = 30;  // one compilation
  std::int64_t memory_mib = 2048;
  std::int64_t output_kib = 64;  // what a worker may print
  /// Of a lab without a kit: bytes that host code may give the device in a call, once it has looked at most
  /// of what is there; 0: what follows from the outputs.
  std::int64_t host_bytes = 0;
};

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

/// What a case gives for one argument of a function without a kit.
struct Given {
  std::string generator;              // one of array_generators(); of a number "size", "number" or "uniform"
  Formula size{};                     // "size": by the lab's constants, and the numbers before it
  Number low = 0.0, high = 0.0;       // both included; of integers, low > high: all values of the type
  std::int64_t distinct = 0;          // "few"
  std::vector<Number> values{};       // "literal"; "number": one
  std::filesystem::path file{};       // "file": a .npy file of the array
  std::vector<std::int64_t> shape{};  // of the array in the file
  std::uint64_t digest = 0;           // of its elements, when the case was read
};

/// One case of a family.
struct CaseSpec {
  std::string name;                   // unique in its family; with it the test's name, "ties/runs_of_1025"
  int count = 1;                      // how many problems of this kind the test holds
  std::optional<std::uint64_t> seed;  // instead of the family's
  std::map<std::string, Given> arguments;  // of a function without a kit, by name
  std::string of_kit;                      // else what the kit has read, as it wrote it
  bool needs_launch = false;               // whether its sizes follow from the submission's launch
  bool is_spelled_out = false;             // no seed changes it
};

/// Cases that isolate one difficulty.
struct Family {
  std::string name;
  std::string about;    // one sentence for a student
  bool hidden = false;  // mixed with an instructor's secret, if one is given
  Backends backends;
  std::uint64_t seed = 1;
  std::vector<CaseSpec> cases;
};

/// What a library takes for a lab's task on a GPU: its time is shown beside a submission's, and decides
/// nothing.
struct LibraryBaseline {
  std::string name;                // "cublasSgemm"
  std::filesystem::path file;      // labs/NN_name/library.cuh: the lab's function, by the library
  std::vector<std::string> links;  // {"cublas"}
};

struct Lab {
  std::string name;   // the folder: "04_tiled_kernel"
  std::string title;  // "Tiled kernel"
  std::string file;   // the one file that a student edits: "merge_tiled.cuh"
  std::string function;
  const Kit* kit = nullptr;  // null: its cases are in labs/NN_name/cases.json
  Interface interface;
  /// Names for sizes in its cases and formulas; of a kit its Kit::shape().
  Numbers constants;
  std::filesystem::path oracle;  // its oracle.cpp; empty: the reference solution says what is right
  std::optional<LibraryBaseline> library;
  Points points;
  std::vector<std::string> uses;      // earlier labs whose files it includes
  std::vector<Numbers> timed_shapes;  // on a GPU the best of these counts; empty: `constants`
  Limits limits;
  std::map<std::string, std::string> groups;  // of items: name and a sentence for a student
  std::vector<Item> items;
  std::vector<Hint> hints;
  /// What `predict` asks: kinds of questions, each with the README's heading that answers it.
  std::map<std::string, std::string> predict;
  std::string only;       // the one case that is asked for, "ties/two_keys"; empty: all
  bool whole = true;      // all of its items are here: else it can't be said that others passed
  bool advanced = false;  // beyond the course: counts only where it is named, or an instructor's settings ask
  // From an instructor's settings:
  bool graded = true;                    // counts; others may still use its file
  std::optional<Deadline> deadline;      // when it is due
  std::optional<Moment> details_from;    // when details of hidden cases may be shown; empty: never
  std::vector<ForbiddenName> forbidden;  // what its file may not use
  [[nodiscard]] const Item* find_item(std::string_view id) const;

  [[nodiscard]] bool on_host() const { return interface.runs == Runs::host; }
  [[nodiscard]] bool on_ranks() const { return interface.runs == Runs::ranks; }
};
/// What its function does: "runs on ranks", or the verb of its kit.
[[nodiscard]] std::string_view in_words(const Lab& lab);

struct Course {
  std::filesystem::path root;  // holds labs/, solutions/ and datasets/
  std::string title;
  std::vector<Lab> labs;  // in course order
  std::vector<Family> families;
  Settings settings;
  [[nodiscard]] const Lab* find_lab(std::string_view name) const;
  [[nodiscard]] const Family* find_family(std::string_view name) const;
};

/// The number in front of a lab's name: 4 for "04_tiled_kernel".
[[nodiscard]] int lab_number(const Lab& lab);

}  // namespace mergelab
