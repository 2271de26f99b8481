// What the student's own code printed in a test of a local run.
#pragma once

#include <string>

#include "report/page.hpp"

namespace mergelab::report {

/// A test that printed something: the one with this name, else the first; nullptr for none.
[[nodiscard]] const Observation* find_printing(const LabResult& lab, const std::string& test);

/// Under the test's name; of more than `max_lines` lines the rest is counted.
void put_printed(Page& page, const Observation& test, std::size_t max_lines);

}  // namespace mergelab::report
