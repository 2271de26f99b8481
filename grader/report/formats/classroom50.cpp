// Classroom 50's result.json. It takes only whole points, so a test is a lab, whose points are whole; its
// items, in fractions, come along. Without a score, /score is null, which its runner refuses.
#include "model/json.hpp"
#include "report/formats/format.hpp"
#include "report/formats/rows.hpp"

namespace mergelab::report {
namespace {

std::string variable(const Setting& setting, const std::string& name, const std::string& otherwise = "") {
  const auto found = setting.variables.find(name);
  return found == setting.variables.end() || found->second.empty() ? otherwise : found->second;
}

Json items(const LabResult& lab, const Setting& setting) {
  Json items = Json::array();
  for (const ItemResult& item : lab.items) {
    items.push_back({{"name", item.id},
                     {"status", std::string(to_string(item.status))},
                     {"points", item.score},
                     {"max-points", item.max_score},
                     {"output", fit(item_text(item), setting.output_bytes)}});
  }
  return items;
}

}  // namespace

std::string classroom50(const Grading& grading, const Setting& setting) {
  Json tests = Json::array();
  int score = 0, max_score = 0;
  for (const LabResult& lab : grading.labs) {
    const WholePoints points = whole(lab.score.value_or(0), lab.max_score);
    score += points.score;
    max_score += points.max_score;
    tests.push_back({{"test-name", lab.name},
                     {"passed", lab.score && *lab.score >= lab.max_score},
                     {"score", lab.score ? Json(points.score) : Json()},
                     {"max-score", points.max_score},
                     {"status", std::string(to_string(lab.status))},
                     {"output", fit(lab_notes(lab), setting.output_bytes)},
                     {"items", items(lab, setting)}});
  }
  const std::string commit = variable(setting, "COMMIT_URL");
  const Json result = {{"schema", "classroom50/result/v1"},
                       {"classroom", variable(setting, "CLASSROOM")},
                       {"assignment", variable(setting, "ASSIGNMENT")},
                       {"submission", variable(setting, "SUBMISSION_TAG")},
                       {"commit", commit},
                       {"release", variable(setting, "RELEASE_URL")},
                       {"review", variable(setting, "REVIEW_URL", commit)},
                       {"datetime", grading.started},
                       {"score", grading.score ? Json(score) : Json()},
                       {"max-score", max_score},
                       {"tests", std::move(tests)}};
  return result.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace mergelab::report
