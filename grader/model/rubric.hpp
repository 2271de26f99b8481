// The lines of a lab's rubric, and its hints.
#pragma once

#include <fmt/format.h>

#include <compare>
#include <concepts>
#include <map>

#include "model/backend.hpp"
#include "model/formula.hpp"
#include "model/terms.hpp"

namespace mergelab {

class Points {
 public:
  static constexpr double kMost = 1e7;

  constexpr Points() = default;
  template <std::integral Whole>
  constexpr Points(Whole points)  // NOLINT(google-explicit-constructor): it is exact
      : hundredths_(kHundredths * static_cast<std::int64_t>(points)) {}
  /// To the nearest hundredth, and at most kMost either way.
  explicit Points(double points);
  /// Empty for a number with more than two decimals, or beyond kMost.
  [[nodiscard]] static std::optional<Points> exactly(double points);

  [[nodiscard]] static constexpr Points of_hundredths(std::int64_t hundredths) {
    Points points;
    points.hundredths_ = hundredths;
    return points;
  }

  [[nodiscard]] constexpr std::int64_t hundredths() const { return hundredths_; }
  [[nodiscard]] constexpr double number() const { return static_cast<double>(hundredths_) / kHundredths; }
  /// To the nearest whole point.
  [[nodiscard]] int whole() const;
  /// To the nearest hundredth. A fraction below 1 never earns all.
  [[nodiscard]] Points part(double fraction) const;

  constexpr Points& operator+=(Points more) {
    hundredths_ += more.hundredths_;
    return *this;
  }
  constexpr Points& operator-=(Points less) {
    hundredths_ -= less.hundredths_;
    return *this;
  }
  friend constexpr Points operator+(Points a, Points b) { return a += b; }
  friend constexpr Points operator-(Points a, Points b) { return a -= b; }
  /// The fraction that `part` is of `whole`.
  friend constexpr double operator/(Points part, Points whole) { return part.number() / whole.number(); }
  friend constexpr bool operator==(Points a, Points b) = default;
  friend constexpr auto operator<=>(Points a, Points b) = default;  // NOLINT(modernize-use-nullptr)

 private:
  static constexpr std::int64_t kHundredths = 100;
  std::int64_t hundredths_ = 0;
};

/// "10", "17.5", "14.33".
[[nodiscard]] std::string to_string(Points points);

/// `whole`, divided in proportion to the weights: each part is exact up to a hundredth, and they add up to
/// `whole`. The hundredths that are left go to the largest remainders, the first of equal ones. Without any
/// weight nobody gets any.
[[nodiscard]] std::vector<Points> divided(Points whole, const std::vector<Points>& weights);

// As a JSON number.
void to_json(auto& json, Points points) { json = points.number(); }
void from_json(const auto& json, Points& points) { points = Points(json.template get<double>()); }

}  // namespace mergelab

template <>
struct fmt::formatter<mergelab::Points> : formatter<std::string> {
  template <class Context>
  auto format(mergelab::Points points, Context& context) const {
    return formatter<std::string>::format(to_string(points), context);
  }
};

namespace mergelab {

enum class ItemKind { correctness, checker, performance };
constexpr std::array<std::string_view, 3> names(ItemKind) {
  return {"correctness", "checker", "performance"};
}

/// What an item of kind checker holds a submission to.
enum class CheckerRule {
  none,
  launch,    // the launch that the kit prescribes
  accesses,  // no violation of CUDA's rules, in its own cases or in any other of the lab
};
constexpr std::array<std::string_view, 3> names(CheckerRule) { return {"none", "launch", "accesses"}; }

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
