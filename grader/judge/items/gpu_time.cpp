// The time of a lab on a GPU, and what the reference solution needs there while nothing of the submission
// runs.
#include "judge/items/items.hpp"

#include "wire/digest.hpp"

namespace mergelab::judge {
namespace {

constexpr int kTrials = 2;  // a machine may fail once
constexpr int kRoundsAlone = 11, kAttemptsAlone = 3;

/// Throws std::runtime_error if the reference solution fails.
Numbers fastest_shape(LabContext& context, const PlannedTest& test) {
  if (test.spec->needs_launch) throw std::runtime_error("a timed case follows from the submission's launch");
  ProblemSet set = problems(context, test, fresh_seed());
  Numbers best;
  double best_s = std::numeric_limits<double>::infinity();
  for (const Numbers& shape : timed_shapes(context.job.lab)) {
    const Image image = timed_image(set, *test.item, shape);
    for (int call = 0; call < kShapeCalls; ++call) {
      const Answer answer = context.device_reference.call(
          {.image = image, .timed = call == 0 ? wire::Timed::yes : wire::Timed::again, .fetch = call == 0});
      if (call == 0 && !check_timed(set, answer).passed())
        throw std::runtime_error("the reference solution's output is wrong");
      if (!(answer.done.event_s < best_s)) continue;
      best_s = answer.done.event_s;
      best = shape;
    }
  }
  if (best_s == std::numeric_limits<double>::infinity())
    throw std::runtime_error("the device's clock tells no time");
  return best;
}

constexpr int kRounds = 11;
constexpr int kAttempts = 3;  // at a quiet moment of the machine
constexpr int kBlamed = 2;    // so often the machine must be quiet without the submission

Outcome invalid(Statement why, std::string symptom) {
  return {Verdict::invalid_measurement, std::move(why), std::move(symptom)};
}

/// One timed call. Empty: what happened is in `why`. `meanwhile` runs when the clock has stopped.
std::optional<Answer> timed_call(LabContext& context, const PlannedTest& test, const FreshInput& input,
                                 Outcome& why, std::function<void()> meanwhile) {
  return context.workers.ask(
      test, {.image = input.image, .timed = wire::Timed::yes, .after_call = std::move(meanwhile)}, why);
}

/// Whether the output of a timed call is right, and was made where the clock sees it.
Outcome check_call(const FreshInput& input, const Answer& answer) {
  Outcome outcome = check_timed(input.set, answer);
  if (outcome.passed() && answer.fetched.launches.elsewhere > 0)
    return invalid(Statement(Sentence::elsewhere), "stream");
  return outcome;
}

/// The shape in which one of a few calls took the least time.
std::optional<Numbers> best_shape(LabContext& context, const PlannedTest& test, FreshInputs& inputs,
                                  Outcome& why) {
  const std::vector<Numbers> shapes = timed_shapes(context.job.lab);
  if (shapes.size() == 1) return shapes.front();
  std::optional<Numbers> best;
  double best_s = 0;
  const std::size_t calls = shapes.size() * kShapeCalls;
  for (std::size_t call = 0; call < calls; ++call) {
    const Numbers& shape = shapes[call / kShapeCalls];
    const auto prepare_next = [&] {
      if (call + 1 < calls) inputs.prepare(shapes[(call + 1) / kShapeCalls]);
    };
    const FreshInput input = inputs.take(shape);
    const std::optional<Answer> answer = timed_call(context, test, input, why, prepare_next);
    if (answer) why = check_call(input, *answer);
    if (!why.passed()) return std::nullopt;
    // The quieter clock, though the worker reports it: a false time only picks a worse shape.
    if (best && !(answer->done.event_s < best_s)) continue;
    best_s = answer->done.event_s;
    best = shape;
  }
  return best;
}

/// The reference's call for an input that the submission has answered: only then is there another answer to
/// it. If it fails, `samples` has none of its times, and it is timed separately later.
void call_reference(LabContext& context, const FreshInput& input, CallTimes& times, bool& is_there,
                    const std::function<void()>& meanwhile) {
  const Image& image = input.for_reference ? *input.for_reference : input.image;
  try {
    const Answer answer = context.device_reference.call(
        {.image = image, .timed = wire::Timed::yes, .fetch = false, .after_call = meanwhile});
    times.add(answer.call_s, answer.done.event_s);
  } catch (const std::runtime_error&) {
    is_there = false;
    meanwhile();
  }
}

/// Calls in turns with the yardsticks' and the reference's. Empty: `why` has the submission's failure. Throws
/// std::runtime_error when a yardstick fails.
std::optional<DeviceSamples> sample(LabContext& context, const PlannedTest& test, FreshInputs& inputs,
                                    const Numbers& shape, const Image& staged, Outcome& why) {
  DeviceSamples samples, warming_up;
  samples.cub_function = cub_function(context.job);
  samples.outputs = static_cast<double>(staged.problems().front().outputs);
  bool has_reference = context.device_reference.shape_of(*test.spec).has_value();
  for (int round = 0; round <= kRounds; ++round) {
    const FreshInput input = inputs.take(shape);
    DeviceSamples& into = round == 0 ? warming_up : samples;
    context.device_yardsticks->call_all(staged, into);
    const auto prepare_next = [&] {
      if (round < kRounds) inputs.prepare(shape);
    };
    const std::optional<Answer> answer =
        timed_call(context, test, input, why, has_reference ? std::function<void()>() : prepare_next);
    if (!answer) return std::nullopt;
    into.submission.add(answer->call_s, answer->done.event_s);
    if (has_reference) call_reference(context, input, into.reference, has_reference, prepare_next);
    why = check_call(input, *answer);
    if (!why.passed()) return std::nullopt;
  }
  if (!has_reference) samples.reference = {};
  return samples;
}

/// The best of a few attempts if the first does not settle. Empty: `noise` says why the figures are useless,
/// or `why` has its failure. Throws std::runtime_error when a yardstick fails in the first.
std::optional<DeviceFigures> measure(LabContext& context, const PlannedTest& test, FreshInputs& inputs,
                                     const Numbers& shape, const Image& staged, Outcome& why,
                                     std::string& noise) {
  if (context.device_yardsticks == nullptr)
    context.device_yardsticks = std::make_unique<DeviceYardsticks>(context.job, context.start);
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
      // The lab's CPU time may end in an attempt that only a noisy machine made necessary.
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
std::string noise_alone(const LabContext& context, const Image& staged) try {
  DeviceYardsticks yardsticks(context.job, context.start);
  yardsticks.stage(staged);
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    DeviceSamples samples, warming_up;
    samples.cub_function = cub_function(context.job);
    yardsticks.call_all(staged, warming_up);
    for (int round = 0; round < kRounds; ++round) yardsticks.call_all(staged, samples);
    samples.submission = samples.cub;
    std::string noise = DeviceFigures(std::move(samples)).noise();
    if (!noise.empty()) return noise;
  }
  return "";
} catch (const std::runtime_error& error) {
  return error.what();
}

/// The verdict by figures without a reference in turns with the submission, or with a noisy one: by the
/// reference's undisturbed time in this run, or the one recorded for this GPU.
Outcome judged_by_ratio(LabContext& context, const PlannedTest& test, const ProblemSet& set,
                        const DeviceFigures& figures) {
  const Item& item = *test.item;
  const bool works = context.device_reference.shape_of(*test.spec).has_value();
  if (works) {
    if (const auto ratio = reference_alone(context, test, set))
      return figures.judged(item, KnownRatio{*ratio, ""});
  }
  if (const auto ratio = item.reference_on(context.job.gpu, test.spec->name))
    return figures.judged(item, KnownRatio{*ratio, context.job.gpu});
  if (!works) return figures.judged(item, std::nullopt);
  return {Verdict::grader_error, Statement(Sentence::reference_not_timed), ""};
}

Outcome judged(LabContext& context, const PlannedTest& test, const FreshInput& staged, const Numbers& shape,
               const DeviceFigures& figures) {
  Outcome outcome = figures.has_reference() ? figures.judged(*test.item, std::nullopt)
                                            : judged_by_ratio(context, test, staged.set, figures);
  if (!context.job.lab.timed_shapes.empty()) {
    for (const auto& [name, value] : shape) outcome.metrics[name] = static_cast<double>(value);
  }
  return outcome;
}

}  // namespace

std::vector<Numbers> timed_shapes(const Lab& lab) {
  return lab.timed_shapes.empty() ? std::vector<Numbers>{lab.constants} : lab.timed_shapes;
}

Image timed_image(ProblemSet& set, const Item& item, const Numbers& shape) {
  for (Inputs& inputs : set.inputs) {
    for (const auto& [name, value] : shape) inputs.numbers[name] = value;
  }
  return {set, item.value, wire::Memory::device, 0, true};
}

Outcome check_timed(const ProblemSet& set, const Answer& answer) {
  Outcome outcome = set.kit->check_timed(set, answer.returned);
  if (outcome.passed() &&
      answer.done.digest != wire::digest(answer.returned.data(), answer.returned.size(), answer.nonce)) {
    outcome = {Verdict::invalid_measurement, Statement(Sentence::output_late), "unfinished"};
  }
  return outcome;
}

std::string cub_function(const Job& job) { return std::string(job.lab.kit->device_function()); }

void try_reference(LabContext& context) {
  const Job& job = context.job;
  if (job.backend != Backend::gpu || job.reference.empty() || !job.lab.kit) return;
  for (int trial = 0; trial < kTrials; ++trial) {
    try {
      std::map<const CaseSpec*, Numbers> shapes;
      for (const PlannedTest& test : plan(job)) {
        if (test.item->is_timed_on_device()) shapes[test.spec] = fastest_shape(context, test);
      }
      return context.device_reference.use(std::move(shapes));
    } catch (const std::runtime_error&) {
      context.device_reference.stop();
    }
  }
}

std::optional<double> reference_alone(LabContext& context, const PlannedTest& test,
                                      const ProblemSet& set) try {
  context.workers.replace();
  context.device_yardsticks.reset();
  context.device_reference.stop();
  ProblemSet shaped = set;
  const Image image = timed_image(shaped, *test.item, context.device_reference.shape_of(*test.spec).value());
  DeviceYardsticks yardsticks(context.job, context.start);
  yardsticks.stage(image);
  for (int attempt = 0; attempt < kAttemptsAlone; ++attempt) {
    DeviceSamples samples, warming_up;
    samples.cub_function = cub_function(context.job);
    for (int round = 0; round <= kRoundsAlone; ++round) {
      DeviceSamples& into = round == 0 ? warming_up : samples;
      yardsticks.call_all(image, into);
      const Answer answer =
          context.device_reference.call({.image = image, .timed = wire::Timed::yes, .fetch = false});
      into.submission.add(answer.call_s, answer.done.event_s);
    }
    const DeviceFigures figures(std::move(samples));
    if (figures.noise().empty() && figures.settled()) return figures.cub_ratio();
  }
  return std::nullopt;
} catch (const std::runtime_error&) {
  return std::nullopt;
}

// Time on a GPU, by the judge's own clock, in turns with yardsticks and the reference solution.

Outcome judge_gpu_time(LabContext& context, const PlannedTest& test) {
  // Every call has new unpredictable inputs; the worker sees them only when it has answered the last call.
  const std::optional<Numbers> of_reference = context.device_reference.shape_of(*test.spec);
  FreshInputs inputs([&](const Numbers& shape) {
    ProblemSet set = problems(context, test, fresh_seed());
    std::optional<Image> for_reference;
    if (of_reference && *of_reference != shape) for_reference = timed_image(set, *test.item, *of_reference);
    Image image = timed_image(set, *test.item, shape);
    return FreshInput{std::move(set), std::move(image), std::move(for_reference)};
  });
  Outcome why;
  const std::optional<Numbers> shape = best_shape(context, test, inputs, why);
  if (!shape) return why;
  const FreshInput staged = inputs.take(*shape);
  std::string noise;
  for (int attempt = 0; attempt < kBlamed; ++attempt) {
    try {
      const auto figures = measure(context, test, inputs, *shape, staged.image, why, noise);
      if (!why.passed()) return why;
      if (figures) return judged(context, test, staged, *shape, *figures);
    } catch (const std::runtime_error& error) {
      noise = error.what();  // of a yardstick
    }
    // The submission's process may be what disturbs them: kernels that it left behind, memory that it holds.
    context.workers.replace();
    context.device_yardsticks.reset();
    const std::string alone = noise_alone(context, staged.image);
    if (!alone.empty()) return {Verdict::grader_error, Statement(Sentence::noisy_gpu, alone), ""};
  }
  return invalid(Statement(Sentence::disturbs_others, noise), "unfinished");
}

}  // namespace mergelab::judge
