// PrairieLearn's results.json. What could not be graded costs no attempt: the grader's own failures, and a
// submission of which nothing could be built.
#include <fmt/format.h>

#include <algorithm>

#include "model/json.hpp"
#include "report/formats/format.hpp"
#include "report/formats/rows.hpp"

namespace mergelab::report {
namespace {

bool is_unbuilt(const LabResult& lab) {
  return lab.status == Verdict::build_failed || lab.status == Verdict::forbidden ||
         lab.status == Verdict::not_submitted;
}

std::string not_gradable(const Json& errors, const Setting& setting, const Grading& grading) {
  const Json results = {{"gradable", false},
                        {"format_errors", errors},
                        {"message", fit(headline(grading), setting.output_bytes)}};
  return results.dump(2) + "\n";
}

}  // namespace

std::string prairielearn(const Grading& grading, const Setting& setting) {
  const auto is_gradable = [](const LabResult& lab) { return !is_unbuilt(lab); };
  if (!grading.score) {
    return not_gradable(
        Json::array({fit("The grader failed; this does not use up an attempt. " + headline(grading),
                         setting.output_bytes + 256)}),
        setting, grading);
  }
  if (std::none_of(grading.labs.begin(), grading.labs.end(), is_gradable)) {
    Json errors = Json::array();
    for (const LabResult& lab : grading.labs) {
      std::string error = fmt::format("{}: {}", lab.name, lab.message);
      if (const std::string notes = lab_notes(lab); !notes.empty()) error += "\n" + notes;
      errors.push_back(fit(error, setting.output_bytes));
    }
    return not_gradable(errors, setting, grading);
  }
  Json tests = Json::array();
  for (const LabResult& lab : grading.labs) {
    for (const ItemResult& item : lab.items) {
      if (item.status == Verdict::not_run) continue;  // no points are lost, and none can be had
      tests.push_back({{"name", fmt::format("{}: {}", lab.name, item.id)},
                       {"description", fit(item.about, setting.output_bytes)},
                       {"points", item.score},
                       {"max_points", item.max_score},
                       {"output", fit(item_text(item), setting.output_bytes)}});
    }
  }
  constexpr double kBelowFull = 0.9999;
  const bool lost = *grading.score < grading.max_score;
  const double share = lost ? std::min(*grading.score / grading.max_score, kBelowFull) : 1;
  const Json results = {{"gradable", true},
                        {"score", share},
                        {"message", fit(headline(grading), setting.output_bytes)},
                        {"output", fit(summary(grading), setting.output_bytes)},
                        {"tests", std::move(tests)}};
  return results.dump(2) + "\n";
}

}  // namespace mergelab::report
