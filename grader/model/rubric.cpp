#include "model/rubric.hpp"

#include "model/names.hpp"

namespace mergelab {
namespace {

constexpr Names<ItemKind, 3> kItemKinds{{{ItemKind::correctness, "correctness"},
                                         {ItemKind::checker, "checker"},
                                         {ItemKind::performance, "performance"}}};
constexpr Names<CheckerRule, 3> kCheckerRules{
    {{CheckerRule::none, "none"}, {CheckerRule::launch, "launch"}, {CheckerRule::accesses, "accesses"}}};

}  // namespace

std::string_view to_string(ItemKind kind) { return name_of(kItemKinds, kind); }
std::optional<ItemKind> item_kind_from_string(std::string_view name) { return value_of(kItemKinds, name); }

std::string_view to_string(CheckerRule rule) { return name_of(kCheckerRules, rule); }
std::optional<CheckerRule> checker_rule_from_string(std::string_view name) {
  return value_of(kCheckerRules, name);
}

const Yardstick* Item::find_yardstick() const {
  for (const Yardstick& known : yardsticks()) {
    if (known.name == yardstick) return &known;
  }
  return nullptr;
}

std::optional<Measure> Item::measure() const {
  if (yardstick == kReferenceYardstick && backends.has(Backend::gpu)) return Measure::device_time;
  const Yardstick* known = find_yardstick();
  return known == nullptr ? std::nullopt : std::optional(known->measure);
}

std::optional<double> Item::reference_on(const std::string& gpu, const std::string& spec) const {
  const auto cases = reference.find(gpu);
  if (cases == reference.end()) return std::nullopt;
  const auto ratio = cases->second.find(spec);
  return ratio == cases->second.end() ? std::nullopt : std::optional(ratio->second);
}

}  // namespace mergelab
