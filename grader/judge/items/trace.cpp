// One small call of a lab's function, with every access logged.
#include "judge/items/items.hpp"

#include "judge/traced.hpp"

namespace mergelab::judge {
namespace {

constexpr std::size_t kMostCalls = 200;  // of one case

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

/// The function's arrays, of structs one for each field, and numbers, before the call.
Trace begun(const Lab& lab, const Inputs& inputs) {
  Trace trace;
  const char* const space = lab.on_host() ? "host" : "global";
  const auto add = [&](const std::string& name, const std::string& type, const char* where) -> TracedArray& {
    const ElementType& element = element_type_named(type);
    return trace.arrays.emplace_back(TracedArray{
        .name = name, .space = where, .element_bytes = static_cast<int>(element.bytes), .type = type});
  };
  for (std::size_t i = 0; i < lab.interface.arguments.size(); ++i) {
    const Argument& argument = lab.interface.arguments[i];
    if (!argument.is_array()) {
      trace.numbers.push_back({argument.name, inputs.numbers.at(argument.name)});
      continue;
    }
    std::size_t at = 0;
    for (const Argument& column : columns_of(argument)) {
      TracedArray& array = add(column.name, type_of(column), space);
      array.shape = inputs.shape_of(argument);
      array.elements = inputs.elements_of(argument);
      std::vector<std::byte> memory;
      if (argument.is_input())
        array.input =
            numbers_in(column_in(argument, at, inputs.arrays[i], memory), element_type_named(array.type));
      ++at;
    }
  }
  if (!lab.interface.returns.empty()) add("returned", lab.interface.returns, "host").elements = 1;
  return trace;
}

/// Of the arrays that begun() makes.
std::vector<TracedColumn> traced_columns(const Interface& interface) {
  std::vector<TracedColumn> all;
  for (const Argument& argument : interface.arguments) {
    int offset = 0;
    for (const Field& field : argument.fields) {
      all.push_back({static_cast<int>(argument.element_bytes(0)), offset});
      offset += static_cast<int>(field.bytes());
    }
    if (argument.is_array() && argument.fields.empty()) all.emplace_back();
  }
  if (!interface.returns.empty()) all.emplace_back();
  return all;
}

/// The last event that wrote each element of one of the trace's arrays, or -1.
std::vector<int> last_writes(const Trace& trace, int array) {
  const auto elements = static_cast<std::size_t>(trace.arrays[static_cast<std::size_t>(array)].elements);
  std::vector<int> last(elements, -1);
  const TracedRequests& requests = trace.requests;
  for (std::size_t r = 0; r < requests.size(); ++r) {
    if (requests.array[r] != array || requests.kind[r] == 'r') continue;
    const auto end = static_cast<std::size_t>(trace.end_of(r));
    for (auto e = static_cast<std::size_t>(requests.first[r]); e < end; ++e) {
      if (const auto index = static_cast<std::size_t>(trace.events.index[e]); index < elements)
        last[index] = static_cast<int>(e);
    }
  }
  return last;
}

/// Adds who wrote the first wrong element last, or who should have.
void find_writer(Trace& trace, const Numbers& constants, int last_write) {
  TracedWrong& wrong = trace.first_wrong.value();
  if (last_write >= 0) wrong.event = last_write;
  // Where the recording ended before the run, the write that matters may have come later.
  if (trace.cut && wrong.event && trace.events.value[static_cast<std::size_t>(*wrong.event)] != wrong.got)
    wrong.event.reset();
  if (wrong.event || trace.on_host || trace.cut) return;
  if (const std::optional<Writer> writer = missing_writer(trace, constants, wrong.array, wrong.index)) {
    wrong.block = writer->block;
    wrong.thread = writer->thread;
  }
}

struct TracedCall {
  Outcome outcome;
  std::optional<Answer> answer;  // empty: the worker is gone
  Trace trace;
  bool is_read = false;  // whether the worker's log is in the trace
};

/// `begun` has what is known before the call: the function's arrays, in the interface's order, and its
/// numbers.
TracedCall traced_call(LabContext& context, const PlannedTest& test, const ProblemSet& set,
                       const Image& image, Trace begun) {
  const Lab& lab = context.job.lab;
  const base::Descriptor log = create_trace_memory();
  TracedCall call;
  static_cast<void>(context.workers.take_violations());
  call.answer = context.workers.ask(test,
                                    {.image = image,
                                     .watch = wire::kWatchAccesses | wire::kWatchTraffic | wire::kWatchTrace,
                                     .order = context.job.order,
                                     .trace = &log},
                                    call.outcome);
  const std::vector<Violation> violations = context.workers.take_violations();
  if (call.answer) {
    call.outcome = check_answer(context, test, set, image, *call.answer);
    tell_refused_first(call.answer->fetched.launches.refused, context.workers.files(), call.outcome);
    if (call.outcome.passed() && !violations.empty()) {
      const Violation& first = violations.front();
      call.outcome = {Verdict::checker_violation, first.why, first.rule};
    }
  }
  Trace& trace = call.trace = std::move(begun);
  trace.lab = lab.name;
  trace.title = lab.title;
  trace.kit = to_string(lab.kit);
  trace.case_name = test.name();
  trace.on_host = lab.on_host();
  trace.verdict = call.outcome.verdict;
  trace.message = text_of(call.outcome.why, context.workers.files());
  for (const Violation& violation : violations)
    trace.violations.push_back({violation.rule, text_of(violation.why, context.workers.files()), {}});
  call.is_read = read_trace(log, context.workers.files(), traced_columns(lab.interface), trace);
  context.workers.set_violations(violations);
  return call;
}

/// The elements of an output that a run which broke had written, and of the others what is right.
std::vector<std::byte> seen_before_the_end(const Trace& trace, const std::vector<int>& last,
                                           const ElementType& type, std::span<const std::byte> expected) {
  std::vector<std::byte> seen(expected.begin(), expected.end());
  for (std::size_t i = 0; i < last.size(); ++i) {
    if (last[i] < 0) continue;
    if (const auto& value = trace.events.value[static_cast<std::size_t>(last[i])])
      write_number(type, seen.data() + i * type.bytes, *value);
  }
  return seen;
}

/// What came out of one output, and what should have; `is_compared`: nothing else is right.
void compare_output(Trace& trace, const Numbers& constants, int at, const Argument& argument,
                    std::span<const std::byte> expected, std::span<const std::byte> got, bool is_compared) {
  TracedArray& array = trace.arrays[static_cast<std::size_t>(at)];
  const ElementType& type = element_type_named(array.type);
  array.expected = numbers_in(expected, type);
  const std::vector<int> last = last_writes(trace, at);
  const bool is_broken =
      got.empty() && !expected.empty();  // then what was written until it broke is compared
  std::vector<std::byte> seen;
  if (is_broken) {
    seen = seen_before_the_end(trace, last, type, expected);
    got = seen;
  }
  const std::vector<Number> held = numbers_in(got, type);
  std::vector<std::optional<Number>>& output = array.output.emplace();
  for (std::size_t i = 0; i < held.size(); ++i) {
    const bool is_left = is_broken || (argument.role != Argument::Role::inout &&
                                       is_poison(got.subspan(i * type.bytes, type.bytes)));
    output.push_back(is_left && last[i] < 0 ? std::nullopt : std::optional(held[i]));
  }
  if (!is_compared || (is_broken && argument.compare.how == Compare::How::as_set)) return;
  array.wrong = wrong_elements(argument, expected, got);
  if (array.wrong.empty() || trace.first_wrong) return;
  const auto index = static_cast<std::size_t>(array.wrong.front());
  trace.first_wrong = TracedWrong{
      .index = array.wrong.front(), .expected = (*array.expected)[index], .got = output[index], .array = at};
  find_writer(trace, constants, last[index]);
}

void compare_outputs(Trace& trace, const Lab& lab, const Outputs& expected, const Outputs& got,
                     bool is_compared) {
  const Interface& interface = lab.interface;
  int at = 0;
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    const Argument& argument = interface.arguments[i];
    if (!argument.is_array()) continue;
    std::size_t column = 0;
    for (Argument& typed : columns_of(argument)) {
      typed.type = type_of(typed);
      std::vector<std::byte> wanted, held;
      if (argument.is_output())
        compare_output(trace, lab.constants, at, typed,
                       column_in(argument, column, expected.arrays[i], wanted),
                       got.arrays.empty() ? std::span<const std::byte>()
                                          : column_in(argument, column, got.arrays[i], held),
                       is_compared);
      ++column;
      ++at;
    }
  }
  if (interface.returns.empty()) return;
  const Argument returned{.name = "returned",
                          .role = Argument::Role::parameter,
                          .type = interface.returns,
                          .compare = interface.compare_returned};
  compare_output(trace, lab.constants, at, returned, expected.returned, got.returned, is_compared);
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
    compare_outputs(call.trace, lab, right, got, true);
  } else {
    compare_outputs(call.trace, lab, context.oracle.expected(test, set).outputs(0), got,
                    !context.oracle.has(OracleCall::check));
  }
  context.oracle.forget();
  call.outcome.trace = std::move(call.trace);
  return std::move(call.outcome);
}

}  // namespace

std::vector<ProblemSet> calls_of(const ProblemSet& set, std::int64_t most_elements) {
  std::vector<ProblemSet> calls;
  for (const Query& query : set.queries) {
    if (elements_of_all(*set.interface, set.inputs[query.inputs]) > most_elements) continue;
    ProblemSet& one = calls.emplace_back(set);
    one.inputs = {set.inputs[query.inputs]};
    one.queries = {query};
    one.queries.front().inputs = 0;
  }
  std::ranges::stable_sort(calls, [](const ProblemSet& one, const ProblemSet& other) {
    return elements_of_all(*one.interface, one.inputs.front()) >
           elements_of_all(*other.interface, other.inputs.front());
  });
  return calls;
}

Outcome judge_trace(LabContext& context, const PlannedTest& test) {
  const Kit* const kit = context.job.lab.kit;
  const ProblemSet set = problems(context, test, seed_of(context, test));
  std::vector<ProblemSet> calls =
      kit ? kit->calls(set, context.job.trace_numbers) : calls_of(set, kMostTracedElements);
  if (calls.empty())
    return {Verdict::grader_error,
            Statement(Sentence::too_large_to_trace, kit ? kit->most_traced() : kMostTracedElements), ""};
  calls.resize(std::min(calls.size(), kMostCalls));
  std::optional<Outcome> first;
  for (const ProblemSet& one : calls) {
    Outcome outcome = trace_one(context, test, one);
    if (!outcome.passed()) return outcome;
    if (!first) first = std::move(outcome);
  }
  static_cast<void>(context.workers.take_violations());
  return *std::move(first);
}

}  // namespace mergelab::judge
