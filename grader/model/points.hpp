// Points, counted in hundredths, so that parts add up to their whole exactly.
#pragma once

#include <fmt/format.h>

#include <compare>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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
