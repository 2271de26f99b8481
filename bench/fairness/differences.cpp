#include "differences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mergelab::bench {
namespace {

constexpr double kTimedTolerance = 0.02;  // of an item's points

using Lines = std::vector<std::string>;

void compare(const std::string& where, const std::string& one, const std::string& other, Lines& lines) {
  if (one != other) lines.push_back(fmt::format("{}: '{}' and '{}'", where, one, other));
}

std::string words(const std::map<std::string, double>& metrics) {
  std::string text;
  for (const auto& [name, value] : metrics) text += fmt::format("{}={} ", name, value);
  return text;
}

void compare_tests(const std::string& where, const ItemResult& one, const ItemResult& other, Lines& lines) {
  if (one.tests.size() != other.tests.size()) {
    lines.push_back(fmt::format("{}: {} tests and {}", where, one.tests.size(), other.tests.size()));
    return;
  }
  for (std::size_t i = 0; i < one.tests.size(); ++i) {
    const Observation &first = one.tests[i], &second = other.tests[i];
    const auto told = [](const Observation& test) {
      return fmt::format("{} {} {} {}", test.test, to_string(test.outcome.verdict), test.outcome.message,
                         words(test.outcome.metrics));
    };
    compare(where, told(first), told(second), lines);
  }
}

void compare_items(const std::string& where, const ItemResult& one, const ItemResult& other, Lines& lines) {
  compare(where, one.id, other.id, lines);
  if (one.max_score != other.max_score)
    lines.push_back(fmt::format("{}: of {} points and of {}", where, one.max_score, other.max_score));
  const Points allowed = is_timed(one) && is_timed(other) ? one.max_score.part(kTimedTolerance) : 0;
  if (std::max(one.score, other.score) - std::min(one.score, other.score) > allowed)
    lines.push_back(fmt::format("{}: {} points and {}", where, one.score, other.score));
  if (is_timed(one) && is_timed(other)) return;
  compare(where, std::string(to_string(one.status)), std::string(to_string(other.status)), lines);
  // Counts, which depend on the drawn inputs.
  if (one.metrics.contains("comparison_ratio") && other.metrics.contains("comparison_ratio")) return;
  compare(where, one.message, other.message, lines);
  compare(where, one.hint, other.hint, lines);
  compare(where, words(one.metrics), words(other.metrics), lines);
  compare_tests(where, one, other, lines);
}

void compare_labs(const LabResult& one, const LabResult& other, Lines& lines) {
  compare("labs", one.name, other.name, lines);
  if (one.score.has_value() != other.score.has_value()) {
    lines.push_back(fmt::format("{}: one grading has no score", one.name));
  }
  if (one.items.size() != other.items.size()) {
    lines.push_back(fmt::format("{}: {} items and {}", one.name, one.items.size(), other.items.size()));
    return;
  }
  for (std::size_t i = 0; i < one.items.size(); ++i) {
    compare_items(fmt::format("{} {}", one.name, one.items[i].id), one.items[i], other.items[i], lines);
  }
}

}  // namespace

bool is_timed(const ItemResult& item) {
  return item.metrics.contains("time_ms") || item.metrics.contains("time_ratio") ||
         item.metrics.contains("slowdown");
}

std::vector<std::string> differences(const Grading& one, const Grading& other) {
  Lines lines;
  if (one.labs.size() != other.labs.size()) {
    return {fmt::format("{} labs and {}", one.labs.size(), other.labs.size())};
  }
  for (std::size_t i = 0; i < one.labs.size(); ++i) compare_labs(one.labs[i], other.labs[i], lines);
  return lines;
}

}  // namespace mergelab::bench
