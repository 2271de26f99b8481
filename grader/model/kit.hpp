// What the labs of one kind share: how their inputs are made, what is right, and what is measured. The grader
// asks for it here; the kits themselves are in kits/.
#pragma once

#include <filesystem>
#include <memory>

#include "model/backend.hpp"
#include "model/interface.hpp"
#include "model/terms.hpp"

namespace mergelab {

class JsonValue;
struct CaseSpec;
struct Lab;
struct Outcome;
struct Trace;
namespace finding {
struct Finding;
}
using finding::Finding;
namespace report {
class TraceFormatter;
class TraceNotes;
}  // namespace report
namespace wire {
struct Launches;
}
namespace judge {
class Image;
class Random;
struct LabContext;
struct PlannedTest;
struct ProblemSet;
}  // namespace judge

/// A launch of the lab's kernel that was observed: threads in a block, in the grid, and outputs for each.
struct Launch {
  std::int64_t block = 0, threads = 0, share = 0;
};

/// What a program around one of a kit's functions does of its own, as statements of C++. The arrays are
/// vectors named as the arguments.
struct Program {
  std::string prepare;   // makes arrays that were drawn valid
  std::string expected;  // fills right_NAME of each output, which begins as a copy of it
  std::string body;      // in place of the call: sets `long long wrong`; "": the function is called once
};

/// By problem: how many elements the output of each rank holds, of a function that runs on ranks.
using Kept = std::span<const std::vector<int>>;

class Kit {
 public:
  Kit() = default;
  Kit(const Kit&) = delete;
  Kit& operator=(const Kit&) = delete;
  virtual ~Kit() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;   // in lab.json
  [[nodiscard]] virtual std::string_view verb() const = 0;   // "sorts": what its functions do, for messages
  [[nodiscard]] virtual std::string_view about() const = 0;  // the same in full, in Markdown

  // What lab.json may say.

  /// The plainest function that runs there; the arrays of every other one are like its arrays. Null: none
  /// does.
  [[nodiscard]] virtual const Interface* usual_interface(Runs runs) const = 0;
  [[nodiscard]] virtual std::span<const std::string_view> numbers() const = 0;  // that its cases have
  /// Throws std::out_of_range for a case that does not fit the lab.
  virtual void check_case(const CaseSpec& spec, const Lab& lab) const = 0;
  /// Whether the baseline with this name does what its functions do.
  [[nodiscard]] virtual bool has_yardstick(std::string_view name) const = 0;
  /// The sizes that lab.json gives under "shape".
  [[nodiscard]] virtual std::span<const std::string_view> shape() const = 0;
  /// Whether the lab prescribes the launch.
  [[nodiscard]] virtual bool prescribes_launch(const Lab&) const { return false; }

  /// The metrics of performance items that its counters decide.
  [[nodiscard]] virtual std::vector<std::string> metrics(const Lab& lab) const = 0;
  /// What its labs' files may not use, as rules of a policy.
  [[nodiscard]] virtual std::string refusals(Backend backend) const = 0;

  // What a test asks, and what is right.

  [[nodiscard]] virtual judge::ProblemSet problems(const Lab& lab, const CaseSpec& spec,
                                                   const std::optional<Launch>& launch,
                                                   std::uint64_t seed) const = 0;
  /// From so many outputs on a case that comes out right shows that the function works.
  [[nodiscard]] virtual std::int64_t telling_outputs(const Lab& lab) const = 0;
  /// An ordinary case of so many outputs.
  [[nodiscard]] virtual CaseSpec ordinary_case(std::int64_t outputs) const = 0;
  /// A case of the arrays that a user gives, by argument. Throws std::out_of_range for what its functions
  /// don't take.
  [[nodiscard]] virtual CaseSpec own_case(const Lab& lab,
                                          const std::map<std::string, std::vector<int>>& arrays) const = 0;
  /// No problem of the case has more outputs; without a launch.
  [[nodiscard]] virtual std::int64_t most_outputs(const Lab& lab, const CaseSpec& spec) const = 0;
  /// Of all problems.
  [[nodiscard]] virtual std::int64_t outputs(const judge::ProblemSet& set) const = 0;
  /// What a problem of int keys has to give: by argument, and behind them what its calls return; empty of all
  /// else.
  [[nodiscard]] virtual std::vector<std::vector<int>> expected(const judge::ProblemSet& set,
                                                               std::size_t problem) const = 0;
  /// Whether every problem came out right, its inputs as they were. `locates`: a failure says in which block
  /// the first wrong element is.
  [[nodiscard]] virtual Outcome check(const judge::ProblemSet& set, const judge::Image& image,
                                      std::span<const std::byte> returned, Kept kept, bool locates) const = 0;
  /// The same of one large problem of ints, many times as fast where it is right.
  [[nodiscard]] virtual Outcome check_timed(const judge::ProblemSet& set,
                                            std::span<const std::byte> returned) const = 0;
  /// The launch, where the lab prescribes one.
  [[nodiscard]] virtual Outcome check_launch(const judge::ProblemSet& set,
                                             const wire::Launches& launches) const = 0;
  /// What a failed case and its launch say of the mistake: some of symptoms().
  [[nodiscard]] virtual std::vector<std::string> clues(const judge::ProblemSet& set,
                                                       const judge::Image& image,
                                                       const wire::Launches& launches) const = 0;
  /// The same of what breaks a rule; `line`: the student's, where it happened, or "".
  [[nodiscard]] virtual std::vector<std::string> clues_of_finding(const Lab& lab, const CaseSpec& spec,
                                                                  const std::optional<Launch>& launch,
                                                                  const Finding& finding,
                                                                  const std::string& line) const = 0;

  // What it measures.

  /// A performance item but one of time on a GPU.
  [[nodiscard]] virtual Outcome judge_performance(judge::LabContext& context,
                                                  const judge::PlannedTest& test) const = 0;
  /// The yardstick of time on a GPU, and what it calls: "cub::DeviceMerge".
  [[nodiscard]] virtual std::string_view device_yardstick() const = 0;
  [[nodiscard]] virtual std::string_view device_function() const = 0;

  // What a trace shows.

  /// The most elements that a trace's arrays have together.
  [[nodiscard]] virtual std::int64_t most_traced() const = 0;
  /// The calls of a case to trace until one fails, the one that shows most first; none: the case is too
  /// large. `numbers`: those that the user has chosen of chosen_numbers().
  [[nodiscard]] virtual std::vector<judge::ProblemSet> calls(const judge::ProblemSet& set,
                                                             const Numbers& numbers) const = 0;
  /// The numbers of a call that a user may choose, as in `trace --arg k=5`.
  [[nodiscard]] virtual std::span<const std::string_view> chosen_numbers() const { return {}; }
  /// What is traced where nothing else is asked for, in a lab with such constants: the arrays by argument.
  /// Empty: one of the course's cases is.
  [[nodiscard]] virtual std::map<std::string, std::vector<int>> shown_arrays(Lab&) const { return {}; }
  /// Arrays, by argument, of which no two elements are the same, so that a value shows where it comes from;
  /// and constants in which they make several blocks and rounds. Empty: as shown_arrays().
  [[nodiscard]] virtual std::map<std::string, std::vector<int>> distinct_arrays(Lab&, judge::Random&) const {
    return {};
  }
  /// What it adds to the text of a trace; null: nothing. The formatter must outlive it.
  [[nodiscard]] virtual std::unique_ptr<report::TraceNotes> notes(const report::TraceFormatter&) const = 0;
  /// A trace as SVG that stands alone, readable on a light and on a dark ground; "": it draws none.
  [[nodiscard]] virtual std::string figure(const Trace&, int /*block*/) const { return ""; }

  // Separate programs, and bugs to find.

  [[nodiscard]] virtual Program program(const Lab& lab) const = 0;
  /// All problems of so many elements that are worth a try in search of one that fails, each set with other
  /// constants, the lab's first. Empty: it can't list them. The lab must outlive them.
  [[nodiscard]] virtual std::vector<judge::ProblemSet> small_problems(const Lab& lab,
                                                                      std::size_t elements) const = 0;
};

// What the cases of all kits have in common, which datasets/catalog.json holds.

/// Reads what makes a case the kit's. `generator`: the family's, or "". Throws DataError.
void read_case_of_kits(const JsonValue& object, const std::string& generator,
                       const std::filesystem::path& root, CaseSpec& spec);
[[nodiscard]] std::vector<std::string> names_of_generators();

// The names that only their labs use, beside those of model/terms.hpp.

[[nodiscard]] std::span<const Term> symptoms_of_kits();
/// Symptoms that are seen with one of the others.
[[nodiscard]] std::span<const Term> clues_of_kits();
[[nodiscard]] std::span<const Yardstick> yardsticks_of_kits();
/// The kinds of questions that `predict` asks.
[[nodiscard]] std::span<const Term> question_kinds();

/// All there are. They live as long as the program.
[[nodiscard]] std::span<const Kit* const> kits();
/// Null for a name that is none.
[[nodiscard]] const Kit* find_kit(std::string_view name);
[[nodiscard]] std::vector<std::string> names_of_kits();
/// Its name; "" of none.
[[nodiscard]] inline std::string_view to_string(const Kit* kit) { return kit ? kit->name() : ""; }

}  // namespace mergelab
