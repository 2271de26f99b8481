// One small problem of a lab, with every access of the call.
#include <algorithm>
#include <cstring>

#include "judge/findings.hpp"
#include "judge/items/traced_call.hpp"
#include "judge/problems.hpp"
#include "judge/random.hpp"

namespace mergelab::judge {
namespace {

constexpr std::size_t kMostProblems = 50;  // of one case

std::vector<Number> numbers_in(std::span<const std::byte> bytes, const ElementType& type) {
  return with_type(type, [&](auto zero) {
    std::vector<Number> numbers(bytes.size() / sizeof zero);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      std::memcpy(&zero, bytes.data() + i * sizeof zero, sizeof zero);
      numbers[i] = as_number(zero);
    }
    return numbers;
  });
}

/// The values of a kit are ints here.
std::string type_of(const Argument& argument) { return argument.type == "value" ? "int" : argument.type; }

/// The function's arrays and numbers, before the call.
Trace begun(const Lab& lab, const Inputs& inputs) {
  Trace trace;
  std::vector<TracedNumber>& numbers = trace.numbers.emplace();
  const char* const space = lab.on_host() ? "host" : "global";
  const auto add = [&](const std::string& name, const std::string& type, const char* where) -> TracedArray& {
    const ElementType& element = element_type_named(type);
    return trace.arrays.emplace_back(TracedArray{
        .name = name, .space = where, .element_bytes = static_cast<int>(element.bytes), .type = type});
  };
  for (std::size_t i = 0; i < lab.interface.arguments.size(); ++i) {
    const Argument& argument = lab.interface.arguments[i];
    if (!argument.is_array()) {
      numbers.push_back({argument.name, inputs.numbers.at(argument.name)});
      continue;
    }
    TracedArray& array = add(argument.name, type_of(argument), space);
    const auto number = [&](std::string_view name) { return inputs.number(name); };
    array.shape = shape_of(argument, number);
    array.elements = elements_of(argument, number);
    if (argument.is_input()) array.input = numbers_in(inputs.arrays[i], element_type_named(array.type));
  }
  if (!lab.interface.returns.empty()) add("returned", lab.interface.returns, "host").elements = 1;
  return trace;
}

/// What came out of one output, and what should have; `is_compared`: nothing else is right.
void compare_output(Trace& trace, int at, const Argument& argument, std::span<const std::byte> expected,
                    std::span<const std::byte> got, bool is_compared) {
  TracedArray& array = trace.arrays[static_cast<std::size_t>(at)];
  const ElementType& type = element_type_named(array.type);
  array.expected = numbers_in(expected, type);
  if (got.empty() && !expected.empty()) return;  // the run broke
  const std::vector<int> last = last_writes(trace, at);
  const std::vector<Number> held = numbers_in(got, type);
  std::vector<std::optional<Number>>& output = array.output.emplace();
  for (std::size_t i = 0; i < held.size(); ++i) {
    const bool is_left = argument.role != Argument::Role::inout && last[i] < 0 &&
                         is_poison(got.subspan(i * type.bytes, type.bytes));
    output.push_back(is_left ? std::nullopt : std::optional(held[i]));
  }
  if (!is_compared) return;
  array.wrong = wrong_elements(argument, expected, got);
  if (array.wrong.empty() || trace.first_wrong) return;
  const auto index = static_cast<std::size_t>(array.wrong.front());
  trace.first_wrong = TracedWrong{
      .index = array.wrong.front(), .expected = (*array.expected)[index], .got = output[index], .array = at};
  find_writer(trace, last[index]);
}

void compare_outputs(Trace& trace, const Interface& interface, const Outputs& expected, const Outputs& got,
                     bool is_compared) {
  int at = 0;
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    const Argument& argument = interface.arguments[i];
    if (!argument.is_array()) continue;
    if (argument.is_output()) {
      Argument typed = argument;
      typed.type = type_of(argument);
      compare_output(trace, at, typed, expected.arrays[i],
                     got.arrays.empty() ? std::span<const std::byte>() : got.arrays[i], is_compared);
    }
    ++at;
  }
  if (interface.returns.empty()) return;
  const Argument returned{.name = "returned",
                          .role = Argument::Role::parameter,
                          .type = interface.returns,
                          .compare = interface.compare_returned};
  compare_output(trace, at, returned, expected.returned, got.returned, is_compared);
}

Outcome trace_one(LabContext& context, const PlannedTest& test, const ProblemSet& set) {
  const Lab& lab = context.job.lab;
  const wire::Memory memory = lab.on_host() ? wire::Memory::host : wire::Memory::device;
  const Image image(set, ValueType::int32, memory, fresh_seed());
  context.oracle.forget();  // it knows the case's other problems
  TracedCall call = traced_call(context, test, set, image, begun(lab, set.inputs.front()));
  if (!call.is_read) return std::move(call.outcome);
  Outputs got;
  if (call.answer) got = outputs_in(image, image.problems().front(), call.answer->returned);
  if (lab.kit) {
    const std::vector<std::vector<int>> expected = lab.kit->expected(set, 0);
    Outputs right;
    for (const std::vector<int>& elements : expected)
      right.arrays.push_back(std::as_bytes(std::span(elements)));
    right.returned = right.arrays.back();
    compare_outputs(call.trace, lab.interface, right, got, true);
  } else {
    compare_outputs(call.trace, lab.interface, context.oracle.expected(test, set).outputs(0), got,
                    !context.oracle.has(OracleCall::check));
  }
  context.oracle.forget();
  call.outcome.trace = std::move(call.trace);
  return std::move(call.outcome);
}

}  // namespace

Outcome trace_own(LabContext& context, const PlannedTest& test) {
  const ProblemSet set = problems(context, test, seed_of(context, test));
  std::vector<std::size_t> order;  // of inputs: the largest first, since it shows most
  for (std::size_t i = 0; i < set.inputs.size(); ++i) {
    if (elements_of_all(*set.interface, set.inputs[i]) <= kMostTracedElements) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
    return elements_of_all(*set.interface, set.inputs[one]) >
           elements_of_all(*set.interface, set.inputs[other]);
  });
  if (order.empty())
    return {Verdict::grader_error, Statement(Sentence::too_large_to_trace, kMostTracedElements), "", {}};
  order.resize(std::min(order.size(), kMostProblems));
  std::optional<Outcome> first;
  for (const std::size_t i : order) {
    ProblemSet one = set;
    one.inputs = {set.inputs[i]};
    one.queries = {set.queries[i]};
    one.queries.front().inputs = 0;
    Outcome outcome = trace_one(context, test, one);
    if (!outcome.passed()) return outcome;
    if (!first) first = std::move(outcome);
  }
  static_cast<void>(context.workers.take_violations());
  return *std::move(first);
}

}  // namespace mergelab::judge
