#include "judge/any_lab/oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "judge/check.hpp"
#include "judge/findings.hpp"
#include "judge/worker_command.hpp"

namespace mergelab::judge {
namespace {

constexpr double kOracleCpuS = 10;
constexpr std::byte kOtherFiller{0x3c};

/// Whether an array is the same in two answers, of which one began with kPoison, and the other with
/// kOtherFiller. Throws OracleError.
void check_same(const Argument& argument, std::span<const std::byte> one, std::span<const std::byte> other) {
  const auto [at, there] = std::mismatch(one.begin(), one.end(), other.begin());
  if (at == one.end()) return;
  const bool is_left = *at == kPoison && *there == kOtherFiller;
  throw OracleError(is_left ? say(Sentence::oracle_leaves, argument.name) : say(Sentence::oracle_differs));
}

}  // namespace

Outputs outputs_in(const Image& image, const wire::Problem& problem, std::span<const std::byte> returned) {
  const auto payload = [&](const wire::Buffer& buffer) {
    return returned.subspan(buffer.offset + buffer.margin_before, buffer.bytes);
  };
  Outputs outputs;
  for (std::size_t i = 0; i < image.interface().arguments.size(); ++i) {
    const bool is_output = image.interface().arguments[i].is_output();
    outputs.arrays.push_back(is_output ? payload(problem.arrays[i]) : std::span<const std::byte>());
  }
  outputs.returned = payload(problem.returned);
  return outputs;
}

Outputs Expected::outputs(std::size_t problem) const {
  return outputs_in(image_, image_.problems().at(problem), returned_);
}

Expected Oracle::expected(const ProblemSet& set) {
  if (job_.oracle.empty()) throw OracleError(say(Sentence::no_oracle));
  const wire::Memory memory = job_.oracle_is_reference ? wire::Memory::device : wire::Memory::host;
  // What it leaves as it was differs from one answer to the other.
  const Image again(set, ValueType::int32, memory, 0, false, kOtherFiller);
  Expected answer(Image(set, ValueType::int32, memory, 0));
  answer.take(asked(answer.image()));
  const std::vector<std::byte> second = asked(again);
  for (std::size_t p = 0; p < again.problems().size(); ++p) {
    const Outputs one = answer.outputs(p), other = outputs_in(again, again.problems()[p], second);
    for (std::size_t i = 0; i < one.arrays.size(); ++i)
      check_same(set.interface->arguments[i], one.arrays[i], other.arrays[i]);
    if (!std::equal(one.returned.begin(), one.returned.end(), other.returned.begin()))
      throw OracleError(say(Sentence::oracle_differs));
  }
  return answer;
}

const Expected& Oracle::expected(const PlannedTest& test, const ProblemSet& set) {
  if (last_ == test.spec) return *kept_;
  kept_ = std::make_unique<Expected>(expected(set));
  last_ = test.spec;
  return *kept_;
}

std::vector<std::byte> Oracle::asked(const Image& image) {
  if (!failure_.empty()) throw OracleError(failure_);
  if (session_ == nullptr) {
    WorkerSetup setup = worker_setup(job_, job_.oracle);
    setup.limits.case_cpu_s = kOracleCpuS;
    setup.files = StudentFiles(job_.oracle_sources);
    session_ = start_(setup);
  }
  std::optional<Answer> answer = session_->ask({.image = image}, kOracleCpuS);
  if (answer) return std::move(answer->returned);
  const Outcome end = session_->broken().value_or(Outcome());
  const StudentFiles files(job_.oracle_sources);
  session_.reset();
  failure_ = say(Sentence::oracle_failed, text_of(end.why, files));
  throw OracleError(failure_);
}

Outcome check_any(Oracle& oracle, const PlannedTest& test, const ProblemSet& set, const Image& image,
                  std::span<const std::byte> returned) {
  for (std::size_t p = 0; p < set.queries.size(); ++p) {
    const wire::Problem& problem = image.problems()[p];
    Outcome outcome = check_untouched(image, problem, returned);
    if (outcome.passed()) {
      outcome = compare(image.interface(), set.inputs[set.queries[p].arrays],
                        oracle.expected(test, set).outputs(p), outputs_in(image, problem, returned));
    }
    if (outcome.passed()) continue;
    outcome.problem = static_cast<std::uint32_t>(p);
    return outcome;
  }
  return {};
}

}  // namespace mergelab::judge
