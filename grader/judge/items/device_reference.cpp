#include "judge/items/device_reference.hpp"

#include <limits>
#include <stdexcept>

#include "judge/device_figures.hpp"
#include "judge/lab_context.hpp"
#include "judge/random.hpp"
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
    outcome = {Verdict::invalid_measurement, Statement(Sentence::output_late), "unfinished", {}};
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

}  // namespace mergelab::judge
