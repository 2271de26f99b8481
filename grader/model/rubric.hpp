// The lines of a lab's rubric, and its hints.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/backend.hpp"
#include "model/formula.hpp"
#include "model/points.hpp"
#include "model/terms.hpp"

namespace mergelab {

enum class ItemKind { correctness, checker, performance };
[[nodiscard]] std::string_view to_string(ItemKind kind);
[[nodiscard]] std::optional<ItemKind> item_kind_from_string(std::string_view name);

/// What an item of kind checker holds a submission to.
enum class CheckerRule {
  none,
  launch,    // the launch that the kit prescribes
  accesses,  // no violation of CUDA's rules, in its own cases or in any other of the lab
};
[[nodiscard]] std::string_view to_string(CheckerRule rule);
[[nodiscard]] std::optional<CheckerRule> checker_rule_from_string(std::string_view name);

/// One line of a lab's rubric.
struct Item {
  std::string id;  // unique in its lab
  ItemKind kind = ItemKind::correctness;
  Points points;
  std::string family;  // the catalog's family that decides it
  std::string about;   // one sentence for a student
  std::string group;   // a key of Lab::groups: passed items of one group are shown as one; empty: none
  ValueType value = ValueType::int32;
  Backends backends;
  bool checks = false;  // runs under the CPU engine's checks: all but what is timed, and the largest inputs
  CheckerRule checker = CheckerRule::none;  // only checker items
  // Only performance items:
  std::string metric;                // a key of Outcome::metrics; the worst case of the family counts
  std::string yardstick;             // the metric is relative to it; one of yardsticks()
  std::optional<double> full, zero;  // credit 1 at `full`, 0 at `zero`, linear in log between
  std::optional<double> max_ratio;   // or a plain threshold: credit 1 up to it, else 0
  std::optional<double> anchor;      // the metric that the reference solution has to stay under
  // Of a lab without a kit, formulas by its numbers and constants:
  std::vector<std::string> of;      // arguments whose accesses count; empty: all
  std::optional<Formula> per;       // the counter is divided by it
  std::optional<Formula> at_least;  // a smaller metric can't be true
  /// By the name of a GPU and by case: the reference solution's time there, in those of the yardstick.
  std::map<std::string, std::map<std::string, double>> reference;

  /// What the metric is relative to; nullptr if the item has none.
  [[nodiscard]] const Yardstick* find_yardstick() const;
  /// What the metric is; empty if the item has none.
  [[nodiscard]] std::optional<Measure> measure() const;
  /// What `reference` says of this case on this GPU.
  [[nodiscard]] std::optional<double> reference_on(const std::string& gpu, const std::string& spec) const;
  [[nodiscard]] bool is_timed_on_device() const { return measure() == Measure::device_time; }
  /// Whether a clock gives the metric, which then may differ from run to run.
  [[nodiscard]] bool is_timed() const { return is_timed_on_device() || measure() == Measure::cpu_time; }
};

/// The build that an item runs on a backend.
[[nodiscard]] inline BuildKind build_of(const Item& item, Backend backend) {
  return backend == Backend::cpu ? BuildKind(item.value, item.checks) : BuildKind(backend, item.value);
}

/// The hints for a student, keyed on what was seen.
struct Hint {
  std::vector<std::string> items;     // ids that it speaks about; empty: any
  std::vector<std::string> symptoms;  // each one of symptoms(), and all were seen; empty: any
  bool only = false;                  // every correctness item that is not in `items` passed
  std::string text;
};

}  // namespace mergelab
