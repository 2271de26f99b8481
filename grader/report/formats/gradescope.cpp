// Gradescope's results.json. An item is one test that everybody sees, with its hidden cases as a number,
// unless the settings hide such items: with any hidden test, students don't see their total. Without a score
// the file is no JSON, on purpose: then Gradescope says that the autograder failed, and gives none.
#include <fmt/format.h>

#include "model/json.hpp"
#include "report/formats/format.hpp"
#include "report/formats/rows.hpp"
#include "report/phrases.hpp"

namespace mergelab::report {
namespace {

Json test(const LabResult& lab, const ItemResult& item, std::string number, const std::string& visibility,
          const Setting& setting) {
  Json test = {{"name", fmt::format("{}: {}", lab.name, item.id)},
               {"name_format", "text"},
               {"number", std::move(number)},
               {"output", fit(item_text(item), setting.output_bytes)},
               {"output_format", "text"},
               {"visibility", item.hidden_tests > 0 ? visibility : "visible"},
               {"tags", Json::array({lab.name, std::string(to_string(item.kind))})},
               {"extra_data", {{"status", std::string(to_string(item.status))}}}};
  if (item.status == Verdict::not_run) return test;
  test["score"] = item.score;
  test["max_score"] = item.max_score;
  test["status"] = item.score < item.max_score ? "failed" : "passed";
  return test;
}

}  // namespace

std::string gradescope(const Grading& grading, const Setting& setting) {
  if (!grading.score) return fit(headline(grading), setting.output_bytes + 1024) + "\n";
  const std::string visibility = grading.settings ? grading.settings->gradescope : "visible";
  Json tests = Json::array(), board = Json::array();
  for (std::size_t l = 0; l < grading.labs.size(); ++l) {
    const LabResult& lab = grading.labs[l];
    for (std::size_t i = 0; i < lab.items.size(); ++i)
      tests.push_back(test(lab, lab.items[i], fmt::format("{}.{}", l + 1, i + 1), visibility, setting));
  }
  for (const Figure& figure : figures(grading))
    board.push_back(
        {{"name", figure.name}, {"value", figure.value}, {"order", figure.less_is_better ? "asc" : "desc"}});
  const Json results = {
      {"score", *grading.score},
      {"execution_time", grading.duration_s},
      {"output", fit(summary(grading), setting.output_bytes)},
      {"output_format", "text"},
      {"test_output_format", "text"},
      {"test_name_format", "text"},
      {"visibility", "visible"},
      {"stdout_visibility", "hidden"},
      {"extra_data",
       {{"max_score", grading.max_score}, {"backend", grading.backend}, {"seed", grading.seed}}},
      {"tests", std::move(tests)},
      {"leaderboard", std::move(board)}};
  return results.dump(2) + "\n";
}

}  // namespace mergelab::report
