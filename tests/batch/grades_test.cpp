// The gradebook's content and queries, and the table for spreadsheets.
#include "batch/output_folder.hpp"
#include "batch/text.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab::batch {
namespace {

class GradebookTest : public testing::Test {
 protected:
  static Content content(const std::string& text, const std::string& hash = "h") {
    return {{{"01_merge", text, ""}}, hash};
  }
  /// Ada hands this in.
  std::int64_t hand_in(const std::string& text) {
    const std::int64_t submission = book_.keep_submission(content(text));
    book_.keep_attempt("ada", "ada.zip", {submission, "", 1'700'000'000});
    return submission;
  }
  void grade(std::int64_t submission, Points score) {
    Grading grading;
    grading.score = score;
    grading.max_score = 10;
    grading.started = "2026-11-23T04:30:00Z";
    grading.labs.emplace_back();
    grading.labs.back().name = "01_merge";
    grading.labs.back().score = score;
    grading.labs.back().max_score = 10;
    static_cast<void>(book_.keep_grading(submission, grading, "{}"));
  }
  std::string scores(const char* view) {
    Statement rows =
        book_.database().prepare(std::string("SELECT number, score FROM ") + view + " ORDER BY number");
    std::string all;
    while (rows.step())
      all += std::to_string(rows.number(0)) + ":" + to_string(rows.points(1).value_or(-1)) + " ";
    return all;
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "gradebook.sqlite";
  Gradebook book_{file_, true};
};

TEST_F(GradebookTest, keeps_every_attempt_and_answers_best_and_last) {
  grade(hand_in("a"), 5);
  grade(hand_in("b"), 9);
  grade(hand_in("c"), 7);
  hand_in("d");
  EXPECT_EQ(scores("results"), "1:5 2:9 3:7 4:-1 ");
  EXPECT_EQ(scores("best"), "2:9 ");
  EXPECT_EQ(scores("last"), "4:-1 ");
  const std::vector<Attempt> attempts = book_.attempts("ada");
  ASSERT_EQ(attempts.size(), 4U);
  EXPECT_EQ(best_of(attempts)->number, 2);
  EXPECT_EQ(attempts[1].labs.at("01_merge").score, 9);
  EXPECT_EQ(attempts[1].submitted(), "2023-11-14T22:13:20Z");
  EXPECT_EQ(best_of({}), nullptr);
}

TEST_F(GradebookTest, the_first_of_two_equal_attempts_is_the_best) {
  grade(hand_in("a"), 9);
  grade(hand_in("b"), 9);
  EXPECT_EQ(scores("best"), "1:9 ");
  EXPECT_EQ(best_of(book_.attempts("ada"))->number, 1);
}

TEST_F(GradebookTest, an_attempt_is_new_when_the_files_are) {
  hand_in("a");
  hand_in("a");
  EXPECT_EQ(scores("results"), "1:-1 ");
  hand_in("b");
  hand_in("a");  // back to the first: a third attempt, with the first one's grading
  EXPECT_EQ(scores("results"), "1:-1 2:-1 3:-1 ");
  grade(hand_in("a"), 4);
  EXPECT_EQ(scores("results"), "1:4 2:-1 3:4 ");
}

TEST_F(GradebookTest, files_with_equal_hashes_are_compared) {
  const std::int64_t a = book_.keep_submission(content("a", "same")),
                     b = book_.keep_submission(content("b", "same"));
  EXPECT_NE(a, b);
  EXPECT_EQ(book_.keep_submission(content("b", "same")), b);
  EXPECT_EQ(book_.submission(a).files.front().bytes, "a");
}

TEST_F(GradebookTest, other_conditions_grade_anew_and_the_present_ones_count) {
  const std::int64_t submission = hand_in("a");
  book_.set_conditions("old");
  grade(submission, 5);
  book_.set_conditions("new");
  EXPECT_EQ(book_.find_grading(submission), 0);
  EXPECT_EQ(scores("results"), "1:5 ");  // better than nothing
  grade(submission, 6);
  EXPECT_EQ(scores("results"), "1:6 ");
  book_.set_conditions("old");
  EXPECT_EQ(scores("results"), "1:5 ");
}

TEST_F(GradebookTest, a_transaction_that_is_not_committed_leaves_nothing) {
  {
    const Transaction all(book_.database());
    book_.database().run("INSERT INTO submissions(hash) VALUES('x')");
  }
  EXPECT_EQ(book_.keep_submission(content("a")), 1);
}

TEST_F(GradebookTest, who_leaves_the_roster_keeps_their_attempts) {
  book_.set_students({{"ada", "Ada"}, {"bob", "Bob"}});
  hand_in("a");
  book_.set_students({{"bob", "=Bob"}});
  ASSERT_EQ(book_.students().size(), 1U);
  EXPECT_EQ(book_.students().front().name, "=Bob");
  EXPECT_EQ(book_.attempts("ada").size(), 1U);
}

TEST_F(GradebookTest, late_work_counts_for_an_attempt_and_its_grading_alone) {
  grade(hand_in("a"), 9);
  grade(hand_in("b"), 8);
  Grading counted;
  counted.score = Points(4.5);
  counted.labs.emplace_back();
  counted.labs.back().name = "01_merge";
  counted.labs.back().score = Points(4.5);
  counted.labs.back().deductions.push_back({"late", "5 days late", 50, Points(4.5)});
  book_.set_counted(book_.attempts("ada").front(), "key", &counted);
  EXPECT_EQ(scores("results"), "1:4.5 2:8 ");
  EXPECT_EQ(scores("best"), "2:8 ");
  const Attempt first = book_.attempts("ada").front();
  EXPECT_EQ(first.counted, "key");
  EXPECT_TRUE(first.is_late);
  EXPECT_EQ(first.late_points, Points(4.5));
  EXPECT_EQ(first.labs.at("01_merge").score, Points(4.5));
  EXPECT_EQ(first.labs.at("01_merge").max_score, 10);
  EXPECT_FALSE(book_.attempts("ada").back().late_points);
  book_.set_conditions("new");
  grade(first.submission, 10);  // what is deducted from this is not known yet
  EXPECT_EQ(scores("results"), "1:10 2:8 ");
  EXPECT_FALSE(book_.attempts("ada").front().is_late);
}

TEST_F(GradebookTest, the_newest_word_on_when_it_was_handed_in_counts) {
  const std::int64_t submission = hand_in("a");
  EXPECT_EQ(book_.attempts("ada").back().submitted(), "2023-11-14T22:13:20Z");
  for (const std::string told : {"2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", ""})
    book_.keep_attempt("ada", "ada.zip", {submission, "", 1'700'000'000}, told);
  ASSERT_EQ(book_.attempts("ada").size(), 1U);
  EXPECT_EQ(book_.attempts("ada").back().submitted(), "2026-01-02T00:00:00Z");
}

TEST_F(GradebookTest, one_of_version_1_is_taken_over) {
  book_.set_students({{"ada", "Ada"}});
  grade(hand_in("a"), 5);
  book_.database().run(
      "DROP VIEW best; DROP VIEW last; DROP VIEW results; DROP TABLE late; DROP TABLE drafts; ALTER TABLE "
      "students DROP COLUMN reported_as; ALTER TABLE attempts DROP COLUMN told; ALTER TABLE attempts DROP "
      "COLUMN counted; ALTER TABLE attempts DROP COLUMN counted_grading; ALTER TABLE attempts DROP COLUMN "
      "counted_score; ALTER TABLE gradings DROP COLUMN observations; ALTER TABLE now DROP COLUMN options; "
      "PRAGMA user_version = 1");
  const Gradebook renewed(file_, false);
  ASSERT_EQ(renewed.attempts("ada").size(), 1U);
  EXPECT_EQ(renewed.attempts("ada").back().score, 5);
  EXPECT_EQ(scores("best"), "1:5 ");
}

TEST_F(GradebookTest, refuses_what_is_none) {
  const std::filesystem::path other = folder_.path() / "other";
  write_text(other, "no gradebook, but a text of some length: " + std::string(2000, 'x'));
  EXPECT_THROW(Gradebook(other, true), StorageError);
  EXPECT_EQ(read_text(other).substr(0, 12), "no gradebook");
  EXPECT_THROW(Gradebook(folder_.path() / "nowhere", false), StorageError);
  Database(folder_.path() / "another", true).run("CREATE TABLE x(y)");
  EXPECT_THROW(Gradebook(folder_.path() / "another", true), Error);
  book_.database().run("PRAGMA user_version = 99");
  EXPECT_THROW(Gradebook(file_, true), Error);
}

TEST(GradesTable, no_cell_is_a_formula_and_no_row_more_than_a_line) {
  GradeRow row;
  row.student = {"=1+1", "@SUM(A1)\n\"x\", y"};
  row.status = Status::unreadable;
  row.source = "+a\nb.zip";
  row.message = "-1";
  EXPECT_EQ(
      grades_table({row}, {"01_merge"}),
      "id,name,status,score,max_score,01_merge,attempt,attempts,submitted,late,submission,report,message\r\n"
      "'=1+1,\"'@SUM(A1)\\x0a\"\"x\"\", y\",unreadable,,,,,0,,,'+a\\x0ab.zip,,'-1\r\n");
}

TEST(GradesTable, a_score_is_shown_of_what_is_graded_alone) {
  GradeRow row;
  row.student = {"ada", ""};
  row.attempt.emplace();
  row.attempt->number = 2;
  row.attempt->source = "ada.zip";
  row.attempt->written = "2026-11-23T04:30:00Z";
  row.attempt->score = Points(9.99);
  row.attempt->max_score = 10;
  row.attempt->labs["01_merge"] = {"passed", 4, 4, {}};
  row.attempts = 2;
  row.status = Status::graded;
  EXPECT_TRUE(contains(grades_table({row}, {"01_merge", "02_launch"}),
                       "ada,,graded,9.99,10,4,,2,2,2026-11-23T04:30:00Z,,ada.zip,,\r\n"));
  row.attempt->told = "2026-11-24T00:00:00Z";
  row.attempt->late_points = 2;
  EXPECT_TRUE(contains(grades_table({row}, {"01_merge"}), ",2026-11-24T00:00:00Z,2,ada.zip"));
  row.status = Status::pending;
  EXPECT_TRUE(contains(grades_table({row}, {"01_merge"}), "ada,,pending,,,,2,2,"));
}

}  // namespace
}  // namespace mergelab::batch
