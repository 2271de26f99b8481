// The kit of stable merges.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kits/keys/problems.hpp"
#include "kits/kits.hpp"
#include "kits/merge/check.hpp"
#include "kits/pairs/pairs_kit.hpp"
#include "kits/usual.hpp"

namespace mergelab {
namespace judge {
namespace {

class MergeKit final : public PairsKit {
 public:
  [[nodiscard]] std::string_view name() const override { return "merge"; }
  [[nodiscard]] std::string_view verb() const override { return "merges"; }
  [[nodiscard]] std::string_view about() const override { return "C is the stable merge of A and B"; }
  [[nodiscard]] const Interface* usual_interface(Runs runs) const override {
    using usual::array, usual::number;
    using Role = Argument::Role;
    static const Interface usual{
        .arguments = {array("A", Role::in, "m"), number("m", Role::size), array("B", Role::in, "n"),
                      number("n", Role::size), array("C", Role::out, "m+n")},
        .returns = {}};
    return runs == Runs::ranks ? nullptr : &usual;
  }
  [[nodiscard]] std::span<const std::string_view> numbers() const override {
    static constexpr std::string_view kNumbers[] = {"m", "n", "section", "tile"};
    return kNumbers;
  }
  [[nodiscard]] bool has_yardstick(std::string_view name) const override {
    return name == "merge_comparisons" || name == "std_merge" || name == "counters" || name == "cub";
  }
  [[nodiscard]] Outcome check_timed(const ProblemSet& set,
                                    std::span<const std::byte> returned) const override {
    return check_merge_of_ints(keys_of(set, 0), returned);
  }

  [[nodiscard]] Program program(const Lab& lab) const override {
    const auto [a, b] = names_of_pair(lab);
    return {.prepare =
                fmt::format("std::sort({0}.begin(), {0}.end());\nstd::sort({1}.begin(), {1}.end());\n", a, b),
            .expected = fmt::format(
                "std::merge({0}.begin(), {0}.end(), {1}.begin(), {1}.end(), right_{2}.begin());\n", a, b,
                output_of(lab)),
            .body = ""};
  }

 protected:
  [[nodiscard]] Outcome check_one(const Returned& of) const override {
    if (of.type == ValueType::int32 && is_merge_of_ints(of.arrays, of.c)) return {};
    return check_merge(of.arrays, of.c, of.type, of.labels, of.geometry);
  }

  [[nodiscard]] std::vector<Query> counted(const ProblemSet& set) const override { return set.queries; }
  [[nodiscard]] std::int64_t comparisons(const ProblemSet& set, const Query& query) const override {
    const Keys keys = keys_of(set, query);
    return std::max<std::int64_t>(0, static_cast<std::int64_t>(keys.a.size() + keys.b.size()) - 1);
  }
  [[nodiscard]] Statement in_words(const ProblemSet& set, const Query& query, std::int64_t count,
                                   std::int64_t allowed) const override {
    const Keys keys = keys_of(set, query);
    return Statement(Sentence::comparisons, count, keys.a.size(), keys.b.size(), allowed, 0);
  }

  /// Whether a merge loses the rest of one array must not be left to what was drawn: the greatest key is in A
  /// and in B by turns, where they are equally long.
  [[nodiscard]] ProblemSet timed_on_host(ProblemSet set, int pair) const override {
    const int a = set.interface->first(Argument::Role::in), b = set.interface->first(Argument::Role::in, a);
    for (std::size_t i = 0; i < set.inputs.size(); ++i) {
      const Keys keys = keys_of(set, i);
      if (keys.a.size() != keys.b.size() || keys.a.empty() || keys.a.back() == keys.b.back()) continue;
      if ((keys.a.back() > keys.b.back()) == (pair % 2 == 0)) continue;
      std::vector<Elements>& arrays = set.inputs[i].arrays;
      std::swap(arrays[static_cast<std::size_t>(a)], arrays[static_cast<std::size_t>(b)]);
    }
    return set;
  }
  [[nodiscard]] double plain_time_s(const ProblemSet& set, std::vector<int>& found) const override {
    const Keys keys = keys_of(set, 0);
    found.assign(keys.a.size() + keys.b.size(), -1);
    const double begin_s = own_cpu_s();
    std::merge(keys.a.begin(), keys.a.end(), keys.b.begin(), keys.b.end(), found.begin());
    return own_cpu_s() - begin_s;
  }
  [[nodiscard]] std::string plain_code() const override { return "std::merge"; }
  [[nodiscard]] Outcome check_found(const ProblemSet& set, const std::vector<int>&,
                                    std::span<const std::byte> returned) const override {
    return check_timed(set, returned);
  }
};

}  // namespace
}  // namespace judge

const Kit& merge_kit() {
  static const judge::MergeKit kit;
  return kit;
}

}  // namespace mergelab
