// Items whose outputs have to be right, and those that ask for a shape of launch.
#include "judge/items/correctness.hpp"

#include <fmt/format.h>

#include <random>

#include "judge/check.hpp"
#include "judge/items/items.hpp"
#include "judge/problems.hpp"

namespace mergelab::judge {
namespace {

std::uint32_t fresh_token_key() { return std::random_device{}(); }

/// What a test sends to a worker.
struct Input {
  ProblemSet set;
  Image image;
};

Input input_of(const LabContext& context, const PlannedTest& test) {
  ProblemSet set = problems(context, test, seed_of(context, test));
  const wire::Memory memory = context.job.lab.signature.on_host ? wire::Memory::host : wire::Memory::device;
  Image image(set, test.item->value, memory, fresh_token_key());
  return {std::move(set), std::move(image)};
}

Outcome check_launch(const ProblemSet& set, const wire::Fetched& fetched) {
  const std::int64_t total = outputs(set);
  if (total == 0) return {};
  if (fetched.launches == 0) return {Verdict::wrong_answer, "no kernel was launched", "no_launch", {}};
  const std::int64_t expected = (total + set.section - 1) / set.section;
  const std::int64_t blocks = volume(fetched.grid);
  if (blocks != expected) {
    return {Verdict::wrong_answer,
            fmt::format("launched {} block{}, expected {} = ceil((m+n)/section) with m+n = {}, section = {}",
                        blocks, blocks == 1 ? "" : "s", expected, total, set.section),
            "wrong_grid",
            {}};
  }
  const auto value = static_cast<std::int64_t>(sizeof(int));
  const std::int64_t most = 3 * value * set.tile + 1024;
  const std::int64_t shared = shared_bytes(fetched);
  if (shared > most) {
    return {
        Verdict::wrong_answer,
        fmt::format(
            "used {} bytes of shared memory a block, at most {} are allowed: 3*tile elements + 1 KiB with "
            "tile = {}",
            shared, most, set.tile),
        "shared_memory",
        {}};
  }
  return {};
}

Outcome judge_launch(LabContext& context, const PlannedTest& test) {
  const Input input = input_of(context, test);
  Outcome why;
  const std::optional<Answer> answer =
      context.workers.ask(test, {.image = input.image, .order = context.job.order}, why);
  return answer ? check_launch(input.set, answer->fetched) : why;
}

}  // namespace

Outcome check_runs(LabContext& context, const PlannedTest& test, const std::vector<CaseRun>& runs) {
  const Lab& lab = context.job.lab;
  const auto [set, image] = input_of(context, test);
  Geometry geometry;
  if (lab.signature.has_shape) geometry = {set.section, set.tile};
  for (const CaseRun& run : runs) {
    Outcome why;
    const std::optional<Answer> answer =
        context.workers.ask(test, {.image = image, .placement = run.placement, .order = run.order}, why);
    if (!answer) return why;
    if (!lab.signature.on_host && outputs(set) > 0 && set.queries.size() == 1 &&
        answer->fetched.launches == 0) {
      return {Verdict::wrong_answer, "no kernel was launched", "no_launch", {}};
    }
    Outcome checked = check_all(set, image, answer->returned, geometry);
    if (!checked.passed()) {
      if (run.order != runs.front().order) {
        return {
            Verdict::checker_violation,
            fmt::format("right with blocks and threads in order, wrong with them {}: {}",
                        run.order == RunOrder::reverse ? "in reverse" : "in random order", checked.message),
            "race",
            {}};
      }
      if (!answer->violations.empty()) {
        if (answer->violations.front().rule == "race") checked.symptom = "race";
        checked.message += fmt::format("\nbefore that, {}", in_words(answer->violations.front()));
      }
      return checked;
    }
    // The item is lost already: another order would only show the same once more, and less clearly.
    if (context.workers.any_violation() && test.item->checker == CheckerRule::accesses) return {};
  }
  return {};
}

Outcome judge_correctness(LabContext& context, const PlannedTest& test) {
  if (test.item->checker == CheckerRule::launch) return judge_launch(context, test);
  std::vector<CaseRun> runs{{.order = context.job.order}};
  // Host arrays touch a guard page with one end at a time.
  if (context.job.lab.signature.on_host)
    runs.push_back({.order = runs.front().order, .placement = wire::Placement::start});
  return check_runs(context, test, runs);
}

}  // namespace mergelab::judge
