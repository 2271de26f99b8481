#include "kits/pairs/pairs_kit.hpp"

#include "model/course.hpp"
#include "model/terms.hpp"

namespace mergelab::judge {

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
