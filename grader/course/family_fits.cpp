#include "course/family_fits.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace mergelab::course {
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
      lab.kit->check_case(spec, lab);
    } catch (const std::out_of_range& error) {
      where.fail(
          fmt::format("the case \"{}/{}\" does not fit this lab: {}", family.name, spec.name, error.what()));
    }
  }
}

}  // namespace mergelab::course
