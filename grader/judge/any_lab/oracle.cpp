#include "judge/any_lab/oracle.hpp"

#include "judge/workers.hpp"

namespace mergelab::judge {
namespace {

// An oracle may compute for long, but has nothing to wait for.
constexpr double kOracleCpuS = 10, kOracleWallS = 15;
constexpr std::byte kOtherFiller{0x3c};

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

Expected Oracle::answered_twice(OracleCall call, const ProblemSet& set) {
  const wire::Memory memory = job_.oracle_is_reference ? wire::Memory::device : wire::Memory::host;
  // What it leaves as it was differs from one answer to the other.
  const Image again(set, ValueType::int32, memory, 0, false, kOtherFiller);
  Expected answer(Image(set, ValueType::int32, memory, 0));
  answer.take(asked(call, answer.image()));
  const std::vector<std::byte> second = asked(call, again);
  for (std::size_t p = 0; p < again.problems().size(); ++p) {
    const Outputs one = answer.outputs(p), other = outputs_in(again, again.problems()[p], second);
    const auto difference = first_difference(*set.interface, set.inputs[set.queries[p].inputs], one, other);
    if (!difference) continue;
    if (difference->byte_of_one == kPoison && difference->byte_of_other == kOtherFiller)
      fail(Statement(Sentence::oracle_leaves, file(), test_, difference->element));
    fail(Statement(Sentence::oracle_differs, file(), test_, difference->element, difference->one,
                   difference->other));
  }
  return answer;
}

Expected Oracle::expected(const ProblemSet& set) {
  if (!has(OracleCall::expected)) fail(Statement(Sentence::no_oracle, "nothing says what is right here"));
  Expected right = answered_twice(OracleCall::expected, set);
  if (!has(OracleCall::check)) return right;
  for (std::size_t p = 0; p < set.queries.size(); ++p) {
    const std::string text =
        told(OracleCall::check, *set.interface, set.inputs[set.queries[p].inputs], right.outputs(p));
    if (!text.empty()) fail(Statement(Sentence::oracle_refuses_itself, file(), test_, text));
  }
  return right;
}

const Expected& Oracle::expected(const PlannedTest& test, const ProblemSet& set) {
  if (last_ == test.spec) return *kept_;
  kept_ = std::make_unique<Expected>(expected(set));
  last_ = test.spec;
  return *kept_;
}

void Oracle::fail(Statement why) {
  failure_ = std::move(why);
  throw OracleError(*failure_);
}

std::string Oracle::file() const {
  return job_.oracle_is_reference ? "the reference solution" : "labs/" + job_.lab.name + "/oracle.cpp";
}

std::vector<std::byte> Oracle::asked(OracleCall call, const Image& image) {
  if (failure_) throw OracleError(*failure_);
  std::unique_ptr<Session>& session = sessions_[call];
  if (session == nullptr) {
    WorkerSetup setup = worker_setup(job_, job_.oracle.at(call));
    setup.limits.case_cpu_s = kOracleCpuS;
    setup.wall_s = kOracleWallS;
    setup.files = StudentFiles(job_.oracle_sources);
    session = start_(setup);
  }
  std::optional<Answer> answer = session->ask({.image = image}, kOracleCpuS);
  if (answer) return std::move(answer->returned);
  const Outcome end = session->broken().value_or(Outcome());
  const StudentFiles files(job_.oracle_sources);
  session.reset();
  fail(Statement(Sentence::oracle_failed, file(), test_, text_of(end.why, files)));
}

void Oracle::generate(const Lab& lab, std::vector<Inputs>& inputs, std::uint64_t seed) {
  if (!has(OracleCall::generate)) return;
  const Interface interface = interface_of(OracleCall::generate, lab.interface);
  std::vector<Inputs> given = inputs;
  for (std::size_t p = 0; p < inputs.size(); ++p) {
    given[p].numbers["mergelab_seed"] = static_cast<std::int64_t>(static_cast<std::uint32_t>(seed + p));
    given[p].arrays.clear();
    for (std::size_t i = 0; i < lab.interface.arguments.size(); ++i) {
      const Argument& argument = lab.interface.arguments[i];
      if (!argument.is_array() || argument.is_input()) given[p].arrays.push_back(inputs[p].arrays[i]);
    }
    given[p].arrays.resize(interface.arguments.size());
  }
  const Expected made = answered_twice(OracleCall::generate, own_problems(interface, std::move(given)));
  for (std::size_t p = 0; p < inputs.size(); ++p) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < lab.interface.arguments.size(); ++i) {
      const Argument& argument = lab.interface.arguments[i];
      if (argument.is_array() && !argument.is_input()) continue;
      const std::span<const std::byte> array = made.outputs(p).arrays[at++];
      if (argument.is_array()) inputs[p].arrays[i] = std::vector<std::byte>(array.begin(), array.end());
    }
  }
}

std::string Oracle::told(OracleCall call, const Interface& interface, const Inputs& inputs,
                         const Outputs& got, std::int64_t argument, std::int64_t element) {
  const Interface asks = interface_of(call, interface);
  Inputs given;
  given.numbers = inputs.numbers;
  given.numbers["mergelab_argument"] = argument;
  given.numbers["mergelab_element"] = element;
  if (!interface.returns.empty())
    given.numbers["mergelab_returned"] =
        read_number(element_type_named(interface.returns), got.returned.data());
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    const Argument& one = interface.arguments[i];
    if (one.role == Argument::Role::scratch) continue;
    if (one.is_input() || !one.is_array()) given.arrays.push_back(inputs.arrays[i]);
    if (one.is_output())
      given.arrays.emplace_back(std::vector<std::byte>(got.arrays[i].begin(), got.arrays[i].end()));
  }
  given.arrays.resize(asks.arguments.size());
  const Image image(own_problems(asks, {std::move(given)}), ValueType::int32, wire::Memory::host, 0);
  const std::vector<std::byte> returned = asked(call, image);
  const std::span<const std::byte> text = outputs_in(image, image.problems().front(), returned).arrays.back();
  const auto* const begin = reinterpret_cast<const char*>(text.data());
  if (*begin == kOracleSaysNothing) return "";
  // One line: more could look like the grader's own.
  std::string said(begin + 1, ::strnlen(begin + 1, text.size() - 1));
  std::ranges::replace_if(
      said, [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
  return said.empty() ? say(Sentence::oracle_says_no) : said;
}

Outcome Oracle::judge(const Interface& interface, const Inputs& inputs, const Outputs& expected,
                      const Outputs& got) {
  if (has(OracleCall::check)) {
    const std::string text = checked(interface, inputs, expected, got);
    if (text.empty()) return {};
    Outcome outcome{Verdict::wrong_answer, Statement(Sentence::words, text), "wrong_values"};
    tell_unwritten(interface, inputs, got, outcome);
    outcome.why += small_inputs(interface, inputs);
    return outcome;
  }
  Outcome outcome = compare(interface, inputs, expected, got);
  if (outcome.passed() || !has(OracleCall::explain) || !explains_) return outcome;
  const std::optional<WrongPlace> place = first_wrong(interface, expected, got);
  if (!place) return outcome;
  try {
    const std::string text =
        told(OracleCall::explain, interface, inputs, got, place->argument, place->element);
    if (!text.empty()) outcome.why += Statement(Sentence::oracle_explains, text);
  } catch (const OracleError&) {  // the outputs are wrong all the same
    failure_.reset();
    explains_ = false;
  }
  return outcome;
}

std::string Oracle::checked(const Interface& interface, const Inputs& inputs, const Outputs& right,
                            const Outputs& got) {
  if (failure_) throw OracleError(*failure_);
  try {
    return told(OracleCall::check, interface, inputs, got);
  } catch (const OracleError& error) {
    // If it takes the right outputs, these differ from them, and in a way that it can't read.
    failure_.reset();
    if (!told(OracleCall::check, interface, inputs, right).empty()) throw;
    return say(Sentence::oracle_cannot_check, error.what());
  }
}

void Oracle::begin_test(std::string name) {
  test_ = std::move(name);
  sessions_.erase(OracleCall::check);
  sessions_.erase(OracleCall::explain);
  last_ = nullptr;
}

Outcome check_any(Oracle& oracle, const PlannedTest& test, const ProblemSet& set, const Image& image,
                  std::span<const std::byte> returned) {
  for (std::size_t p = 0; p < set.queries.size(); ++p) {
    const wire::Problem& problem = image.problems()[p];
    Outcome outcome = check_untouched(image, problem, returned);
    if (outcome.passed())
      outcome = oracle.judge(image.interface(), set.inputs[set.queries[p].inputs],
                             oracle.expected(test, set).outputs(p), outputs_in(image, problem, returned));
    if (outcome.passed()) continue;
    outcome.problem = static_cast<std::uint32_t>(p);
    return outcome;
  }
  return {};
}

}  // namespace mergelab::judge
