// A submission's entry in a leaderboard that a course keeps itself: mergelab.leaderboard/1.
#include "model/json.hpp"
#include "report/formats/format.hpp"
#include "report/formats/rows.hpp"

namespace mergelab::report {

std::string leaderboard(const Grading& grading, const Setting& /*setting*/) {
  Json entries = Json::array();
  for (const Figure& figure : figures(grading))
    entries.push_back(
        {{"name", figure.name}, {"value", figure.value}, {"order", figure.less_is_better ? "asc" : "desc"}});
  const Json entry = {{"schema", "mergelab.leaderboard/1"},
                      {"submission", grading.submission},
                      {"started", grading.started},
                      {"backend", grading.backend},
                      {"score", grading.score ? Json(*grading.score) : Json()},
                      {"max_score", grading.max_score},
                      {"entries", std::move(entries)}};
  return entry.dump(2) + "\n";
}

}  // namespace mergelab::report
