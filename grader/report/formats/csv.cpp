// Two tables for spreadsheets: a row for each lab, and a row for each item. Without a score, its cell is
// empty and the status says why. No cell is a formula.
#include <fmt/ranges.h>

#include "report/formats/format.hpp"
#include "report/formats/rows.hpp"
#include "report/phrases.hpp"

namespace mergelab::report {
namespace {

/// The first thing to know.
std::string message_of(const LabResult& lab) {
  std::string text = fmt::format("{}", fmt::join(deduction_lines(lab), "; "));
  if (!text.empty() && !lab.message.empty()) text += "; ";
  return text + lab.message;
}

std::string number(std::optional<Points> score) { return score ? to_string(*score) : ""; }

}  // namespace

std::string csv(const Grading& grading, const Setting& setting) {
  std::string text = "submission,lab,status,score,max_score,own_score,carried_forward,message\r\n";
  const std::string name = csv_cell(grading.submission);
  for (const LabResult& lab : grading.labs) {
    text += csv_row({name, csv_cell(lab.name), std::string(to_string(lab.status)), number(lab.score),
                     to_string(lab.max_score), number(lab.own_score),
                     csv_cell(lab.carried_forward.empty() ? "" : carried_note(lab)),
                     csv_cell(fit(first_line(message_of(lab)), setting.output_bytes))});
  }
  text += csv_row({name, "total", grading.score ? "graded" : std::string(to_string(Verdict::grader_error)),
                   number(grading.score), to_string(grading.max_score), "", "",
                   csv_cell(grading.score ? "" : fit(headline(grading), setting.output_bytes))});
  return text;
}

std::string csv_items(const Grading& grading, const Setting& setting) {
  std::string text =
      "submission,lab,item,kind,backend,status,score,max_score,hidden_cases,hidden_failed,message\r\n";
  for (const LabResult& lab : grading.labs) {
    for (const ItemResult& item : lab.items) {
      const bool has_score = lab.score.has_value() && item.status != Verdict::not_run;
      text += csv_row({csv_cell(grading.submission), csv_cell(lab.name), csv_cell(item.id),
                       std::string(to_string(item.kind)), std::string(to_string(item.backends)),
                       std::string(to_string(item.status)), has_score ? to_string(item.score) : "",
                       to_string(item.max_score), std::to_string(item.hidden_tests),
                       std::to_string(hidden_failures(item)),
                       csv_cell(fit(first_line(item.message), setting.output_bytes))});
    }
  }
  return text;
}

}  // namespace mergelab::report
