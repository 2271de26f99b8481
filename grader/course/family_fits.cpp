#include "course/family_fits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "model/kit.hpp"
#include "model/terms.hpp"

namespace mergelab::course {
namespace {

/// The value of a size; 0 for one that follows a launch.
std::int64_t known_size(const SizeExpr& size, const Symbols& symbols) {
  if (size.needs_launch()) return 0;
  const std::int64_t value = size.evaluate_signed(symbols);
  if (value < 0)
    throw std::out_of_range(fmt::format("'{}' is {}, but a size must be 0 or more", size.text(), value));
  return value;
}

/// The sizes of a case must make sense for this lab's shape, as far as they are known before a launch.
void check_case(const CaseSpec& spec, const Lab& lab) {
  if (spec.lists && !lab.takes_lists())
    throw std::out_of_range("it has \"lists\", but this lab's function takes none");
  if (!spec.lists && lab.takes_lists())
    throw std::out_of_range("it lacks \"lists\", but this lab's function takes them");
  if (lab.on_ranks() && (spec.lists->k < 1 || spec.lists->k > kMostRanks))
    throw std::out_of_range(fmt::format("it has {} lists, but this lab's function runs on 1 to {} ranks",
                                        spec.lists->k, kMostRanks));
  if (spec.needs_launch() && lab.on_host())
    throw std::out_of_range("its sizes depend on a launch, but this lab launches nothing");
  const bool shape_follows =
      (spec.tile && spec.tile->needs_launch()) || (spec.section && spec.section->needs_launch());
  if (shape_follows) return;
  Symbols symbols{.section = lab.section, .tile = lab.tile};  // as CaseSpec::symbols, but none below 0
  if (spec.tile) symbols.tile = known_size(*spec.tile, symbols);
  if (spec.section) symbols.section = known_size(*spec.section, symbols);
  if (symbols.tile < 1) throw std::out_of_range("its tile is empty");
  if (symbols.section < 1) throw std::out_of_range("its section is empty");
  const std::int64_t total = known_size(spec.m, symbols) + known_size(spec.n, symbols);
  if (total > kLargestSize) throw std::out_of_range(fmt::format("its m+n is {}, over 2^31-1", total));
  (void)known_size(spec.run, symbols);
}

/// A merge takes sorted arrays, a sort takes one array of any kind.
void check_arrays(const CaseSpec& spec, const Lab& lab) {
  const std::span<const Generator> known = generators();
  const auto generator = std::find_if(known.begin(), known.end(),
                                      [&](const Generator& each) { return each.name == spec.generator; });
  if (lab.sorts() && !lab.takes_lists()) {
    if (spec.generator == "exhaustive" || !spec.keys_b.empty() || spec.n.text() != "0")
      throw std::out_of_range("it has a B, but a sort takes one array: \"n\": 0");
  } else if (generator != known.end() && !generator->is_sorted && !lab.on_ranks()) {
    throw std::out_of_range(fmt::format(
        "its generator \"{}\" makes unsorted arrays, but this lab takes sorted ones", spec.generator));
  }
}

}  // namespace

void check_family(const JsonValue& where, const Family& family, const Item& item, const Lab& lab) {
  for (const Backend backend : item.backends.all()) {
    if (!family.backends.has(backend)) {
      where.fail(fmt::format("runs on {}, but its family \"{}\" does not\n  list this item's \"backends\"",
                             to_string(backend), family.name));
    }
  }
  if (!lab.kit) return;  // its cases were read for it
  for (const CaseSpec& spec : family.cases) {
    try {
      check_case(spec, lab);
      check_arrays(spec, lab);
    } catch (const std::out_of_range& error) {
      where.fail(
          fmt::format("the case \"{}/{}\" does not fit this lab: {}", family.name, spec.name, error.what()));
    }
  }
}

}  // namespace mergelab::course
