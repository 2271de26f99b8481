// Kits whose functions take two sorted arrays, on the host too: merges, and searches for ranks.
#pragma once

#include "kits/keys/keys_kit.hpp"

namespace mergelab::judge {

class PairsKit : public KeysKit {
 public:
  void check_case(const CaseSpec& spec, const Lab& lab) const override;
  /// Comparisons, CPU time and counters.
  [[nodiscard]] Outcome judge_performance(LabContext& context, const PlannedTest& test) const override;
  [[nodiscard]] std::vector<ProblemSet> small_problems(const Lab& lab, std::size_t keys) const override;
  [[nodiscard]] std::int64_t most_traced() const override { return 512; }  // more are hard to follow
  [[nodiscard]] std::map<std::string, std::vector<int>> shown_arrays(Lab& lab) const override;
  [[nodiscard]] std::map<std::string, std::vector<int>> distinct_arrays(Lab& lab,
                                                                        Random& random) const override;
  [[nodiscard]] std::unique_ptr<report::TraceNotes> notes(const report::TraceFormatter& words) const override;
  [[nodiscard]] std::string figure(const Trace& trace, int block) const override;
  [[nodiscard]] std::string_view device_yardstick() const override { return "cub"; }
  [[nodiscard]] std::string_view device_function() const override { return "cub::DeviceMerge"; }

  // Comparisons.

  /// The queries that are counted, one after another.
  [[nodiscard]] virtual std::vector<Query> counted(const ProblemSet& set) const = 0;
  /// How many a query may take.
  [[nodiscard]] virtual std::int64_t comparisons(const ProblemSet& set, const Query& query) const = 0;
  [[nodiscard]] virtual Statement in_words(const ProblemSet& set, const Query& query, std::int64_t count,
                                           std::int64_t allowed) const = 0;

  // CPU time.

  /// What is asked of inputs that were just drawn; `pair`: how many came before.
  [[nodiscard]] virtual ProblemSet timed_on_host(ProblemSet set, int pair) const = 0;
  /// Seconds of CPU time that plain code takes, in memory that was touched before, and what it finds.
  [[nodiscard]] virtual double plain_time_s(const ProblemSet& set, std::vector<int>& found) const = 0;
  [[nodiscard]] virtual std::string plain_code() const = 0;  // "std::merge"
  /// Whether a call gave what plain code found.
  [[nodiscard]] virtual Outcome check_found(const ProblemSet& set, const std::vector<int>& found,
                                            std::span<const std::byte> returned) const = 0;

 protected:
  /// Of A and of B.
  [[nodiscard]] static std::pair<std::string, std::string> names_of_pair(const Lab& lab);
  void check_own(const Keys& keys, std::span<const std::string> names) const override;

 private:
  [[nodiscard]] Outcome judge_comparisons(LabContext& context, const PlannedTest& test) const;
  [[nodiscard]] Outcome judge_cpu_time(LabContext& context, const PlannedTest& test) const;
};

/// CPU seconds that this thread has used.
[[nodiscard]] double own_cpu_s();

}  // namespace mergelab::judge
