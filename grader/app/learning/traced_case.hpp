// What is traced: one small case of a lab, or arguments that a user gives in its place; and the run that logs
// it.
#pragma once

#include "app/grading/setup.hpp"

namespace mergelab::app {

/// The words as they were typed.
struct ByHand {
  std::vector<std::string> arguments;  // NAME=VALUE
  /// "--arg", of a verb that tries a lab.
  void add_to(CommandOptions& command);
  [[nodiscard]] bool empty() const { return arguments.empty(); }
  /// " --arg x=1,4 --arg block=8": what repeats them, behind a command; "..." for what is too long to be
  /// shown.
  [[nodiscard]] std::string again() const;
};

/// What these words are in a lab.
struct OwnArguments {
  std::map<std::string, std::string> words;  // of arrays, and of the numbers of a lab without a kit
  Numbers constants;                         // in place of the lab's
  Numbers chosen;                            // of Kit::chosen_numbers()
};
/// Throws UsageError for what the lab's function does not take, and for a lab that runs on ranks.
[[nodiscard]] OwnArguments own_arguments(const Lab& lab, const ByHand& by_hand);

/// The words for arrays and constants.
[[nodiscard]] ByHand by_hand(const std::map<std::string, std::vector<int>>& arrays, const Numbers& constants);

/// Throws UsageError for a lab that runs on ranks.
void require_traceable(const Lab& lab, const std::string& what);

/// Throws UsageError for a lab without a kit: nobody knows what to ask or to draw there.
void require_kit(const Lab& lab);

/// A lab whose one item is the arguments given, worth no points.
[[nodiscard]] Lab own_lab(const Lab& lab);
/// Its family. Throws UsageError or course::Error.
[[nodiscard]] Family own_family(const Lab& lab, const std::map<std::string, std::string>& words);
[[nodiscard]] Family own_family(const Lab& lab, const std::map<std::string, std::vector<int>>& arrays);

/// The problems of a case whose sizes don't follow from a launch.
[[nodiscard]] judge::ProblemSet problems_of_case(const Lab& lab, const Family& family, const CaseSpec& spec,
                                                 std::uint64_t seed);

/// The arrays that a call gets: "A of 3 and B of 2 elements".
[[nodiscard]] std::string arrays_in_words(const Lab& lab, const judge::Inputs& inputs);

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
  /// Without a FILE it is `usual`, in the current folder. Throws UsageError if it can't be written, or
  /// another file than a page of the microscope is there: minutes of work follow.
  MicroscopeFile(const std::optional<std::string>& asked, const std::string& usual);
  /// Usually lab4.html, after the lab.
  MicroscopeFile(const std::optional<std::string>& asked, const Lab& lab);

  [[nodiscard]] bool is_wanted() const { return !file_.empty(); }
  /// Writes the page and says so on `text`; `lab` as for report::microscope_page. Throws std::runtime_error.
  void write(const Trace& trace, const LabResult* lab, std::FILE* text) const;

 private:
  std::filesystem::path file_;
};

}  // namespace mergelab::app
