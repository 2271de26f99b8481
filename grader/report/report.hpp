// Writers of a grading: one per format. The schema of the JSON lies beside its writer.
#pragma once

#include <string>

#include "model/result.hpp"

namespace mergelab::report {

struct TextStyle {
  bool colour = false;
  bool unicode = true;
  bool verbose = false;  // every test, not only those that did not pass
  int width = 100;
  std::string rerun;  // "./lab run" : the command that a message offers for one test
};

/// One lab for a student: its items, the first failure of each with hint, and how to run it again.
[[nodiscard]] std::string lab_text(const LabResult& lab, const TextStyle& style);
/// The first thing to fix in a lab, and its line.
[[nodiscard]] std::string first_text(const LabResult& lab, const TextStyle& style);
/// One test that lost points and may be shown; empty for any other.
[[nodiscard]] std::string failure_text(const Observation& test, const TextStyle& style);
/// The table of all labs with the total.
[[nodiscard]] std::string table_text(const Grading& grading, const TextStyle& style);
/// One line for a lab: name, bar or points, status.
[[nodiscard]] std::string lab_line(const LabResult& lab, const TextStyle& style);

/// What the source lines of one counted test did to memory, hottest first.
[[nodiscard]] std::string profile_text(const std::string& title, const Observation& test,
                                       const TextStyle& style);

/// mergelab.report/1, with a newline at its end.
[[nodiscard]] std::string to_json(const Grading& grading);

/// What to_json wrote: written again, it comes out the same. Throws std::runtime_error for anything else.
[[nodiscard]] Grading from_json(const std::string& text);

}  // namespace mergelab::report
