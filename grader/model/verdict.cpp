#include "model/verdict.hpp"

#include <algorithm>
#include <array>

namespace mergelab {
namespace {

struct VerdictNames {
  Verdict verdict;
  std::string_view name, phrase;
};

// From harmless to telling: the order in which `worse` prefers a headline.
constexpr std::array<VerdictNames, 14> kNames{{
    {Verdict::not_run, "not_run", "not run"},
    {Verdict::passed, "passed", "passed"},
    {Verdict::too_slow, "too_slow", "too slow"},
    {Verdict::invalid_measurement, "invalid_measurement", "impossible figure"},
    {Verdict::wrong_answer, "wrong_answer", "wrong answer"},
    {Verdict::checker_violation, "checker_violation", "CUDA rule broken"},
    {Verdict::timed_out, "timed_out", "timed out"},
    {Verdict::resource_limit, "resource_limit", "limit exceeded"},
    {Verdict::crashed, "crashed", "crashed"},
    {Verdict::todo, "todo", "TODO not done"},
    {Verdict::forbidden, "forbidden", "not allowed"},
    {Verdict::build_failed, "build_failed", "does not compile"},
    {Verdict::not_submitted, "not_submitted", "not submitted"},
    {Verdict::grader_error, "grader_error", "grader failed"},
}};

std::size_t rank(Verdict verdict) {
  const auto* found =
      std::ranges::find_if(kNames, [&](const VerdictNames& entry) { return entry.verdict == verdict; });
  return static_cast<std::size_t>(found - kNames.begin());
}

}  // namespace

std::string_view to_string(Verdict verdict) { return kNames.at(rank(verdict)).name; }

std::string_view phrase(Verdict verdict) { return kNames.at(rank(verdict)).phrase; }

std::optional<Verdict> from_name(std::string_view name, const Verdict* /*which*/) {
  for (const VerdictNames& entry : kNames) {
    if (entry.name == name) return entry.verdict;
  }
  return std::nullopt;
}

Verdict worse(Verdict a, Verdict b) { return rank(a) >= rank(b) ? a : b; }

}  // namespace mergelab
