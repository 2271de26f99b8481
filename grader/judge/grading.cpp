#include "judge/grading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "judge/check.hpp"
#include "judge/random.hpp"

namespace mergelab::judge {
namespace {

// co_rank is asked for every k of this many, and for a sample of as many when there are more.
constexpr std::int64_t kEveryRank = 1 << 12;
constexpr std::int64_t kSampledRanks = 4096;

std::uint32_t fresh_token_key() { return std::random_device{}(); }

std::vector<int> ranks_to_ask(std::int64_t total, std::uint64_t seed) {
  std::vector<int> k;
  if (total < kEveryRank) {
    k.resize(static_cast<std::size_t>(total) + 1);
    std::iota(k.begin(), k.end(), 0);
    return k;
  }
  Random random(seed);
  k = {0, static_cast<int>(total)};
  while (k.size() < kSampledRanks)
    k.push_back(static_cast<int>(random.below(static_cast<std::uint64_t>(total) + 1)));
  return k;
}

std::int64_t outputs(const ProblemSet& set) {
  return std::accumulate(set.arrays.begin(), set.arrays.end(), std::int64_t{0},
                         [](std::int64_t sum, const Arrays& pair) {
                           return sum + static_cast<std::int64_t>(pair.a.size() + pair.b.size());
                         });
}

}  // namespace

Outcome Grading::run(const PlannedTest& test) try {
  const BuildKind kind = build_of(*test.item, job_.backend);
  if (!job_.objects.contains(kind)) {
    return {Verdict::grader_error, fmt::format("there is no build '{}'", to_string(kind)), "", {}};
  }
  const bool same_worker = session_item_ == test.item && session_ != nullptr;
  if (same_worker && session_->broken()) {
    Outcome lost = *session_->broken();
    lost.message = fmt::format("not tried: the program had ended in {}", lost_at_);
    return lost;
  }
  violations_.clear();
  Outcome outcome = run_checked(test);
  outcome.violations = std::move(violations_);
  if (session_ != nullptr && session_->broken() && lost_at_.empty()) lost_at_ = test.name();
  return outcome;
} catch (const std::exception& error) {
  return {Verdict::grader_error, fmt::format("the grader failed: {}", error.what()), "", {}};
}

Outcome Grading::run_checked(const PlannedTest& test) {
  if (test.spec->needs_launch() && !launch_) {
    Outcome probed = probe();
    if (!probed.passed()) return probed;
  }
  const bool sanitized = test.item->checker == CheckerRule::accesses && job_.backend == Backend::gpu;
  if (sanitized) return check_with_sanitizer(test);
  if (test.item->kind != ItemKind::performance) return check_case(test);
  switch (test.item->measure().value()) {
    case Measure::comparisons:
      return count_comparisons(test);
    case Measure::traffic:
      return count_traffic(test);
    case Measure::cpu_time:
      return time_case(test);
    case Measure::device_time:
      break;
  }
  return time_on_device(test);
}

Symbols Grading::symbols(const PlannedTest& test) const {
  Symbols symbols{.section = job_.lab.section, .tile = job_.lab.tile};
  if (launch_) {
    symbols.block = launch_->block;
    symbols.threads = launch_->threads;
    symbols.share = launch_->share;
  }
  // A case may set its own shape; its sizes then refer to that.
  if (test.spec->tile) symbols.tile = test.spec->tile->evaluate(symbols);
  if (test.spec->section) symbols.section = test.spec->section->evaluate(symbols);
  return symbols;
}

ProblemSet Grading::problems(const PlannedTest& test, std::uint64_t seed) const {
  const Symbols sizes = symbols(test);
  ProblemSet set;
  set.arrays = generate(*test.spec, sizes, seed);
  set.section = static_cast<int>(sizes.section);
  set.tile = static_cast<int>(sizes.tile);
  set.offset_a = test.spec->offset_a;
  set.offset_b = test.spec->offset_b;
  set.offset_c = test.spec->offset_c;
  set.adjacent = test.spec->adjacent;
  for (std::size_t i = 0; i < set.arrays.size(); ++i) {
    Query query;
    query.arrays = i;
    const auto total = static_cast<std::int64_t>(set.arrays[i].a.size() + set.arrays[i].b.size());
    if (job_.lab.signature.asks_ranks) query.k = ranks_to_ask(total, seed);
    set.queries.push_back(std::move(query));
  }
  return set;
}

Outcome Grading::probe() {
  static const Family kProbe{
      .name = "probe", .about = "", .hidden = false, .backends = {}, .seed = 1, .cases = {}};
  CaseSpec spec;
  spec.generator = "distinct";
  spec.m = spec.n = SizeExpr("4*section");
  Item item;
  item.checks = job_.backend == Backend::cpu && !job_.objects.contains(BuildKind(ValueType::int32));
  if (!job_.objects.contains(build_of(item, job_.backend)))
    return {Verdict::grader_error, "there is no build to observe a launch with", "", {}};
  const PlannedTest test{&item, &kProbe, &spec};
  const ProblemSet set = problems(test, 1);
  const Image image(set, ValueType::int32, wire::Memory::device, 0);
  Outcome why;
  const std::optional<Answer> answer = ask(test, {.image = image}, why);
  lost_at_.clear();
  if (job_.backend == Backend::cpu) session_.reset();
  session_item_ = nullptr;  // the item is gone with this function
  if (!answer) return why;
  const wire::Fetched& seen = answer->fetched;
  const std::int64_t block = volume(seen.block), grid = volume(seen.grid);
  if (seen.launches == 0 || block <= 0 || block > 1024 || grid <= 0 || grid > INT32_MAX) {
    return {Verdict::wrong_answer, "no kernel was launched", "no_launch", {}};
  }
  launch_ = Launch{block, grid * block, (outputs(set) + grid * block - 1) / (grid * block)};
  return {};
}

Outcome Grading::check_launch(const ProblemSet& set, const wire::Fetched& fetched) const {
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

Outcome Grading::check_case(const PlannedTest& test) {
  const ProblemSet set = problems(test, case_seed(job_.seed, *test.family, *test.spec, job_.secret));
  const wire::Memory memory = job_.lab.signature.on_host ? wire::Memory::host : wire::Memory::device;
  const Image image(set, test.item->value, memory, fresh_token_key());
  Geometry geometry;
  if (job_.lab.signature.has_shape) geometry = {set.section, set.tile};
  std::vector<Request> requests{{.image = image, .order = static_cast<wire::Order>(job_.order)}};
  if (job_.lab.signature.on_host) {
    // Host arrays touch a guard page with one end at a time.
    requests.push_back({.image = image, .placement = wire::Placement::start});
  } else if (test.item->checker == CheckerRule::accesses) {
    // A second net under the race checker: no order of blocks and threads may change the result.
    for (const wire::Order order : {wire::Order::reverse, wire::Order::random}) {
      requests.push_back({.image = image, .order = order});
    }
  }
  for (const Request& request : requests) {
    Outcome why;
    const std::optional<Answer> answer = ask(test, request, why);
    if (!answer) return why;
    if (test.item->checker == CheckerRule::launch) {
      Outcome launch = check_launch(set, answer->fetched);
      if (!launch.passed()) return launch;
      continue;
    }
    if (!job_.lab.signature.on_host && outputs(set) > 0 && set.queries.size() == 1 &&
        answer->fetched.launches == 0) {
      return {Verdict::wrong_answer, "no kernel was launched", "no_launch", {}};
    }
    Outcome checked = check_all(set, image, answer->returned, geometry);
    if (!checked.passed()) {
      if (request.order != requests.front().order) {
        return {Verdict::checker_violation,
                fmt::format("right with blocks and threads in order, wrong with them {}: {}",
                            request.order == wire::Order::reverse ? "in reverse" : "in random order",
                            checked.message),
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
    if (any_violation_ && test.item->checker == CheckerRule::accesses) return {};
  }
  return {};
}

}  // namespace mergelab::judge
