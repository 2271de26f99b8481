// The parts of a lab's text: its rows, one for each item, but items that lost points for one cause share a
// row; and its last lines, with the verdict, the first thing to do, and the command for it.
#pragma once

#include "report/causes.hpp"
#include "report/page.hpp"

namespace mergelab::report {

/// Items that are shown as one row: one item, several that lost their points for one cause, or the passed
/// ones of a group.
struct Row {
  std::vector<const ItemResult*> items;
  std::string hint;  // shown once: "as for ties" if an earlier row has the same
  std::string label, about, score, max_score;
  [[nodiscard]] const ItemResult& first() const { return *items.front(); }
};

/// The words of an item's message without the test's name in front, which differs where the cause is the
/// same.
[[nodiscard]] std::string cause(const ItemResult& item);

/// In the rubric's order. Points into `lab`.
[[nodiscard]] std::vector<Row> rows_of(const LabResult& lab, const TextStyle& style);

/// What stands before a row's `about`, in columns: "  ✓ plain  10 / 10   ". One for each of `rows`.
[[nodiscard]] std::vector<std::string> row_heads(const std::vector<Row>& rows, const TextStyle& style);

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
