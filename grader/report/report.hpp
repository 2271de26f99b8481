// Writers of a grading: one per format. The schema of the JSON is next to its writer.
#pragma once

#include "model/result.hpp"

namespace mergelab::report {

class TraceFormatter;
class TraceNotes;

struct TextStyle {
  bool colour = false;
  bool unicode = true;
  bool verbose = false;  // every test, not only those that did not pass
  bool all = false;      // what each test printed, not only one's
  int width = 100;
  int lines = 22;     // of a screen: short_text keeps to it
  std::string rerun;  // "./lab run" : the command that a message offers for one test
  bool rerun_takes_case = true;
  std::string first;  // what to do before anything in the lab; empty: what its first cause says
};

/// One lab for a student: its items, the first failure of each with hint, and how to run it again.
[[nodiscard]] std::string lab_text(const LabResult& lab, const TextStyle& style);
/// A lab that lost points on one screen: each cause once, what it costs, what to do first. Else as lab_text.
[[nodiscard]] std::string short_text(const LabResult& lab, const TextStyle& style);
/// The same after each save: of a lab that lost nothing only its warnings and its line.
[[nodiscard]] std::string first_text(const LabResult& lab, const TextStyle& style);
/// Warnings of the compiler on the student's lines, which may say why points were lost; "" for none.
[[nodiscard]] std::string warnings(const LabResult& lab, const TextStyle& style);
/// One test that lost points or broke a rule of CUDA, and may be shown; empty for any other.
[[nodiscard]] std::string failure_text(const Observation& test, const TextStyle& style);
/// The table of all labs with the total.
[[nodiscard]] std::string table_text(const Grading& grading, const TextStyle& style);
/// One line for a lab: name, bar or points, status.
[[nodiscard]] std::string lab_line(const LabResult& lab, const TextStyle& style);

/// What the source lines of one counted test did to memory, hottest first.
[[nodiscard]] std::string profile_text(const std::string& title, const Observation& test,
                                       const TextStyle& style);

/// What a trace shows, of a device lab in this one block. `notes`: its kit's.
[[nodiscard]] std::string trace_text(const TraceFormatter& words, const TraceNotes& notes, int block);

/// mergelab.trace/2, on one line with a newline at its end.
[[nodiscard]] std::string to_json(const Trace& trace);

/// The most bytes that are read of a report, and of its observations.
inline constexpr std::size_t kLongestReport = std::size_t{256} << 20U;

/// What a report says of a grading, and nothing else: of a hidden case only its verdict, and every text
/// cleaned.
[[nodiscard]] Grading public_part(Grading grading);

/// mergelab.report/1 of the public part, with a newline at its end.
[[nodiscard]] std::string to_json(const Grading& grading);

/// What to_json wrote: written again, it comes out the same. Throws std::runtime_error for anything else.
[[nodiscard]] Grading from_json(const std::string& text);

}  // namespace mergelab::report
