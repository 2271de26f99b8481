#include "kits/pairs/pairs_kit.hpp"

#include <algorithm>
#include <utility>

#include "judge/random.hpp"
#include "kits/keys/problems.hpp"
#include "model/course.hpp"
#include "model/terms.hpp"

namespace mergelab::judge {

namespace {

/// All sorted arrays of so many keys 1, 2 and 3.
std::vector<std::vector<int>> sorted_arrays(std::size_t length) {
  std::vector<std::vector<int>> all;
  for (std::size_t threes = 0; threes <= length; ++threes) {
    for (std::size_t twos = 0; threes + twos <= length; ++twos) {
      std::vector<int> keys(length, 1);
      std::fill_n(keys.rbegin(), threes + twos, 2);
      std::fill_n(keys.rbegin(), threes, 3);
      all.push_back(std::move(keys));
    }
  }
  return all;
}

}  // namespace

std::pair<std::string, std::string> PairsKit::names_of_pair(const Lab& lab) {
  std::vector<std::string> names = names_of_inputs(lab);
  return {std::move(names.at(0)), std::move(names.at(1))};
}

std::vector<ProblemSet> PairsKit::small_problems(const Lab& lab, std::size_t keys) const {
  std::vector<Arrays> pairs;
  for (std::size_t m = 0; m <= keys; ++m) {
    for (const std::vector<int>& a : sorted_arrays(m)) {
      for (const std::vector<int>& b : sorted_arrays(keys - m)) pairs.push_back({a, b});
    }
  }
  std::vector<Shape> shapes{shape_of(lab)};
  if (lab.interface.has("section")) {
    for (const std::int64_t tile : {1, 2, 4, 256}) {
      for (const std::int64_t section : {tile, 2 * tile, 3 * tile}) shapes.push_back({section, tile});
    }
  }
  std::vector<ProblemSet> sets;
  for (const Shape& shape : shapes) {
    sets.push_back(problems_of(pairs, *this, lab.interface, shape));
    ask(sets.back(), 0);
  }
  return sets;
}

void PairsKit::check_case(const CaseSpec& spec, const Lab& lab) const {
  const KeysCase keys = keys_case(spec);
  check_has_no_lists(keys);
  check_sizes(keys, lab);
  check_is_sorted(keys);
}

void PairsKit::check_own(const Keys& keys, std::span<const std::string> names) const {
  check_order(keys.a, names[0]);
  check_order(keys.b, names[1]);
}

/// They have ties, and in this shape several blocks and several rounds in each.
std::map<std::string, std::vector<int>> PairsKit::shown_arrays(Lab& lab) const {
  if (lab.interface.has("section")) lab.constants = {{"section", 16}, {"tile", 6}};
  const auto [a, b] = names_of_pair(lab);
  return {{a, {1, 4, 6, 6, 9, 12, 15, 18, 20, 22, 25, 27}}, {b, {2, 3, 6, 7, 8, 10, 11, 13, 16, 21, 23, 28}}};
}

std::map<std::string, std::vector<int>> PairsKit::distinct_arrays(Lab& lab, Random& random) const {
  constexpr std::uint64_t kLeastKeys = 20, kMoreKeys = 8, kLargestKey = 99, kTile = 8, kMoreTile = 5;
  const auto [name_a, name_b] = names_of_pair(lab);
  std::vector<int> a, b;
  std::uint64_t left = kLeastKeys + 2 * random.below(kMoreKeys);
  for (std::uint64_t key = 1; key <= kLargestKey && left > 0; ++key) {
    // Of the keys that are left, as many as are wanted, each as likely as the others.
    if (random.below(kLargestKey - key + 1) >= left) continue;
    (random.below(2) == 0 ? a : b).push_back(static_cast<int>(key));
    --left;
  }
  if (lab.interface.has("section")) {
    const auto tile = static_cast<std::int64_t>(kTile + random.below(kMoreTile));
    lab.constants = {{"section", 2 * tile}, {"tile", tile}};
  }
  return {{name_a, a}, {name_b, b}};
}

Outcome PairsKit::judge_performance(LabContext& context, const PlannedTest& test) const {
  switch (test.item->measure().value()) {
    case Measure::comparisons:
      return judge_comparisons(context, test);
    case Measure::cpu_time:
      return judge_cpu_time(context, test);
    case Measure::traffic:
    case Measure::device_time:
      break;
  }
  return KeysKit::judge_performance(context, test);
}

}  // namespace mergelab::judge
