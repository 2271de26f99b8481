// A class' results as a whole, from its gradebook.
#include "batch/insight.hpp"

#include "report/report.hpp"
#include "score/score.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab::batch {
namespace {

ItemResult item(const std::string& id, Points score, Points max_score, Verdict lost = Verdict::wrong_answer,
                const std::string& hint = "") {
  ItemResult made;
  made.id = id;
  made.about = "about <" + id + ">";
  made.score = score;
  made.max_score = max_score;
  made.status = score < max_score ? lost : Verdict::passed;
  made.message = made.status == Verdict::passed ? "" : "C[7] of somebody";
  made.hint = hint;
  return made;
}

class InsightTest : public testing::Test {
 protected:
  /// `student` hands in lab 1 with these items, at that hour of a day.
  void hand_in(const std::string& student, int hour, std::vector<ItemResult> items) {
    const std::int64_t submission = book_.keep_submission(
        {{{"01_merge", student + std::to_string(hour), ""}}, student + std::to_string(hour)});
    book_.keep_attempt(student, student + ".zip", {submission, "", 1'700'000'000 + hour * 3600});
    Grading grading;
    grading.asked = {"01_merge"};
    grading.started = "2026-11-23T04:30:00Z";
    LabResult lab;
    lab.name = "01_merge";
    lab.score = 0;
    for (ItemResult& each : items) {
      *lab.score += each.score;
      lab.max_score += each.max_score;
      lab.status = worse(lab.status, each.status);
    }
    lab.items = std::move(items);
    grading.labs = {lab};
    score::total(grading);
    static_cast<void>(book_.keep_grading(submission, grading, report::to_json(grading)));
  }

  TemporaryFolder folder_;
  Gradebook book_{folder_.path() / "gradebook.sqlite", true};
};

TEST_F(InsightTest, counts_who_lost_what_and_the_commonest_finding) {
  book_.set_students({{"ada", ""}, {"bob", ""}, {"cai", ""}, {"dov", ""}, {"eve", ""}});
  hand_in("ada", 0, {item("plain", 6, 6), item("ties", 4, 4)});
  hand_in("bob", 0, {item("plain", 6, 6), item("ties", 0, 4, Verdict::wrong_answer, "Look at ties.")});
  hand_in("cai", 0, {item("plain", 6, 6), item("ties", 1, 4, Verdict::wrong_answer, "Look at ties.")});
  hand_in("dov", 0, {item("plain", 0, 6, Verdict::crashed), item("ties", 4, 4)});
  const Insight insight = insight_of(book_, false);
  EXPECT_EQ(insight.students, 5U);
  EXPECT_EQ(insight.graded, 4U);
  EXPECT_EQ(insight.handed_in_nothing, 1U);
  EXPECT_EQ(insight.scores, (std::vector<double>{10, 6, 7, 4}));
  ASSERT_EQ(insight.labs.size(), 1U);
  const LabInsight& lab = insight.labs.front();
  EXPECT_EQ(lab.full, 1U);
  ASSERT_EQ(lab.findings.size(), 2U);
  EXPECT_EQ(lab.findings[0].text, "ties: wrong answer");
  EXPECT_EQ(lab.findings[0].students, 2U);
  EXPECT_EQ(lab.findings[0].hint, "Look at ties.");
  EXPECT_EQ(lab.findings[1].text, "plain: crashed");
  const ItemInsight& ties = lab.items.at(1);
  EXPECT_EQ(ties.lost, 2U);
  EXPECT_EQ(ties.none, 1U);
  EXPECT_EQ(ties.full, 2U);
  EXPECT_EQ(ties.mean, 2.25);
  EXPECT_EQ(ties.commonest->text, "wrong answer");
  EXPECT_EQ(insight_table(insight),
            "lab,item,max_score,students,mean,median,full,lost,commonest_finding,told,several_attempts,"
            "reached_full,median_attempts,median_hours\r\n"
            "total,,10,4,6.75,6.5,1,3,,,,,,\r\n"
            "01_merge,,10,4,6.75,6.5,1,3,\"ties: wrong answer\",2,0,0,,\r\n"
            "01_merge,plain,6,4,4.5,,3,1,crashed,1,,,,\r\n"
            "01_merge,ties,4,4,2.25,,2,2,\"wrong answer\",2,,,,\r\n");
}

TEST_F(InsightTest, tells_how_long_full_marks_took) {
  book_.set_students({{"ada", ""}, {"bob", ""}, {"cai", ""}});
  hand_in("ada", 0, {item("plain", 1, 6)});
  hand_in("ada", 5, {item("plain", 2, 6)});
  hand_in("ada", 8, {item("plain", 6, 6)});
  hand_in("ada", 90, {item("plain", 3, 6)});
  hand_in("bob", 0, {item("plain", 1, 6)});
  hand_in("bob", 2, {item("plain", 6, 6)});
  hand_in("cai", 0, {item("plain", 6, 6)});  // at once: no history
  const Histories last = insight_of(book_, false).labs.front().histories;
  EXPECT_EQ(last.students, 2U);
  EXPECT_EQ(last.reached, 2U);
  EXPECT_EQ(last.median_attempts, 2.5);
  EXPECT_EQ(last.median_hours, 5);
  EXPECT_EQ(insight_of(book_, false).scores.front(), 3);
  EXPECT_EQ(insight_of(book_, true).scores.front(), 6);
}

TEST_F(InsightTest, late_work_says_nothing_about_a_lab) {
  book_.set_students({{"ada", ""}});
  hand_in("ada", 0, {item("plain", 6, 6)});
  Grading counted;
  counted.score = 3;
  counted.labs.emplace_back();
  counted.labs.back().name = "01_merge";
  counted.labs.back().score = 3;
  counted.labs.back().deductions.push_back({"late", "5 days late", 50, 3});
  book_.set_counted(book_.attempts("ada").front(), "key", &counted);
  const Insight insight = insight_of(book_, false);
  EXPECT_EQ(insight.scores.front(), 6);
  EXPECT_EQ(insight.labs.front().full, 1U);
}

TEST_F(InsightTest, what_nobody_has_begun_is_not_what_is_lost_most_often) {
  book_.set_students({{"ada", ""}, {"bob", ""}, {"cai", ""}});
  for (const char* id : {"ada", "bob", "cai"})
    hand_in(id, 0,
            {item("first", 0, 4, id[0] == 'a' ? Verdict::crashed : Verdict::not_submitted),
             item("second", 0, 4, Verdict::todo), item("third", id[0] == 'c' ? 4 : 1, 4)});
  const std::string page = insight_page(insight_of(book_, false), "Class");
  const std::string most =
      page.substr(page.find("Lost most often"), page.find("<h2>01_merge") - page.find("Lost most"));
  EXPECT_FALSE(contains(most, "second"));
  EXPECT_LT(most.find("third</th><td class=\"number\">2 of 3"),
            most.find("first</th><td class=\"number\">1 of 1"));
  EXPECT_TRUE(contains(most, "crashed"));
}

TEST_F(InsightTest, its_page_has_a_picture_with_words_and_names_nobody) {
  book_.set_students({{"ada", "Ada <b>"}, {"bob", ""}});
  hand_in("ada", 0, {item("<plain>", 6, 6), item("ties", 0, 4, Verdict::timed_out, "<script>x</script>")});
  hand_in("bob", 0, {item("<plain>", 6, 6), item("ties", 4, 4)});
  const std::string page = insight_page(insight_of(book_, false), "CS <533>");
  EXPECT_TRUE(contains(page, "<h1>CS &#60;533&#62;</h1>",
                       "role=\"img\" aria-label=\"01_merge: students by part of the points.",
                       "60 to 70 percent: 1", "90 to 100 percent: 1", "prefers-color-scheme: dark"));
  for (const char* not_there : {"<script", "http:", "https:", "Ada", "ada", "bob", "<plain>", "C[7]"})
    EXPECT_FALSE(contains(page, not_there)) << not_there;
}

TEST(InsightFigures, of_nothing_and_of_one) {
  EXPECT_EQ(mean({}), 0);
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({3}), 3);
  EXPECT_EQ(median({9, 1, 3}), 3);
  EXPECT_EQ(median({9, 1, 3, 4}), 3.5);
}

}  // namespace
}  // namespace mergelab::batch
