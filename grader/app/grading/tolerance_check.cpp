#include "app/grading/tolerance_check.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string>

#include "app/grading/own_cases.hpp"
#include "judge/any_lab/same.hpp"

namespace mergelab::app {
namespace {

constexpr std::int64_t kMostElements = 1 << 20;  // of a case that is looked at
constexpr double kTolerances = 10;

bool has_tolerance(const Compare& compare) {
  return compare.how == Compare::How::tolerance || compare.how == Compare::How::ulps;
}

/// The output with a tolerance; -1 is what the function returns.
const Compare& compare_of(const Interface& interface, int output) {
  return output < 0 ? interface.compare_returned
                    : interface.arguments[static_cast<std::size_t>(output)].compare;
}

/// Which outputs were found wrong.
struct Seen {
  bool zeros = false, off = false;
};

/// What an expected array shows of the tolerance.
template <class Type>
void look(std::span<const std::byte> expected, const Compare& compare, Seen& seen) {
  for (std::size_t i = 0; i < expected.size() / sizeof(Type); ++i) {
    Type value{};
    std::memcpy(&value, expected.data() + i * sizeof value, sizeof value);
    const double number = static_cast<double>(value);
    if (!std::isfinite(number)) continue;
    seen.zeros |= !judge::is_same(Type{}, value, compare);
    const double step =
        compare.how == Compare::How::ulps
            ? static_cast<double>(compare.ulps) * std::numeric_limits<Type>::epsilon() * std::abs(number)
            : judge::allowed_off(compare, number);
    const double farther = number + kTolerances * step;
    if (farther > static_cast<double>(std::numeric_limits<Type>::max())) continue;
    const Type other = static_cast<Type>(farther);
    seen.off |= !judge::is_same(other, value, compare);
  }
}

}  // namespace

Failures tolerance_failures(const Course& course, const Lab& lab) {
  std::map<int, Seen> outputs;
  const auto count = static_cast<int>(lab.interface.arguments.size());
  for (int i = -1; i < count; ++i) {
    const bool is_output = i < 0 ? !lab.interface.returns.empty()
                                 : lab.interface.arguments[static_cast<std::size_t>(i)].is_output();
    if (is_output && has_tolerance(compare_of(lab.interface, i))) outputs[i] = {};
  }
  if (outputs.empty()) return {};
  OwnCases cases(course, lab);
  std::set<std::string> families;
  for (const Item& item : lab.items) families.insert(item.family);
  for (const std::string& name : families) {
    const Family* const family = course.find_family(name);
    if (family == nullptr || family->hidden) continue;
    for (const CaseSpec& spec : family->cases) {
      const std::vector<judge::Inputs> inputs = cases.inputs(*family, spec, 1);
      if (judge::elements_of_all(lab.interface, inputs.front()) > kMostElements) continue;
      const judge::Expected expected = cases.expected(inputs);
      for (auto& [output, seen] : outputs) {
        const judge::Outputs first = expected.outputs(0);
        const auto bytes = output < 0 ? first.returned : first.arrays[static_cast<std::size_t>(output)];
        const std::string& type = output < 0 ? lab.interface.returns
                                             : lab.interface.arguments[static_cast<std::size_t>(output)].type;
        with_type(element_type_named(type), [&, output = output, &seen = seen](auto zero) {
          look<decltype(zero)>(bytes, compare_of(lab.interface, output), seen);
        });
      }
    }
  }
  Failures failures;
  for (const auto& [output, seen] : outputs) {
    const std::string name =
        output < 0 ? "what is returned" : lab.interface.arguments[static_cast<std::size_t>(output)].name;
    if (!seen.zeros)
      failures.push_back(fmt::format("the tolerance of {} takes zeros for right in every case", name));
    else if (!seen.off)
      failures.push_back(fmt::format("the tolerance of {} takes an element that is off by {:.0f} tolerances",
                                     name, kTolerances));
  }
  return failures;
}

}  // namespace mergelab::app
