#include "report/lab_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "report/phrases.hpp"
#include "report/plain_text.hpp"

namespace mergelab::report {
namespace {

bool same_cause(const ItemResult& a, const ItemResult& b) {
  switch (a.status) {
    case Verdict::passed:
    case Verdict::wrong_answer:
    case Verdict::checker_violation:
    case Verdict::too_slow:
    case Verdict::invalid_measurement:
      return false;  // each has its own story
    default:
      return a.status == b.status && a.backends == b.backends && cause(a) == cause(b);
  }
}

}  // namespace

std::string cause(const ItemResult& item) {
  std::string message = public_message(item);
  const Observation* failure = first_shown_failure(item);
  if (failure != nullptr && message.starts_with(failure->test + ": ")) {
    return message.substr(failure->test.size() + 2);
  }
  return message;
}

std::vector<Row> rows_of(const LabResult& lab, const TextStyle& style) {
  std::vector<Row> rows;
  for (const ItemResult& item : lab.items) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const Row& other) { return same_cause(other.first(), item); });
    if (row == rows.end()) {
      rows.push_back({{&item}, item.hint, "", "", ""});
    } else {
      row->items.push_back(&item);
      if (row->hint.empty()) row->hint = item.hint;
    }
  }
  // What was said once is not said again.
  for (std::size_t later = rows.size(); later-- > 1;) {
    const auto told = std::find_if(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(later),
                                   [&](const Row& row) { return row.hint == rows[later].hint; });
    if (!rows[later].hint.empty() && told != rows.begin() + static_cast<std::ptrdiff_t>(later)) {
      rows[later].hint = "as for " + told->first().id;
    }
  }
  for (Row& row : rows) {
    const bool all = row.items.size() == lab.items.size();
    row.label = row.items.size() == 1
                    ? shown(row.first().id, style)
                    : fmt::format("{}{}", all ? "all " : "", counted(row.items.size(), "item"));
    if (row.first().status == Verdict::not_run) {
      row.score = points(std::nullopt, 0, style);
      continue;
    }
    double score = 0;
    double max_score = 0;
    for (const ItemResult* item : row.items) {
      score += item->score;
      max_score += item->max_score;
    }
    const bool known = row.first().status != Verdict::grader_error;
    row.score = points(known ? std::optional(score) : std::nullopt, max_score, style);
    row.max_score = points(max_score, max_score);
  }
  return rows;
}

}  // namespace mergelab::report
