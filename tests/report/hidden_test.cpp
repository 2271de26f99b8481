// No writer repeats a hidden case's data, whatever its input is.
#include <gtest/gtest.h>

#include "report/formats/format.hpp"
#include "report/microscope.hpp"
#include "report/report.hpp"
#include "samples.hpp"
#include "score/score.hpp"
#include "support/reported.hpp"

namespace mergelab::report {
namespace {

/// A lab whose one item lost its points in a hidden test, of which everything holds the word or the number.
LabResult lab_with_secret(Verdict verdict) {
  LabResult lab = samples::perfect();
  ItemResult& item = lab.items.back();
  Observation& seen = item.tests.back();
  EXPECT_TRUE(seen.hidden);
  seen.outcome = reported(verdict, "C[7] is SECRET", "SECRET");
  seen.outcome.why = Statement(Sentence::words, "SECRET");
  seen.outcome.metrics = {{"SECRET", 918273}};
  seen.outcome.lines = {{"merge.cuh", 918273, "SECRET", 10, 48, 40, 10, 10, 20, 640}};
  seen.outcome.samples = {{"SECRET", {918273}}};
  seen.outcome.violations = {{"race", {}, "SECRET", "SECRET"}};
  seen.duration_s = 918273;
  item.metrics = {{"SECRET", 918273}};
  if (verdict != Verdict::passed) {
    item.status = lab.status = verdict;
    item.message = lab.message = seen.outcome.message;
  }
  return lab;
}

/// A mergelab.trace/2 in which nothing happened.
Json empty_trace() {
  const Json none = Json::array();
  return {{"requests",
           {{"block", none},
            {"phase", none},
            {"warp", none},
            {"place", none},
            {"kind", ""},
            {"array", none},
            {"sectors", none},
            {"turns", none},
            {"first", none}}},
          {"events", {{"lane", none}, {"index", none}, {"value", none}}}};
}

TEST(Hidden, case_is_in_no_text_and_no_report) {
  for (const Verdict verdict : {Verdict::passed, Verdict::wrong_answer, Verdict::checker_violation,
                                Verdict::too_slow, Verdict::crashed}) {
    const LabResult lab = lab_with_secret(verdict);
    Grading grading = samples::course();
    grading.labs = {lab};
    grading.asked = {lab.name};
    score::total(grading);
    std::string all = to_json(grading) + microscope_page(empty_trace(), &lab);
    for (const Format& format : formats()) all += write_as(format, grading);
    for (const bool verbose : {false, true}) {
      TextStyle style;
      style.verbose = verbose;
      style.rerun = "./lab run";
      all += lab_text(lab, style) + lab_line(lab, style) + table_text(grading, style) +
             profile_text("profile", lab.items.back().tests.back(), style);
    }
    EXPECT_EQ(all.find("SECRET"), std::string::npos) << all;
    EXPECT_EQ(all.find("918273"), std::string::npos) << all;
    EXPECT_EQ(all.find("15304 min"), std::string::npos) << "the duration\n" << all;
  }
}

}  // namespace
}  // namespace mergelab::report
