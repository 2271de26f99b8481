// The formats of Autolab, Gradescope, PrairieLearn, and of a course's own leaderboard.
#include "model/json.hpp"
#include "report/formats/format.hpp"
#include "report/formats/rows.hpp"

namespace mergelab::report {

/// The end of Autolab's standard output: a line for its semantic view, and the line with the scores, by lab.
/// Without a total there is no such line, and Autolab records no score.
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

// Gradescope's results.json. An item is one test that everybody sees, with its hidden cases as a number,
// unless the settings hide such items: with any hidden test, students don't see their total. Without a score
// the file is no JSON, on purpose: then Gradescope says that the autograder failed, and gives none.

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

// A submission's entry in a leaderboard that a course keeps itself: mergelab.leaderboard/1.

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

// PrairieLearn's results.json. What could not be graded costs no attempt: the grader's own failures, and a
// submission of which nothing could be built.

std::string prairielearn(const Grading& grading, const Setting& setting) {
  const auto is_gradable = [](const LabResult& lab) { return !is_unbuilt(lab); };
  if (!grading.score)
    return not_gradable(
        Json::array({fit("The grader failed; this does not use up an attempt. " + headline(grading),
                         setting.output_bytes + 256)}),
        setting, grading);
  if (std::ranges::none_of(grading.labs, is_gradable)) {
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
