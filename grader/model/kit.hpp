// What the labs of one kind share: how their inputs are made, what is right, and what is measured. The grader
// asks for it here; the kits themselves are in kits/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/backend.hpp"
#include "model/interface.hpp"

namespace mergelab {

class JsonValue;
struct CaseSpec;
struct Item;
struct Lab;
struct Outcome;
struct Trace;
namespace wire {
struct Launches;
}
namespace judge {
class Image;
struct LabContext;
struct PlannedTest;
struct ProblemSet;
}  // namespace judge

/// A launch of the lab's kernel that was observed: threads in a block, in the grid, and outputs for each.
struct Launch {
  std::int64_t block = 0, threads = 0, share = 0;
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
  [[nodiscard]] virtual std::string_view verb() const = 0;   // "merges": what its functions do, for messages
  [[nodiscard]] virtual std::string_view about() const = 0;  // the same in full, in Markdown

  /// Whether they take two sorted arrays, A and B.
  [[nodiscard]] virtual bool takes_pairs() const { return false; }

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
  /// The elements of a tile in a case; 0: there is none.
  [[nodiscard]] virtual std::int64_t tile(const Lab& lab, const CaseSpec& spec,
                                          const std::optional<Launch>& launch) const = 0;

  // What it measures.

  /// A performance item but one of time on a GPU.
  [[nodiscard]] virtual Outcome judge_performance(judge::LabContext& context,
                                                  const judge::PlannedTest& test) const = 0;
  /// The outcome of one small problem of the case, with its trace.
  [[nodiscard]] virtual Outcome judge_trace(judge::LabContext& context,
                                            const judge::PlannedTest& test) const = 0;
  /// The yardstick of time on a GPU, and what it calls: "cub::DeviceMerge".
  [[nodiscard]] virtual std::string_view device_yardstick() const = 0;
  [[nodiscard]] virtual std::string_view device_function() const = 0;
};

// What the cases of all kits have in common, which datasets/catalog.json holds.

/// Reads what makes a case the kit's. `generator`: the family's, or "". Throws DataError.
void read_case_of_kits(const JsonValue& object, const std::string& generator,
                       const std::filesystem::path& root, CaseSpec& spec);
[[nodiscard]] std::vector<std::string> names_of_generators();

/// All there are. They live as long as the program.
[[nodiscard]] std::span<const Kit* const> kits();
/// Null for a name that is none.
[[nodiscard]] const Kit* find_kit(std::string_view name);
[[nodiscard]] std::vector<std::string> names_of_kits();
/// Its name; "" of none.
[[nodiscard]] inline std::string_view to_string(const Kit* kit) { return kit ? kit->name() : ""; }

}  // namespace mergelab
