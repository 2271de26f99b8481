// Every format of course systems: golden files, points, places, and reports without a score.
#include "report/formats/format.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "golden.hpp"
#include "report/report.hpp"
#include "samples.hpp"
#include "score/score.hpp"
#include "support/places.hpp"

namespace mergelab::report {
namespace {

using Json = nlohmann::ordered_json;

/// Every verdict's lab, with places in files.
Grading everything() {
  Grading grading = samples::course();
  LabResult unbuilt = samples::not_compiling(), hostile = samples::hostile(), race = samples::perfect();
  unbuilt.name = "06_unbuilt";
  hostile.name = "07_hostile";
  race.name = "08_race";
  race.file = "08_race/race.cuh";
  race.items[0].status = race.status = Verdict::checker_violation;
  race.items[0].score = Points(0.33);
  race.score = Points(4.33);
  race.items[0].message =
      "thread 0, 100%: reads tile[1] at race.cuh:12 `x = tile[1];`,\nnothing orders the two";
  Outcome& raced = race.items[0].tests.at(0).outcome;
  raced.verdict = Verdict::checker_violation;
  Finding found(finding::Message::race);
  found.access.at = {"race.cuh", 12};
  raced.why = found;
  unbuilt.file = "06_unbuilt/merge_tiled.cuh";
  for (LabResult* lab : {&unbuilt, &hostile, &race}) grading.labs.push_back(*lab);
  grading.asked.clear();
  for (const LabResult& lab : grading.labs) grading.asked.push_back(lab.name);
  score::total(grading);
  EXPECT_TRUE(grading.complete);
  return grading;
}

/// One lab failed in the grader, and one was never reached.
Grading without_score() {
  Grading grading = samples::course();
  grading.labs = {samples::perfect(), samples::failed_grader()};
  grading.asked = {"01_sequential_merge", "02_co_rank", "03_basic_kernel"};
  score::total(grading);
  return grading;
}

/// Interrupted after the first of two labs, which has full marks.
Grading interrupted() {
  Grading grading = samples::course();
  grading.labs = {samples::perfect()};
  grading.asked = {"01_sequential_merge", "02_co_rank"};
  score::total(grading);
  return grading;
}

std::string decoded(const std::string& base64) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : base64) {
    if (c == '=' || c == '\n') continue;
    bits = bits << 6U | static_cast<unsigned>(digits.find(c));
    if ((count += 6) < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> static_cast<unsigned>(count) & 255U);
  }
  return bytes;
}

TEST(Formats, look_as_they_always_did) {
  for (const Format& format : formats()) {
    SCOPED_TRACE(format.name);
    const std::string name(format.name);
    expect_golden("formats/" + name, samples::in_format(name, everything()));
    expect_golden("no_score.txt", samples::in_format(name, without_score()), name);
  }
}

TEST(Formats, stand_in_the_documentation) {
  std::stringstream page;
  page << std::ifstream(MERGELAB_SOURCE_DIR "/docs/formats.md").rdbuf();
  const std::string text = page.str(), part = text.substr(text.find("## Formats of course systems"));
  const std::regex row(R"(\n\| `([a-z0-9-]+)` \| `?([^|`]*)`? \| ([^|]*) \|)");
  std::vector<std::string> told, known;
  for (std::sregex_iterator each(part.begin(), part.end(), row), end; each != end; ++each)
    told.push_back(fmt::format("{} {} {}", (*each)[1].str(), (*each)[2].str(), (*each)[3].str()));
  for (const Format& format : formats())
    known.push_back(fmt::format("{} {} {}", format.name, format.file, format.reader));
  EXPECT_EQ(told, known);
}

TEST(Formats, never_give_points_for_what_has_no_score) {
  for (const Grading& grading : {without_score(), interrupted()}) {
    EXPECT_FALSE(Json::accept(
        samples::in_format("gradescope", grading)));  // Gradescope: "failed to execute correctly"
    EXPECT_TRUE(Json::parse(samples::in_format("classroom50", grading))["score"].is_null());
    const Json reporter = Json::parse(decoded(samples::in_format("github-classroom", grading)));
    EXPECT_EQ(reporter["max_score"], 0);
    EXPECT_EQ(reporter["status"], "error");
    const Json prairielearn = Json::parse(samples::in_format("prairielearn", grading));
    EXPECT_EQ(prairielearn["gradable"], false);
    EXPECT_FALSE(prairielearn.contains("score"));
    std::string autolab = samples::in_format("autolab", grading);
    autolab.pop_back();
    EXPECT_FALSE(Json::accept(autolab.substr(autolab.rfind('\n') + 1))) << autolab;
    EXPECT_NE(samples::in_format("junit", grading).find("<error "), std::string::npos);
    EXPECT_NE(samples::in_format("csv", grading).find(",total,grader_error,,"), std::string::npos)
        << samples::in_format("csv", grading);
    EXPECT_NE(samples::in_format("markdown", grading).find("no score"), std::string::npos);
    EXPECT_NE(samples::in_format("annotations", grading).find("::error title=grader failed::"),
              std::string::npos);
    EXPECT_TRUE(Json::parse(samples::in_format("leaderboard", grading))["score"].is_null());
    EXPECT_TRUE(Json::parse(samples::in_format("leaderboard", grading))["entries"].empty());
  }
}

TEST(Formats, round_to_full_points_for_full_points_alone) {
  Grading grading = samples::course();
  LabResult lab = samples::perfect();
  lab.items[0].score = Points(5.99);
  lab.score = Points(9.99);
  grading.labs = {lab};
  grading.asked = {lab.name};
  score::total(grading);
  grading.score = Points(9.99);
  EXPECT_EQ(Json::parse(samples::in_format("classroom50", grading))["score"], 9);
  EXPECT_EQ(Json::parse(samples::in_format("classroom50", grading))["max-score"], 10);
  EXPECT_EQ(Json::parse(samples::in_format("gradescope", grading))["score"], 9.99);
  EXPECT_LT(Json::parse(samples::in_format("prairielearn", grading))["score"], 1);
  EXPECT_EQ(Json::parse(samples::in_format("leaderboard", grading))["score"], 9.99);
  const Json reporter = Json::parse(decoded(samples::in_format("github-classroom", grading)));
  EXPECT_EQ(reporter["tests"][0]["score"], 6);
  EXPECT_EQ(reporter["tests"][1]["score"], 3);  // the sum is what counts
  EXPECT_EQ(reporter["max_score"], 10);
  const std::string autolab = samples::in_format("autolab", grading);
  EXPECT_NE(autolab.find("{\"scores\":{\"01_sequential_merge\":9.99},\"scoreboard\":[9.99,9.99]}"),
            std::string::npos)
      << autolab;
}

TEST(Formats, cost_no_attempt_where_nothing_could_be_built) {
  Grading grading = samples::course();
  grading.labs = {samples::not_compiling()};
  grading.asked = {grading.labs[0].name};
  score::total(grading);
  const Json results = Json::parse(samples::in_format("prairielearn", grading));
  EXPECT_EQ(results["gradable"], false);
  EXPECT_NE(results["format_errors"][0].get<std::string>().find("merge_tiled.cuh:12:16: error"),
            std::string::npos);
}

TEST(Formats, have_deductions_in_their_points_and_words) {
  const Grading late = samples::late_course();
  const auto json = [&](const char* name) { return nlohmann::json::parse(samples::in_format(name, late)); };
  EXPECT_EQ(json("gradescope").at("score"), late.score->number());
  EXPECT_NE(json("gradescope").at("output").get<std::string>().find("lost 2 points (20%): 2 days late"),
            std::string::npos);
  EXPECT_NE(samples::in_format("markdown", late).find("lost 2 points"), std::string::npos);
  EXPECT_NE(samples::in_format("csv", late).find("lost 1 point (10%): merge_sequential.cuh:6"),
            std::string::npos);
  EXPECT_EQ(json("classroom50").at("tests").at(0).at("score"), 7);
  // GitHub Classroom shows the sum of the items: they share what is lost.
  const auto classroom = nlohmann::json::parse(decoded(samples::in_format("github-classroom", late)));
  int sum = 0, first_lab = 0;
  for (const auto& test : classroom.at("tests")) {
    sum += test.at("score").get<int>();
    if (test.at("name").get<std::string>().starts_with("01_")) first_lab += test.at("score").get<int>();
  }
  EXPECT_EQ(first_lab, 7);
  EXPECT_EQ(sum, late.score->whole());
}

TEST(Formats, show_gradescopes_items_with_hidden_cases_to_whom_the_settings_say) {
  const auto seen = [](const Grading& grading) {
    std::map<std::string, std::string> found;
    const auto results = nlohmann::json::parse(samples::in_format("gradescope", grading));
    for (const auto& test : results.at("tests")) found[test.at("name")] = test.at("visibility");
    return found;
  };
  auto late = seen(samples::late_course());
  EXPECT_EQ(late.at("01_sequential_merge: plain"), "visible");
  EXPECT_EQ(late.at("01_sequential_merge: ties"), "after_due_date");
  EXPECT_EQ(seen(samples::course()).at("01_sequential_merge: ties"), "visible");
}

TEST(Formats, point_annotations_to_the_students_line) {
  const std::string text = samples::in_format("annotations", everything());
  EXPECT_NE(text.find("::error file=ada/08_race/race.cuh,line=12,title=08_race%3A plain%3A CUDA rule "
                      "broken::thread 0, 100%25: reads"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("file=ada/06_unbuilt/merge_tiled.cuh,line=12,"), std::string::npos) << text;
  EXPECT_NE(text.find("`,%0Anothing orders"), std::string::npos) << text;
}

TEST(Formats, make_no_cell_a_formula) {
  Grading grading = samples::course();
  for (const char* begin : {"=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\uFF1D1", "a\n=1"}) {
    grading.submission = begin;
    grading.labs[0].name = grading.labs[0].message = begin;
    for (const char* name : {"csv", "csv-items"}) {
      const std::string text = samples::in_format(name, grading);
      EXPECT_FALSE(std::regex_search(text, std::regex("(^|[\n,\"])\\s*[=+@]|(^|[\n,])\"?\\s*-[0-9]")))
          << text;
      EXPECT_EQ(text.find("\xEF\xBC\x9D"), text.find("'\xEF\xBC\x9D") == std::string::npos
                                               ? std::string::npos
                                               : text.find("'\xEF\xBC\x9D") + 1);
    }
  }
}

TEST(Formats, depend_on_the_report_only) {
  Grading grading = everything();
  ItemResult& slow = grading.labs[1].items[0];
  slow.status = slow.tests[0].outcome.verdict = Verdict::too_slow;
  slow.tests[0].outcome.symptom = "balance";
  slow.group = "sizes";
  for (const Format& format : formats())
    EXPECT_EQ(samples::in_format(format.name, grading),
              samples::in_format(format.name, from_json(to_json(grading))))
        << format.name;
}

TEST(Formats, refuse_what_is_no_report_or_can_not_be_true) {
  const std::string good = to_json(everything());
  Json wrong = Json::parse(good);
  wrong["labs"][0]["score"] = 1000;
  Json total = Json::parse(good);
  total["score"] = total["max_score"];
  Json version = Json::parse(good);
  version["schema"] = "mergelab.report/2";
  Json verdict = Json::parse(good);
  verdict["labs"][0]["status"] = "fine";
  for (const std::string& text : {version.dump(), verdict.dump(), std::string(),
                                  good.substr(0, good.size() / 2), std::string("\0\xff\x1b[2J", 6)})
    EXPECT_THROW(static_cast<void>(from_json(text)), std::runtime_error) << text;
  for (const Format& format : formats()) {
    for (const Json& false_report : {wrong, total}) {
      const Grading grading = from_json(false_report.dump());
      EXPECT_THROW(static_cast<void>(samples::in_format(format.name, grading)), std::runtime_error)
          << format.name;
    }
  }
}

}  // namespace
}  // namespace mergelab::report
