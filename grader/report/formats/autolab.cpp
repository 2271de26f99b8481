// The end of Autolab's standard output: a line for its semantic view, and the line with the scores, by lab.
// Without a total there is no such line, and Autolab records no score.
#include "model/json.hpp"
#include "report/formats/format.hpp"
#include "report/formats/rows.hpp"

namespace mergelab::report {

std::string autolab(const Grading& grading, const Setting& setting) {
  Json view = {{"_presentation", "semantic"}, {"stages", Json::array()}};
  Json scores = Json::object(), board = Json::array();
  for (const LabResult& lab : grading.labs) {
    Json stage = Json::object();
    for (const ItemResult& item : lab.items) {
      if (item.status == Verdict::not_run) continue;
      Json& test = stage[item.id] = {{"passed", lab.score && item.score >= item.max_score}};
      if (const std::string text = item_text(item); !text.empty())
        test["hint"] = fit(text, setting.output_bytes);
    }
    view["stages"].push_back(lab.name);
    view[lab.name] = std::move(stage);
    if (!grading.score) continue;
    scores[lab.name] = *lab.score;
    board.push_back(scores[lab.name]);
  }
  if (!grading.score) return view.dump() + "\n" + fit(headline(grading), setting.output_bytes + 256) + "\n";
  board.insert(board.begin(), *grading.score);
  return view.dump() + "\n" + Json({{"scores", std::move(scores)}, {"scoreboard", std::move(board)}}).dump() +
         "\n";
}

}  // namespace mergelab::report
