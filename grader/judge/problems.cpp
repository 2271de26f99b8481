#include "judge/problems.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "judge/lists.hpp"
#include "judge/random.hpp"

namespace mergelab::judge {
namespace {

// co_rank is asked for every k of this many, and for a sample of as many when there are more.
constexpr std::int64_t kEveryRank = 1 << 12;
constexpr std::int64_t kSampledRanks = 4096;

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

/// What a case's sizes refer to.
Symbols symbols_of(const LabContext& context) {
  Symbols symbols{.section = context.job.lab.section, .tile = context.job.lab.tile};
  if (context.launch) {
    symbols.block = context.launch->block;
    symbols.threads = context.launch->threads;
    symbols.share = context.launch->share;
  }
  return symbols;
}

}  // namespace

std::uint64_t seed_of(const LabContext& context, const PlannedTest& test) {
  return case_seed(context.job.seed, *test.family, *test.spec, context.job.secret);
}

std::int64_t tile_of(const LabContext& context, const PlannedTest& test) {
  return context.job.lab.has_shape() ? test.spec->symbols(symbols_of(context)).tile : 0;
}

namespace {

/// Of a lab without a kit.
ProblemSet own_problems(LabContext& context, const CaseSpec& spec, std::uint64_t seed) {
  const Lab& lab = context.job.lab;
  std::vector<Inputs> inputs = make_inputs(lab, spec, seed);
  context.oracle.generate(lab, inputs, seed);
  return own_problems(lab.interface, std::move(inputs));
}

}  // namespace

ProblemSet problems(LabContext& context, const PlannedTest& test, std::uint64_t seed) {
  if (!context.job.lab.kit) return own_problems(context, *test.spec, seed);
  const CaseSpec spec = with_drawn_sizes(*test.spec, symbols_of(context), seed);
  const Symbols sizes = spec.symbols(symbols_of(context));
  ProblemSet set;
  set.arrays = generate(spec, sizes, seed);
  if (context.job.lab.takes_lists()) {
    std::transform(set.arrays.begin(), set.arrays.end(), set.arrays.begin(), as_lists);
  }
  set.kit = context.job.lab.kit.value();
  set.interface = &context.job.lab.interface;
  set.section = static_cast<int>(sizes.section);
  set.tile = static_cast<int>(sizes.tile);
  set.offset_a = spec.offset_a;
  set.offset_b = spec.offset_b;
  set.offset_c = spec.offset_c;
  set.adjacent = spec.adjacent;
  for (std::size_t i = 0; i < set.arrays.size(); ++i) {
    Query query;
    query.arrays = i;
    const auto total = static_cast<std::int64_t>(set.arrays[i].a.size() + set.arrays[i].b.size());
    if (context.job.lab.asks_ranks()) query.k = ranks_to_ask(total, seed);
    set.queries.push_back(std::move(query));
  }
  return set;
}

ProblemSet crossed(const ProblemSet& set, std::size_t count, std::uint64_t seed) {
  ProblemSet one;
  one.kit = set.kit;
  one.interface = set.interface;
  std::vector<Part> pairs;
  Arrays all;
  for (const Arrays& arrays : set.arrays) {
    pairs.push_back({static_cast<int>(all.a.size()), static_cast<int>(arrays.a.size()),
                     static_cast<int>(all.b.size()), static_cast<int>(arrays.b.size())});
    all.a.insert(all.a.end(), arrays.a.begin(), arrays.a.end());
    all.b.insert(all.b.end(), arrays.b.begin(), arrays.b.end());
  }
  Query query;
  query.k.reserve(count);
  query.parts.reserve(count);
  Random random(seed);
  while (query.k.size() < count) {
    const Part& a = pairs[random.below(pairs.size())];
    const Part& b = pairs[random.below(pairs.size())];
    query.k.push_back(static_cast<int>(random.below(static_cast<std::uint64_t>(a.m + b.n) + 1)));
    query.parts.push_back({a.a, a.m, b.b, b.n});
  }
  one.arrays.push_back(std::move(all));
  one.queries.push_back(std::move(query));
  return one;
}

ProblemSet ending_in(ProblemSet set, Last last) {
  for (Arrays& arrays : set.arrays) {
    std::vector<int>&a = arrays.a, &b = arrays.b;
    if (a.size() != b.size() || a.empty() || a.back() == b.back()) continue;
    if ((a.back() > b.back()) != (last == Last::a)) std::swap(a, b);
  }
  return set;
}

std::int64_t outputs(const ProblemSet& set) {
  std::int64_t results = 0;
  for (const Inputs& inputs : set.inputs) {
    if (!set.interface->returns.empty()) ++results;
    for (const Argument& argument : set.interface->arguments) {
      if (argument.is_output())
        results += elements_of(argument, [&](std::string_view name) { return inputs.number(name); });
    }
  }
  if (!set.kit) return results;
  return std::accumulate(set.arrays.begin(), set.arrays.end(), std::int64_t{0},
                         [](std::int64_t sum, const Arrays& pair) {
                           return sum + static_cast<std::int64_t>(pair.a.size() + pair.b.size());
                         });
}

}  // namespace mergelab::judge
