#include "report/lab_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "report/phrases.hpp"
#include "report/plain_text.hpp"

namespace mergelab::report {
namespace {

/// Whether one row has both.
bool belong_together(const ItemResult& a, const ItemResult& b, const TextStyle& style) {
  switch (a.status) {
    case Verdict::passed:
      return b.status == Verdict::passed && !a.group.empty() && a.group == b.group && !style.verbose;
    case Verdict::wrong_answer:
    case Verdict::checker_violation:
    case Verdict::too_slow:
    case Verdict::invalid_measurement:
      return false;  // each has its own story
    default:
      return a.status == b.status && a.backends == b.backends && cause(a) == cause(b);
  }
}

/// The row's label, and its text about its items.
void set_words(Row& row, const LabResult& lab, const TextStyle& style) {
  const ItemResult& first = row.first();
  if (row.items.size() == 1) {
    row.label = printable(first.id, style);
    row.about = first.about;
    return;
  }
  const bool all = row.items.size() == lab.items.size();
  std::vector<std::string> ids;
  for (const ItemResult* item : row.items) ids.push_back(item->id);
  row.label = fmt::format("{}{}", all ? "all " : "", counted(row.items.size(), "item"));
  row.about = all ? "" : fmt::format("{}", fmt::join(ids, ", "));
  if (first.status != Verdict::passed) return;
  const auto whole = std::count_if(lab.items.begin(), lab.items.end(),
                                   [&](const ItemResult& item) { return item.group == first.group; });
  row.label = printable(first.group, style);
  if (row.items.size() == static_cast<std::size_t>(whole)) row.about = first.group_about;
}

}  // namespace

std::string cause(const ItemResult& item) {
  std::string message = public_message(item);
  const Observation* failure = first_shown_failure(item);
  const bool begins_with_test = failure != nullptr && item.of_test == failure->test;
  return begins_with_test ? message.substr(failure->test.size() + 2) : message;
}

std::vector<Row> rows_of(const LabResult& lab, const TextStyle& style) {
  std::vector<Row> rows;
  for (const ItemResult& item : lab.items) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& other) {
      return belong_together(other.first(), item, style);
    });
    if (row == rows.end()) {
      rows.push_back({{&item}, item.hint, "", "", "", ""});
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
    set_words(row, lab, style);
    if (row.first().status == Verdict::not_run) {
      row.score = points(std::nullopt, style);
      continue;
    }
    Points score, max_score;
    for (const ItemResult* item : row.items) {
      score += item->score;
      max_score += item->max_score;
    }
    const bool known = row.first().status != Verdict::grader_error;
    row.score = points(known ? std::optional(score) : std::nullopt, style);
    row.max_score = to_string(max_score);
  }
  return rows;
}

std::vector<std::string> row_heads(const std::vector<Row>& rows, const TextStyle& style) {
  std::size_t label_width = 0;
  std::size_t score_width = 0;
  std::size_t max_width = 0;
  for (const Row& row : rows) {
    label_width = std::max(label_width, columns(row.label));
    score_width = std::max(score_width, columns(row.score));
    max_width = std::max(max_width, columns(row.max_score));
  }
  std::vector<std::string> heads;
  for (const Row& row : rows) {
    const ItemResult& item = row.first();
    const bool partial = item.status != Verdict::passed && item.score > 0;
    const Colour colour = partial ? Colour::yellow : colour_of(item.status);
    heads.push_back(fmt::format("  {} {:<{}}  {:>{}}{}{:<{}}   ",
                                paint(mark(item.status, style), colour, style), row.label, label_width,
                                row.score, score_width, row.max_score.empty() ? "   " : " / ", row.max_score,
                                max_width));
  }
  return heads;
}

}  // namespace mergelab::report
