// Items whose outputs must be right, and those that ask for a shape of launch.
#include "judge/items/items.hpp"

namespace mergelab::judge {

std::vector<std::string> clues_of_launch(const wire::Launches& launches, std::int64_t outputs,
                                         bool is_grid_given) {
  constexpr std::int64_t kWarp = 32, kMostThreads = 1024, kMostOfOneSize = 4096;
  const std::int64_t blocks = volume(launches.grid), threads = volume(launches.block);
  if (launches.count == 0 || blocks < kWarp) return {};
  // The grid of a kernel that prepares the work need not depend on the outputs: it suits as threads.
  const bool suits_threads = !is_grid_given && blocks % kWarp == 0 && blocks <= kMostThreads;
  if (threads < kWarp && (outputs / blocks < kWarp || suits_threads)) return {"tiny_blocks"};
  // A grid of one size for all cases, such as 256, is as large as C by chance.
  const bool by_chance = blocks % kWarp == 0 && blocks <= kMostOfOneSize;
  if (blocks == outputs && threads >= kWarp && !by_chance) return {"block_per_output"};
  return {};
}

void tell_returned(const wire::Launches& launches, Outcome& outcome) {
  if (outcome.symptom != "unwritten" || launches.returned_known == 0) return;
  outcome.why +=
      Statement(Sentence::returned_before_barrier, launches.returned_thread, launches.returned_block);
}

std::int64_t outputs_of_block(std::int64_t grid, std::int64_t outputs,
                              const std::function<std::int64_t(std::int64_t)>& blocks_for) {
  const std::int64_t fewest = (outputs + grid - 1) / grid;
  if (grid < 2) return fewest;
  std::int64_t low = fewest, high = (outputs - 1) / (grid - 1);
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    const std::int64_t blocks = blocks_for(middle);
    if (blocks <= 0) return fewest;
    if (blocks == 1) low = middle;
    if (blocks > 1) high = middle - 1;
  }
  return low;
}

namespace {

/// Of a run that began with a race, and ended at barriers that threads reached apart: what ended it.
const Finding* barriers_after_race(const Outcome& outcome) {
  if (outcome.symptom != "race" || outcome.why.findings().size() < 2) return nullptr;
  const Finding& last = outcome.why.findings().back();
  return last.message == finding::Message::divergent_barrier ? &last : nullptr;
}

/// Tells of the barrier first, without advice on the race.
void tell_barrier_first(Outcome& outcome, std::vector<Violation>& violations) {
  Finding race = outcome.why.findings().front();
  race.advice = finding::Advice::none;
  race.returned = {};
  outcome.why = outcome.why.findings().back() + Explanation(Statement(Sentence::before_that)) + race;
  outcome.symptom = symptom_of(finding::Rule::divergent_barrier);
  violations.insert(violations.begin(), {outcome.symptom, outcome.why});
}

/// What a test sends to a worker.
struct Input {
  ProblemSet set;
  Image image;
};

Input input_of(LabContext& context, const PlannedTest& test) {
  ProblemSet set = problems(context, test, seed_of(context, test));
  const wire::Memory memory = context.job.lab.on_host() ? wire::Memory::host : wire::Memory::device;
  Image image(set, test.item->value, memory, fresh_seed());
  return {std::move(set), std::move(image)};
}

/// Whether all that came out of one problem is arrays of one byte's value, which cudaMemset makes.
bool is_filled(const ProblemSet& set, const Image& image, std::span<const std::byte> returned) {
  if (!set.interface->returns.empty()) return false;
  const Outputs outputs = outputs_in(image, image.problems().front(), returned);
  return std::ranges::all_of(outputs.arrays, [](std::span<const std::byte> array) {
    return std::ranges::adjacent_find(array, std::not_equal_to<>()) == array.end() &&
           (array.empty() || array.front() != kPoison);
  });
}

/// Whether something has to be launched: not for nothing, for a fill, and for a result of empty inputs.
bool has_work(const ProblemSet& set, const Image& image, std::span<const std::byte> returned) {
  if (set.kit || outputs(set) == 0) return outputs(set) > 0;
  const std::vector<Argument>& arguments = set.interface->arguments;
  if (is_filled(set, image, returned)) return false;
  if (std::ranges::none_of(arguments, &Argument::is_input))
    return std::ranges::any_of(arguments, &Argument::is_output);
  const auto is_full = [](const Elements& array) { return !array.empty(); };
  return std::ranges::any_of(
      set.inputs, [&](const Inputs& inputs) { return std::ranges::any_of(inputs.arrays, is_full); });
}

Outcome judge_launch(LabContext& context, const PlannedTest& test) {
  const Input input = input_of(context, test);
  const auto check = [&](const Answer& answer) {
    return input.set.kit->check_launch(input.set, answer.fetched.launches);
  };
  const Attempt tried = attempt(context, test, {.image = input.image, .order = context.job.order}, check);
  const wire::Launches launches = context.workers.last_launches();
  const Verdict verdict = tried.outcome.verdict;
  const bool faulted = verdict == Verdict::checker_violation || verdict == Verdict::crashed;
  if (tried.answer || !faulted || launches.count == 0) return tried.outcome;
  context.workers.replace();  // what ended it costs another item
  Outcome checked = input.set.kit->check_launch(input.set, launches);
  tell_refused_first(launches.refused, context.workers.files(), checked);
  return checked;
}

constexpr double kShareOfRaced = 0.25;

/// What the case itself, or its launch, says of a failure.
Clues clues_of_case(const Input& input, const wire::Launches& launches) {
  Clues clues;
  if (outputs(input.set) == 0) clues.emplace_back("no_outputs");
  std::vector<std::string> others = input.set.kit ? input.set.kit->clues(input.set, input.image, launches)
                                                  : clues_of_launch(launches, outputs(input.set), false);
  std::move(others.begin(), others.end(), std::back_inserter(clues));
  return clues;
}

}  // namespace

Attempt attempt(LabContext& context, const PlannedTest& test, const WorkerRequest& request,
                const std::function<Outcome(const Answer&)>& check) {
  Workers& workers = context.workers;
  const auto once = [&](bool in_step) {
    WorkerRequest asked = request;
    asked.in_step = in_step;
    Attempt tried;
    tried.answer = workers.ask(test, std::move(asked), tried.outcome);
    if (!tried.answer) return tried;
    tried.outcome = check(*tried.answer);
    tell_refused_first(tried.answer->fetched.launches.refused, workers.files(), tried.outcome);
    return tried;
  };
  // What one case needed the others will need: without it they may run wild for as long as they are let.
  const bool in_step = context.only_in_step && test.item->checks;
  Attempt first = once(in_step);
  const bool raced = workers.raced();
  // What threads that run one after another learn by a race must not be counted.
  const bool informs =
      (request.watch & wire::kWatchTraffic) != 0 && first.answer && first.answer->fetched.race_informs != 0;
  // An update without an atomic function is lost where threads run side by side, whatever one order gives.
  const bool loses = first.outcome.passed() && workers.update_races();
  if (raced ? first.outcome.passed() && (in_step || !(informs || loses)) : !in_step) return first;
  std::vector<Violation> violations = workers.take_violations();
  workers.replace();  // or the first try could do the work of the second, which is counted
  if (!raced) return once(false);
  Attempt second = once(!in_step);
  // With the threads in step a race does no harm: what is apart then was not led apart by it.
  if (barriers_after_race(first.outcome) != nullptr && barriers_after_race(second.outcome) != nullptr)
    tell_barrier_first(in_step ? second.outcome : first.outcome, violations);
  workers.set_violations(std::move(violations));
  if (!second.outcome.passed())
    return in_step || first.outcome.passed() ? std::move(second) : std::move(first);
  context.only_in_step |= !in_step && (informs || !first.outcome.passed());
  return second;
}

Outcome check_answer(LabContext& context, const PlannedTest& test, const ProblemSet& set, const Image& image,
                     const Answer& answer) {
  const Lab& lab = context.job.lab;
  // Where there is nothing to do, a copy on the device does it.
  const wire::Launches& launches = answer.fetched.launches;
  if (!lab.on_host() && set.queries.size() == 1 && has_work(set, image, answer.returned) &&
      launches.count == 0 && launches.copies == 0) {
    return {Verdict::wrong_answer, Statement(Sentence::no_launch), "no_launch"};
  }
  Outcome checked = check_outputs(context, test, set, image, answer, true);
  if (!checked.passed() && !answer.violations.empty()) {
    if (answer.violations.front().rule == "race") {
      checked.clues.push_back(std::move(checked.symptom));
      checked.symptom = "race";
    }
    checked.why += Statement(Sentence::before_that) + answer.violations.front().why;
  }
  return checked;
}

Outcome check_runs(LabContext& context, const PlannedTest& test, const std::vector<CaseRun>& runs) {
  const Lab& lab = context.job.lab;
  const Input input = input_of(context, test);
  const bool for_rules = test.item->checker == CheckerRule::accesses;
  // A race that spoilt other cases may lead to a loop without an end here, and what ends takes a small part.
  const double cpu_share = context.only_in_step && !test.item->checks ? kShareOfRaced : 1;
  for (const CaseRun& run : runs) {
    const WorkerRequest request{
        .image = input.image, .placement = run.placement, .order = run.order, .cpu_share = cpu_share};
    Attempt tried = attempt(context, test, request, [&](const Answer& answer) {
      return check_answer(context, test, input.set, input.image, answer);
    });
    const std::int64_t telling = lab.kit ? lab.kit->telling_outputs(lab) : 0;
    if (tried.outcome.passed() && outputs(input.set) >= telling &&
        has_work(input.set, input.image, tried.answer->returned))
      context.works = true;
    // The item is lost already: another order would only show the same once more, and less clearly.
    if (for_rules && tried.answer && context.workers.any_violation()) return {};
    if (tried.outcome.passed()) continue;
    const wire::Launches launches =
        tried.answer ? tried.answer->fetched.launches : context.workers.last_launches();
    for (std::string& clue : clues_of_case(input, launches)) tried.outcome.clues.push_back(std::move(clue));
    tell_returned(launches, tried.outcome);
    if (tried.outcome.symptom == "slow" && lab.kit && lab.kit->prescribes_launch(lab) &&
        lab.kit->check_launch(input.set, launches).symptom == "wrong_grid")
      tried.outcome.symptom = "wrong_grid";
    if (context.only_in_step && !test.item->checks) {
      tried.outcome.symptom = "race";
      tried.outcome.why = {{Statement(Sentence::spoilt_by_race)}, tried.outcome.why.findings()};
    }
    if (!tried.answer || run.order == runs.front().order) return std::move(tried.outcome);
    const Sentence order =
        run.order == RunOrder::reverse ? Sentence::wrong_in_reverse : Sentence::wrong_in_random_order;
    return {Verdict::checker_violation, Statement(order) + std::move(tried.outcome.why), "race"};
  }
  return {};
}

Outcome judge_correctness(LabContext& context, const PlannedTest& test) {
  if (test.item->checker == CheckerRule::launch) return judge_launch(context, test);
  std::vector<CaseRun> runs{{.order = context.job.order}};
  // Host arrays touch a guard page with one end at a time.
  if (context.job.lab.on_host())
    runs.push_back({.order = runs.front().order, .placement = wire::Placement::start});
  return check_runs(context, test, runs);
}

}  // namespace mergelab::judge
