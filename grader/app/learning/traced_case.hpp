// What is traced: one small case of a lab, and the run that logs it.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/options.hpp"
#include "app/grading/setup.hpp"
#include "app/learning/own_arguments.hpp"
#include "judge/inputs.hpp"
#include "model/course.hpp"
#include "model/result.hpp"
#include "model/trace.hpp"

namespace mergelab::app {

struct TracedCase {
  Lab lab;  // with one item
  Family family;
  std::vector<Family> others = {};  // of more items: the first case that fails is shown in its place
};

/// The case that is named, with the lab's constants or those that are given. Throws UsageError if it is
/// hidden, too large, or none.
[[nodiscard]] TracedCase named_case(const Course& course, const Lab& lab, const std::string& name,
                                    const ByHand& by_hand, std::uint64_t seed);
/// The arguments that were given, or else what the kit shows where nothing is; of other labs the largest of
/// the cases that can still be followed, or a small one that fails. Throws UsageError.
[[nodiscard]] TracedCase usual_case(const Course& course, const Lab& lab, const ByHand& by_hand,
                                    std::uint64_t seed);

/// The first call of usual_case(), but for one of arguments that were given.
[[nodiscard]] judge::Inputs usual_inputs(const Course& course, const Lab& lab);

/// What the files did in the case; empty if nothing ran, as `result` says. `setup` must be one for
/// traces: with GradingOptions::trace.
[[nodiscard]] std::optional<Trace> trace_of(Setup& setup, const TracedCase& subject, const ByHand& by_hand,
                                            const submission::Sources& sources, LabResult& result);

// Where the page of the microscope goes: --html and --html=FILE of verbs that run a lab.

/// "--html[=FILE]". `asked` stays empty without it, and is "" without a FILE.
void add_html(CommandOptions& command, std::optional<std::string>& asked);

class MicroscopeFile {
 public:
  /// Without a FILE it is lab4.html, after the lab, in the current folder. Throws UsageError if it can't be
  /// written, or another file than a page of the microscope is there: minutes of work follow.
  MicroscopeFile(const std::optional<std::string>& asked, const Lab& lab);

  [[nodiscard]] bool is_wanted() const { return !file_.empty(); }
  /// Writes the page and says so on `text`; `lab` as for report::microscope_page. Throws std::runtime_error.
  void write(const Trace& trace, const LabResult* lab, std::FILE* text) const;

 private:
  std::filesystem::path file_;
};

}  // namespace mergelab::app
