#include "report/printed.hpp"

namespace mergelab::report {

const Observation* find_printing(const LabResult& lab, const std::string& test) {
  const Observation* first = nullptr;
  for (const ItemResult& item : lab.items) {
    for (const Observation& seen : item.tests) {
      if (seen.hidden || seen.outcome.printed.empty()) continue;
      if (seen.test == test) return &seen;
      if (first == nullptr) first = &seen;
    }
  }
  return first;
}

void put_printed(Page& page, const Observation& test, std::size_t max_lines) {
  page.put("  ", test.test + " prints:", Colour::dim);
  page.put("    ", test.outcome.printed, Colour::none, max_lines);
}

}  // namespace mergelab::report
