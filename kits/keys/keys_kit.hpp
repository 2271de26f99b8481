// What all kits have in common: their functions take arrays of keys, and give them, or ranks, in order.
#pragma once

#include "judge/lab_context.hpp"
#include "kits/keys/check.hpp"

namespace mergelab::usual {

[[nodiscard]] inline Argument array(const char* name, Argument::Role role, const char* extent,
                                    const char* type = "value") {
  return {.name = name, .role = role, .type = type, .extents = {extent}};
}
[[nodiscard]] inline Argument number(const char* name, Argument::Role role) {
  return {.name = name, .role = role};
}

}  // namespace mergelab::usual

namespace mergelab::judge {

/// What the calls of one problem were asked and returned.
struct Returned {
  const Keys& arrays;
  const std::vector<int>& k;     // of each call, of a search for ranks
  std::span<const std::byte> c;  // C, or the ranks
  ValueType type;
  const Labels& labels;
  const Geometry& geometry;
  std::span<const int> kept;  // of ranks
};

class KeysKit : public Kit {
 public:
  [[nodiscard]] std::span<const std::string_view> shape() const override;
  [[nodiscard]] bool prescribes_launch(const Lab& lab) const override;
  [[nodiscard]] std::vector<std::string> metrics(const Lab& lab) const override;
  [[nodiscard]] std::string refusals(Backend backend) const override;

  /// The arrays of a case as the function takes them.
  [[nodiscard]] virtual std::vector<Arrays> arrays(const KeysCase& keys, const Symbols& sizes,
                                                   std::uint64_t seed) const;
  [[nodiscard]] ProblemSet problems(const Lab& lab, const CaseSpec& spec, const std::optional<Launch>& launch,
                                    std::uint64_t seed) const override;
  [[nodiscard]] std::int64_t telling_outputs(const Lab& lab) const override;
  [[nodiscard]] CaseSpec ordinary_case(std::int64_t outputs) const override;
  [[nodiscard]] CaseSpec own_case(const Lab& lab,
                                  const std::map<std::string, std::vector<int>>& arrays) const override;
  [[nodiscard]] std::int64_t most_outputs(const Lab& lab, const CaseSpec& spec) const override;
  [[nodiscard]] std::int64_t outputs(const ProblemSet& set) const override;
  [[nodiscard]] std::vector<std::vector<int>> expected(const ProblemSet& set,
                                                       std::size_t problem) const override;
  [[nodiscard]] Outcome check(const ProblemSet& set, const Image& image, std::span<const std::byte> returned,
                              Kept kept, bool locates) const override;
  [[nodiscard]] Outcome check_launch(const ProblemSet& set, const wire::Launches& launches) const override;
  [[nodiscard]] std::vector<std::string> clues(const ProblemSet& set, const Image& image,
                                               const wire::Launches& launches) const override;
  [[nodiscard]] std::vector<std::string> clues_of_finding(const Lab& lab, const CaseSpec& spec,
                                                          const std::optional<Launch>& launch,
                                                          const Finding& finding,
                                                          const std::string& line) const override;
  /// The counters of one case; the same case is run once for all its items.
  [[nodiscard]] Outcome judge_performance(LabContext& context, const PlannedTest& test) const override;
  [[nodiscard]] std::vector<ProblemSet> small_problems(const Lab&, std::size_t) const override { return {}; }
  [[nodiscard]] std::int64_t most_traced() const override { return kMostTracedElements; }
  [[nodiscard]] std::vector<ProblemSet> calls(const ProblemSet& set, const Numbers& numbers) const override;
  [[nodiscard]] std::unique_ptr<report::TraceNotes> notes(const report::TraceFormatter&) const override;

 protected:
  /// Of the arrays that a function of such a lab is given, and of the one that it fills.
  [[nodiscard]] static std::vector<std::string> names_of_inputs(const Lab& lab);
  [[nodiscard]] static std::string output_of(const Lab& lab);
  /// Throws std::out_of_range for arrays of a user that its functions don't take. `names`: theirs.
  virtual void check_own(const Keys& keys, std::span<const std::string> names) const;
  static void check_has_no_lists(const KeysCase& keys);
  static void check_is_sorted(const KeysCase& keys);
  static void check_order(std::span<const int> keys, const std::string& name);
  static void check_sizes(const KeysCase& keys, const Lab& lab);
  /// Changes the queries of a set, which has one for each of its inputs, to what a test asks.
  virtual void ask(ProblemSet& set, std::uint64_t seed) const;
  [[nodiscard]] virtual Outcome check_one(const Returned& returned) const = 0;
};

/// One launch of one block per section, with at most `tiles` tiles and 1 KiB of shared memory a block. One
/// more launch, of at most as many blocks, may prepare it: more of them could do the work in a grid of their
/// own.
[[nodiscard]] Outcome check_launch(const ProblemSet& set, const wire::Launches& launches,
                                   std::int64_t tiles = 3);

}  // namespace mergelab::judge
