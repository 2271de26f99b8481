// A class as a table for spreadsheets.
#include <fmt/format.h>

#include "batch/insight.hpp"
#include "report/csv_cell.hpp"

namespace mergelab::batch {
namespace {

std::string figure(double value) { return fmt::format("{:.6g}", value); }

std::vector<std::string> row_of(const std::string& lab, const std::string& item,
                                const std::vector<double>& scores, double max_score, std::size_t full) {
  return {report::csv_cell(lab), report::csv_cell(item),
          figure(max_score),     std::to_string(scores.size()),
          figure(mean(scores)),  scores.empty() ? "" : figure(median(scores)),
          std::to_string(full),  std::to_string(scores.size() - full)};
}

void add_finding(std::vector<std::string>& cells, const Finding* finding) {
  cells.push_back(finding == nullptr ? "" : report::csv_cell(finding->text));
  cells.push_back(finding == nullptr ? "" : std::to_string(finding->students));
}

void add_histories(std::vector<std::string>& cells, const Histories& histories) {
  cells.push_back(std::to_string(histories.students));
  cells.push_back(std::to_string(histories.reached));
  cells.push_back(histories.reached == 0 ? "" : figure(histories.median_attempts));
  cells.push_back(histories.reached == 0 ? "" : figure(histories.median_hours));
}

}  // namespace

std::string insight_table(const Insight& insight) {
  std::string table = report::csv_row({"lab", "item", "max_score", "students", "mean", "median", "full",
                                       "lost", "commonest_finding", "told", "several_attempts",
                                       "reached_full", "median_attempts", "median_hours"});
  const auto finish = [&](std::vector<std::string> cells) {
    cells.resize(14);
    table += report::csv_row(cells);
  };
  std::size_t full = 0;
  for (const double score : insight.scores) full += score >= insight.max_score ? 1 : 0;
  finish(row_of("total", "", insight.scores, insight.max_score, full));
  for (const LabInsight& lab : insight.labs) {
    std::vector<std::string> cells = row_of(lab.name, "", lab.scores, lab.max_score, lab.full);
    add_finding(cells, lab.findings.empty() ? nullptr : &lab.findings.front());
    add_histories(cells, lab.histories);
    finish(std::move(cells));
    for (const ItemInsight& item : lab.items) {
      std::vector<std::string> of_item{report::csv_cell(lab.name), report::csv_cell(item.id),
                                       figure(item.max_score),     std::to_string(item.students),
                                       figure(item.mean),          "",
                                       std::to_string(item.full),  std::to_string(item.lost)};
      add_finding(of_item, item.commonest ? &*item.commonest : nullptr);
      finish(std::move(of_item));
    }
  }
  return table;
}

}  // namespace mergelab::batch
