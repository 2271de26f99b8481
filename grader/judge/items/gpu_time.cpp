// Time on a GPU, by the judge's own clock, in turns with yardsticks.
#include <fmt/format.h>

#include <functional>
#include <stdexcept>

#include "judge/check.hpp"
#include "judge/device_figures.hpp"
#include "judge/fresh_inputs.hpp"
#include "judge/items/items.hpp"
#include "judge/problems.hpp"
#include "judge/random.hpp"
#include "wire/digest.hpp"

namespace mergelab::judge {
namespace {

constexpr int kRounds = 11;
constexpr int kYardstickCalls = 3;  // a round: they cost little, having no fresh inputs
constexpr int kAttempts = 3;        // at a quiet moment of the machine
constexpr int kShapeCalls = 2;      // the first warms up
constexpr int kBlamed = 2;          // so often the machine has to be quiet without the submission alone

Outcome invalid(std::string message, std::string symptom) {
  return {Verdict::invalid_measurement, std::move(message), std::move(symptom), {}};
}

/// One timed call, its output checked; what went wrong otherwise is in `why`. `meanwhile` runs when the clock
/// has stopped.
std::optional<Answer> timed_call(LabContext& context, const PlannedTest& test, const FreshInput& input,
                                 Outcome& why, std::function<void()> meanwhile) {
  std::optional<Answer> answer = context.workers.ask(
      test, {.image = input.image, .timed = wire::Timed::yes, .after_call = std::move(meanwhile)}, why);
  if (!answer) return std::nullopt;
  why = input.set.output == Output::sort ? check_sort_of_ints(input.set.arrays.front(), answer->returned)
                                         : check_merge_of_ints(input.set.arrays.front(), answer->returned);
  if (!why.passed()) return std::nullopt;
  if (answer->done.digest != wire::digest(answer->returned.data(), answer->returned.size(), answer->nonce)) {
    why = invalid("the output was not complete when the call had returned: all work has to be done by then",
                  "unfinished");
  } else if (answer->fetched.launches.elsewhere > 0) {
    why = invalid("a kernel was launched on a stream of its own; the lab asks for the default stream",
                  "stream");
  }
  if (!why.passed()) return std::nullopt;
  return answer;
}

/// The shape in which one of a few calls took the least time.
std::optional<Shape> best_shape(LabContext& context, const PlannedTest& test, FreshInputs& inputs,
                                Outcome& why) {
  const std::vector<Shape>& shapes = context.job.lab.timed_shapes;
  if (shapes.empty()) return Shape{context.job.lab.section, context.job.lab.tile};
  std::optional<Shape> best;
  double best_s = 0;
  const std::size_t calls = shapes.size() * kShapeCalls;
  for (std::size_t call = 0; call < calls; ++call) {
    const Shape& shape = shapes[call / kShapeCalls];
    const auto prepare_next = [&] {
      if (call + 1 < calls) inputs.prepare(shapes[(call + 1) / kShapeCalls]);
    };
    const std::optional<Answer> answer = timed_call(context, test, inputs.take(shape), why, prepare_next);
    if (!answer) return std::nullopt;
    // The quieter clock, though the worker tells it: who makes it lie only picks a worse shape.
    if (best && !(answer->done.event_s < best_s)) continue;
    best_s = answer->done.event_s;
    best = shape;
  }
  return best;
}

/// What CUB's function is called that this lab's time is told beside.
std::string cub_function(const Job& job) {
  return job.lab.signature.sorts() ? "cub::DeviceMergeSort" : "cub::DeviceMerge";
}

/// The yardsticks' calls of one round, noted in `samples`.
void call_yardsticks(DeviceYardsticks& yardsticks, const Image& image, DeviceSamples& samples) {
  for (int call = 0; call < kYardstickCalls; ++call) {
    const Answer empty = yardsticks.call("empty", image);
    const Answer copy = yardsticks.call("copy", image);
    const Answer cub = yardsticks.call("cub", image);
    samples.empty_s.push_back(empty.call_s);
    samples.copy.add(copy.call_s, copy.done.event_s);
    samples.cub.add(cub.call_s, cub.done.event_s);
  }
}

/// Calls in turns with the yardsticks'. Empty: what the submission did is in `why`. Throws std::runtime_error
/// when a yardstick fails.
std::optional<DeviceSamples> sample(LabContext& context, const PlannedTest& test, FreshInputs& inputs,
                                    const Shape& shape, const Image& staged, Outcome& why) {
  DeviceSamples samples, warming_up;
  samples.cub_function = cub_function(context.job);
  samples.outputs = staged.problems().front().m + static_cast<double>(staged.problems().front().n);
  for (int round = 0; round <= kRounds; ++round) {
    const FreshInput input = inputs.take(shape);
    call_yardsticks(*context.device_yardsticks, staged, round == 0 ? warming_up : samples);
    const auto prepare_next = [&] {
      if (round < kRounds) inputs.prepare(shape);
    };
    const std::optional<Answer> answer = timed_call(context, test, input, why, prepare_next);
    if (!answer) return std::nullopt;
    if (round > 0) samples.submission.add(answer->call_s, answer->done.event_s);
  }
  return samples;
}

/// The best of a few attempts where the first does not settle. Empty: why the figures say nothing is in
/// `noise`, or what the submission did in `why`. Throws std::runtime_error when a yardstick fails in the
/// first.
std::optional<DeviceFigures> measure(LabContext& context, const PlannedTest& test, FreshInputs& inputs,
                                     const Shape& shape, const Image& staged, Outcome& why,
                                     std::string& noise) {
  if (context.device_yardsticks == nullptr)
    context.device_yardsticks = std::make_unique<DeviceYardsticks>(context.job);
  // The yardsticks are our own: one input serves for all of their calls.
  context.device_yardsticks->stage(staged);
  std::optional<DeviceFigures> best;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    std::optional<DeviceSamples> samples;
    try {
      samples = sample(context, test, inputs, shape, staged, why);
    } catch (const std::runtime_error&) {
      if (!best) throw;
      context.device_yardsticks.reset();
      return best;
    }
    if (!samples) {
      // The lab's CPU time may end in an attempt that a noisy machine alone has made necessary.
      if (best && why.verdict == Verdict::timed_out) why = {};
      return why.passed() ? best : std::nullopt;
    }
    DeviceFigures figures(*std::move(samples));
    noise = figures.noise();
    if (!noise.empty()) continue;
    if (figures.settled()) return figures;
    if (!best || figures.better_than(*best)) best = std::move(figures);
  }
  return best;
}

/// Why the machine can't time its own programs while nothing of the submission runs; empty: it can.
std::string noise_alone(const Job& job, const Image& staged) try {
  DeviceYardsticks yardsticks(job);
  yardsticks.stage(staged);
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    DeviceSamples samples, warming_up;
    samples.cub_function = cub_function(job);
    call_yardsticks(yardsticks, staged, warming_up);
    for (int round = 0; round < kRounds; ++round) call_yardsticks(yardsticks, staged, samples);
    samples.submission = samples.cub;
    std::string noise = DeviceFigures(std::move(samples)).noise();
    if (!noise.empty()) return noise;
  }
  return "";
} catch (const std::runtime_error& error) {
  return error.what();
}

}  // namespace

Outcome judge_gpu_time(LabContext& context, const PlannedTest& test) {
  // Every call has new inputs that nobody can know; the worker sees them only when it has answered the last
  // call.
  FreshInputs inputs([&](const Shape& shape) {
    ProblemSet set = problems(context, test, fresh_seed());
    set.section = static_cast<int>(shape.section);
    set.tile = static_cast<int>(shape.tile);
    Image image(set, test.item->value, wire::Memory::device, 0, true);
    return FreshInput{std::move(set), std::move(image)};
  });
  Outcome why;
  const std::optional<Shape> shape = best_shape(context, test, inputs, why);
  if (!shape) return why;
  const FreshInput staged = inputs.take(*shape);
  std::string noise;
  for (int attempt = 0; attempt < kBlamed; ++attempt) {
    try {
      const auto figures = measure(context, test, inputs, *shape, staged.image, why, noise);
      if (!why.passed()) return why;
      if (figures) {
        Outcome outcome = figures->judged(*test.item, test.item->reference.at(test.spec->name));
        if (!context.job.lab.timed_shapes.empty()) {
          outcome.metrics["section"] = static_cast<double>(shape->section);
          outcome.metrics["tile"] = static_cast<double>(shape->tile);
        }
        return outcome;
      }
    } catch (const std::runtime_error& error) {
      noise = error.what();  // of a yardstick
    }
    // The submission's process may be what disturbs them: kernels that it left behind, memory that it holds.
    context.workers.replace();
    context.device_yardsticks.reset();
    const std::string alone = noise_alone(context.job, staged.image);
    if (!alone.empty()) {
      return {Verdict::grader_error,
              fmt::format(
                  "the machine is too noisy to time anything on its GPU: {}; does another program use it?",
                  alone),
              "",
              {}};
    }
  }
  return invalid(fmt::format("other programs can be timed on this GPU, but not while the lab's is there: {}; "
                             "all its work has to be done when a call returns",
                             noise),
                 "unfinished");
}

}  // namespace mergelab::judge
