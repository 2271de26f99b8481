#include "app/learning/traced_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "app/command_line/errors.hpp"
#include "app/grading/chosen_case.hpp"
#include "base/program_name.hpp"
#include "course/course.hpp"
#include "judge/image.hpp"
#include "judge/inputs.hpp"
#include "kits/keys/case.hpp"

namespace mergelab::app {
namespace {

/// What is shown where nothing is asked for.
struct Shown {
  std::vector<int> a{1, 4, 6, 6, 9, 12, 15, 18, 20, 22, 25, 27};
  std::vector<int> b{2, 3, 6, 7, 8, 10, 11, 13, 16, 21, 23, 28};
  std::int64_t section = 16, tile = 6;
};

std::vector<judge::Inputs> inputs_of(const Lab& lab, const Family& family, const CaseSpec& spec,
                                     std::uint64_t seed) {
  const std::uint64_t of_case = judge::case_seed(seed, family, spec, "");
  return lab.kit ? lab.kit->problems(lab, spec, std::nullopt, of_case).inputs
                 : judge::make_inputs(lab, spec, of_case);
}

/// Of a merge, or of a search for ranks.
std::int64_t most_keys(const Lab& lab, const Family& family, const CaseSpec& spec, std::uint64_t seed) {
  std::int64_t most = 0;
  for (const judge::Inputs& inputs : inputs_of(lab, family, spec, seed))
    most = std::max(most, inputs.number("m") + inputs.number("n"));
  return most;
}

/// The case in the lab's section or tile, where it has its own.
CaseSpec without_shape(const CaseSpec& spec, bool section, bool tile) {
  judge::KeysCase keys = judge::keys_case(spec);
  if (section) keys.section.reset();
  if (tile) keys.tile.reset();
  CaseSpec same = spec;
  judge::set_case(keys, same);
  return same;
}

/// " add --section 64 --tile 32": a shape in which the case is small enough; or "".
std::string smaller_shape(const Lab& lab, const ChosenCase& chosen, const CaseSpec& spec,
                          std::uint64_t seed) {
  const CaseSpec small = without_shape(spec, true, true);
  for (const std::int64_t section : {128, 64, 32, 16, 8}) {
    Lab shape = lab;
    shape.constants = {{"section", section}, {"tile", section / 4}};
    const std::int64_t keys = most_keys(shape, *chosen.family, small, seed);
    if (keys <= kMostTracedKeys && keys > 0)
      return fmt::format("\n  with --section {} --tile {} it has {}", section, section / 4, keys);
  }
  return "\n  give your own arrays: --a 1,4,4 --b 2,4";
}

TracedCase of_arrays(const Lab& lab, const Family& family) {
  TracedCase subject{own_arrays_lab(lab), family, static_cast<std::int64_t>(own_keys(family.cases.front()))};
  subject.lab.items.front().backends = {Backend::cpu};
  subject.lab.items.front().checks = true;
  return subject;
}

TracedCase own_case(const Lab& lab, const ByHand& by_hand) {
  TracedCase subject = of_arrays(lab, own_family(lab, by_hand));
  if (subject.keys > kMostTracedKeys)
    throw UsageError(fmt::format("{} have {} keys together, but a trace shows at most {}",
                                 by_hand.a ? "--a and --b" : "these arrays", subject.keys, kMostTracedKeys));
  return subject;
}

/// Of the smallest call of a case; the greatest number of one that is not known before a launch.
std::int64_t fewest_elements(const Lab& lab, const Family& family, const CaseSpec& spec, std::uint64_t seed) {
  constexpr std::int64_t kGenerated = 1 << 16;  // of a kit, whose cases may have many millions
  std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
  if (lab.kit && (spec.needs_launch || lab.kit->most_outputs(lab, spec) > kGenerated)) return fewest;
  for (const judge::Inputs& inputs : inputs_of(lab, family, spec, seed))
    fewest = std::min(fewest, judge::elements_of_all(lab.interface, inputs));
  return fewest;
}

/// The lab with this item alone, as one of kind correctness with one case.
TracedCase of_case(const Lab& lab, const Item& of, const Family& family, const CaseSpec& spec) {
  TracedCase subject{lab, family, 0};
  Item item = of;
  item.kind = ItemKind::correctness;
  item.checker = CheckerRule::none;
  item.metric.clear();
  item.value = ValueType::int32;
  item.checks = true;
  item.backends = {Backend::cpu};
  subject.lab.items = {item};
  subject.family.cases = {spec};
  return subject;
}

TracedCase own_arguments(const Lab& lab, const ByHand& by_hand, std::uint64_t seed) {
  TracedCase subject{own_arrays_lab(lab), own_family(lab, by_hand), 0};
  const std::int64_t elements = fewest_elements(lab, subject.family, subject.family.cases.front(), seed);
  if (elements > kMostTracedElements)
    throw UsageError(
        fmt::format("these arguments have {} elements in all arrays, but a trace shows at most {}", elements,
                    kMostTracedElements));
  subject.lab.items.front().checks = true;
  subject.lab.items.front().backends = {Backend::cpu};
  return subject;
}

/// The small cases of a lab: the one that shows most comes first.
TracedCase telling_case(const Course& course, const Lab& lab, std::uint64_t seed) {
  constexpr std::int64_t kUsual = 512;      // more than these are hard to follow
  constexpr std::size_t kMostOfFamily = 4;  // each takes time
  std::vector<TracedCase> all;              // with one family each
  std::size_t best = 0;
  std::int64_t best_rank = std::numeric_limits<std::int64_t>::max();
  std::set<std::string> known;
  for (const Item& item : lab.items) {
    const Family* const family = course.find_family(item.family);
    if (item.kind == ItemKind::answers || family == nullptr || family->hidden) continue;
    if (!known.insert(item.family).second) continue;
    std::vector<std::pair<std::int64_t, const CaseSpec*>> small;
    for (const CaseSpec& spec : family->cases) {
      const std::int64_t elements = fewest_elements(lab, *family, spec, seed);
      if (elements <= kMostTracedElements)
        small.emplace_back(elements > kUsual ? elements : kUsual - elements, &spec);
    }
    if (small.empty()) continue;
    std::stable_sort(small.begin(), small.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    small.resize(std::min(small.size(), kMostOfFamily));
    if (small.front().first < best_rank) {
      best = all.size();
      best_rank = small.front().first;
    }
    all.push_back(of_case(lab, item, *family, *small.front().second));
    for (std::size_t i = 1; i < small.size(); ++i) all.back().family.cases.push_back(*small[i].second);
  }
  if (all.empty())
    throw UsageError(
        fmt::format("no case of {} is small enough: a trace shows at most {} elements of all arrays",
                    lab.name, kMostTracedElements));
  std::rotate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(best),
              all.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  TracedCase subject = std::move(all.front());
  for (std::size_t i = 1; i < all.size(); ++i) {
    subject.lab.items.push_back(std::move(all[i].lab.items.front()));
    subject.others.push_back(std::move(all[i].family));
  }
  return subject;
}

}  // namespace

TracedCase named_case(const Course& course, const Lab& lab, const std::string& name, const ByHand& by_hand,
                      std::uint64_t seed) {
  require_traceable(lab, "trace");
  const ChosenCase chosen = choose_case(course, lab.name, name);
  if (chosen.family->hidden)
    throw UsageError(fmt::format(
        "'{}' is a hidden case, which a trace would reveal\n  `list --cases` shows the others", name));
  if (chosen.item->value == ValueType::record)
    throw UsageError(
        fmt::format("'{}' compares records, but a trace follows int keys, which can't tell equal keys "
                    "apart\n  `run {} --case {}` shows which record is in the wrong place",
                    name, lab_number(lab), name));
  if (!lab.takes_pairs()) {
    const std::int64_t elements = fewest_elements(lab, *chosen.family, *chosen.spec, seed);
    if (elements <= kMostTracedElements) return of_case(lab, *chosen.item, *chosen.family, *chosen.spec);
    throw UsageError(fmt::format("'{}' has {} elements in all arrays, but a trace shows at most {}", name,
                                 elements, kMostTracedElements));
  }
  if (chosen.spec->needs_launch) {
    throw UsageError(
        fmt::format("the sizes of '{0}' depend on your launch and are known only during a run\n  {1} run {2} "
                    "--case {0} shows them if the case fails",
                    name, base::program_name(), lab_number(lab)));
  }
  const CaseSpec spec = without_shape(*chosen.spec, !by_hand.section.empty(), !by_hand.tile.empty());
  const std::int64_t keys = most_keys(lab, *chosen.family, spec, seed);
  if (keys > kMostTracedKeys) {
    throw UsageError(fmt::format("'{}' has {} keys, but a trace shows at most {}{}", name, keys,
                                 kMostTracedKeys, smaller_shape(lab, chosen, spec, seed)));
  }
  TracedCase subject = of_case(lab, *chosen.item, *chosen.family, spec);
  subject.keys = keys;
  return subject;
}

TracedCase usual_case(const Course& course, const Lab& lab, const ByHand& by_hand, std::uint64_t seed) {
  require_traceable(lab, "trace");
  by_hand.check(lab);
  Lab in_shape = shaped(lab, by_hand, false);
  if (!lab.takes_pairs())
    return by_hand.has_arrays() ? own_arguments(lab, by_hand, seed) : telling_case(course, in_shape, seed);
  const Shown shown;
  if (by_hand.section.empty()) in_shape.constants["section"] = shown.section;
  if (by_hand.tile.empty()) in_shape.constants["tile"] = shown.tile;
  if (by_hand.has_arrays()) return own_case(in_shape, by_hand);
  return of_arrays(in_shape, own_arrays_family(lab, shown.a, shown.b));
}

judge::Inputs usual_inputs(const Course& course, const Lab& lab) {
  constexpr std::uint64_t kSeed = 1;
  const TracedCase usual = telling_case(course, lab, kSeed);
  const CaseSpec& spec = usual.family.cases.front();
  return judge::make_inputs(lab, spec, judge::case_seed(kSeed, usual.family, spec, "")).front();
}

std::optional<Trace> trace_of(Setup& setup, const TracedCase& subject, const ByHand& by_hand,
                              const submission::Sources& sources, LabResult& result) {
  std::vector<Family> families{subject.family};
  families.insert(families.end(), subject.others.begin(), subject.others.end());
  result = setup.grader().grade_as(subject.lab, families, sources);
  setup.progress().clear();
  const Observation* shown = nullptr;  // the first case that fails, or else the first
  for (const ItemResult& item : result.items) {
    for (const Observation& test : item.tests) {
      if (!test.outcome.trace) continue;
      if (shown == nullptr || (shown->outcome.passed() && !test.outcome.passed())) shown = &test;
    }
  }
  if (shown == nullptr) return std::nullopt;
  Trace seen = *shown->outcome.trace;
  seen.title = subject.lab.title;
  if (subject.family.name == "own")
    seen.case_name = by_hand.a ? "your arrays" : by_hand.has_arrays() ? "your arguments" : "built-in arrays";
  return seen;
}

}  // namespace mergelab::app
