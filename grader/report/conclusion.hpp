// The last lines of a lab's text: the verdict, the first thing to do, and the command for it.
#pragma once

#include <string>

#include "report/causes.hpp"
#include "report/page.hpp"

namespace mergelab::report {

/// "04_tiled_kernel   22.16 / 25   CUDA rule broken".
[[nodiscard]] std::string verdict_line(const LabResult& lab, const TextStyle& style);

/// The command that shows again why an item lost its points, or empty.
[[nodiscard]] std::string command_for(const LabResult& lab, const ItemResult& item, const TextStyle& style);

void put_conclusion(Page& page, const LabResult& lab, const std::vector<Cause>& causes,
                    const TextStyle& style);

// What the student's own code printed in a test of a local run.

/// A test that printed something: the one with this name, else the first; nullptr for none.
[[nodiscard]] const Observation* find_printing(const LabResult& lab, const std::string& test);

/// Under the test's name; of more than `max_lines` lines the rest is counted.
void put_printed(Page& page, const Observation& test, std::size_t max_lines);

}  // namespace mergelab::report
