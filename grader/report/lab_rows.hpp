// The rows of a lab's text: one for each item, but items that lost points for one cause share a row.
#pragma once

#include <string>
#include <vector>

#include "report/report.hpp"

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

}  // namespace mergelab::report
