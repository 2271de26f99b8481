#include "model/verdict.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace mergelab {
namespace {

// From harmless to telling: the order in which `worse` prefers a headline.
constexpr std::array<std::pair<Verdict, std::string_view>, 14> kNames{{
    {Verdict::not_run, "not_run"},
    {Verdict::passed, "passed"},
    {Verdict::too_slow, "too_slow"},
    {Verdict::invalid_measurement, "invalid_measurement"},
    {Verdict::wrong_answer, "wrong_answer"},
    {Verdict::checker_violation, "checker_violation"},
    {Verdict::timed_out, "timed_out"},
    {Verdict::resource_limit, "resource_limit"},
    {Verdict::crashed, "crashed"},
    {Verdict::todo, "todo"},
    {Verdict::forbidden, "forbidden"},
    {Verdict::build_failed, "build_failed"},
    {Verdict::not_submitted, "not_submitted"},
    {Verdict::grader_error, "grader_error"},
}};

std::size_t rank(Verdict verdict) {
  const auto* found =
      std::find_if(kNames.begin(), kNames.end(), [&](const auto& entry) { return entry.first == verdict; });
  return static_cast<std::size_t>(found - kNames.begin());
}

}  // namespace

std::string_view to_string(Verdict verdict) { return kNames.at(rank(verdict)).second; }

std::optional<Verdict> verdict_from_string(std::string_view name) {
  for (const auto& [verdict, text] : kNames) {
    if (text == name) return verdict;
  }
  return std::nullopt;
}

Verdict worse(Verdict a, Verdict b) { return rank(a) >= rank(b) ? a : b; }

}  // namespace mergelab
