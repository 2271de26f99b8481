// Two tables for spreadsheets: a row for each lab, and a row for each item. Where there is no score, its cell
// is empty and the status says why. No cell is a formula.
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "report/formats/format.hpp"
#include "report/formats/rows.hpp"
#include "report/phrases.hpp"

namespace mergelab::report {
namespace {

/// One line of text as a cell (RFC 4180). Spreadsheets take one that begins with = + - @ for a formula, also
/// behind blanks; an apostrophe in front makes it text.
std::string cell(std::string text) {
  text = first_line(text);
  std::replace(text.begin(), text.end(), '\t', ' ');
  const std::size_t first = text.find_first_not_of(' ');
  if (first != std::string::npos && std::string_view("=+-@").find(text[first]) != std::string_view::npos)
    text.insert(0, 1, '\'');
  // Some spreadsheets know these as = + - @, too: the same signs in full width.
  for (const std::string_view wide : {"\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D", "\xEF\xBC\xA0"}) {
    if (first != std::string::npos && text.compare(first, wide.size(), wide) == 0) text.insert(0, 1, '\'');
  }
  if (text.find_first_of(",\"; ") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string row(std::initializer_list<std::string> cells) {
  std::string line;
  for (const std::string& each : cells) line += each + ",";
  line.pop_back();
  return line + "\r\n";
}

std::string number(std::optional<double> score, double max_score) {
  return score ? points(*score, max_score) : "";
}

}  // namespace

std::string csv(const Grading& grading, const Setting& setting) {
  std::string text = "submission,lab,status,score,max_score,own_score,carried_forward,message\r\n";
  const std::string name = cell(grading.submission);
  for (const LabResult& lab : grading.labs) {
    text += row({name, cell(lab.name), std::string(to_string(lab.status)), number(lab.score, lab.max_score),
                 points(lab.max_score, lab.max_score), number(lab.own_score, lab.max_score),
                 cell(lab.carried_forward.empty() ? "" : carried_note(lab)),
                 cell(fit(first_line(lab.message), setting.output_bytes))});
  }
  text += row({name, "total", grading.score ? "graded" : std::string(to_string(Verdict::grader_error)),
               number(grading.score, grading.max_score), points(grading.max_score, grading.max_score), "", "",
               cell(grading.score ? "" : fit(headline(grading), setting.output_bytes))});
  return text;
}

std::string csv_items(const Grading& grading, const Setting& setting) {
  std::string text =
      "submission,lab,item,kind,backend,status,score,max_score,hidden_cases,hidden_failed,message\r\n";
  for (const LabResult& lab : grading.labs) {
    for (const ItemResult& item : lab.items) {
      const bool has_score = lab.score.has_value() && item.status != Verdict::not_run;
      text +=
          row({cell(grading.submission), cell(lab.name), cell(item.id), std::string(to_string(item.kind)),
               std::string(to_string(item.backends)), std::string(to_string(item.status)),
               has_score ? points(item.score, item.max_score) : "", points(item.max_score, item.max_score),
               std::to_string(item.hidden_tests), std::to_string(hidden_failures(item)),
               cell(fit(first_line(item.message), setting.output_bytes))});
    }
  }
  return text;
}

}  // namespace mergelab::report
