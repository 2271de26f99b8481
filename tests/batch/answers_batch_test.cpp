// A batch when lab.json gives points for answers: equal files get each student's own points.
#include "batch_command.hpp"

namespace mergelab {
namespace {

/// The tiny course, whose first lab gives 2 points for detective.
class AnswersBatchTest : public BatchTest {
 protected:
  void SetUp() override {
    BatchTest::SetUp();
    plain_lab_ = read(lab_);
    ask();
    expect_says(tiny({"detective", "--make", "1/ties_from_b"}), 0, "ties_from_b.json");
  }
  void ask() const {
    replace(lab_, "\"points\": 4,\n  \"uses\"", "\"points\": 6,\n  \"uses\"");
    replace(lab_, R"("items": [)",
            R"("items": [
    {"id": "looking", "kind": "answers", "answers": "detective", "points": 2, "about": "finds a bug"},)");
  }
  /// The right solution with right answers by this student.
  [[nodiscard]] std::string answered_by(const std::string& student) const {
    write(folder_ / "mine/01_merge/merge.cuh", right_);
    expect_says(tiny({"detective", "check", "1", "--dir", "mine", "--for-points", student, "--line", "10",
                      "--arg", "A=1", "--arg", "B=1"}),
                0, "Your answer is at the end");
    return read(folder_ / "mine/01_merge/merge.cuh");
  }
  fs::path lab_ = course_ / "labs/01_merge/lab.json";
  std::string plain_lab_;
};

TEST_F(AnswersBatchTest, answers_count_for_whom_the_roster_names) {
  write(folder_ / "roster.csv", "id\nada\nbob\n\"cleo, c/o 1\"\nDan\nevä\n");
  const std::string text = answered_by("ada");
  hand_in("ada", text);
  hand_in("bob", text);  // copied, answers and all
  hand_in("Dan", answered_by("dan"));
  hand_in("evä", answered_by("evä"));
  const Ran ran = batch({"--roster", "roster.csv"});
  expect_says(ran, 0, "5 rows: 4 graded, 1 not_submitted");
  EXPECT_EQ(row("ada").find("ada,,graded,6,6,6,"), 0U) << row("ada");
  EXPECT_EQ(row("bob").find("bob,,graded,4,6,4,"), 0U) << row("bob");
  EXPECT_EQ(row("Dan").find("Dan,,graded,6,6,6,"), 0U) << row("Dan");
  EXPECT_EQ(row("evä").find("evä,,graded,6,6,6,"), 0U) << row("evä");
  EXPECT_NE(read(folder_ / "results/reports/bob.json").find("are those of 'ada', but 'bob' is graded"),
            std::string::npos);
  EXPECT_NE(read(folder_ / "results/reports/bob.html").find("looking"), std::string::npos);
  EXPECT_EQ(count("gradings"), 4);
  const std::string before = grades();
  expect_says(batch({"--roster", "roster.csv"}), 0, "4 graded");
  EXPECT_EQ(count("gradings"), 4) << "nothing was left to do";
  EXPECT_EQ(count("attempts"), 4);
  EXPECT_EQ(grades(), before);
  // Other points: each student's answers are scored anew, and nothing runs.
  replace(lab_, "\"points\": 6,\n  \"uses\"", "\"points\": 7,\n  \"uses\"");
  replace(lab_, "\"detective\", \"points\": 2", "\"detective\", \"points\": 3");
  expect_says(tiny({"regrade", "results", "--write", "--no-run"}), 0, "");
  EXPECT_EQ(row("ada").find("ada,,graded,7,7,7,"), 0U) << row("ada");
  EXPECT_EQ(row("bob").find("bob,,graded,4,7,4,"), 0U) << row("bob");
  EXPECT_EQ(row("Dan").find("Dan,,graded,7,7,7,"), 0U) << row("Dan");
}

TEST_F(AnswersBatchTest, without_a_roster_whom_the_files_name_counts) {
  const std::string text = answered_by("ada");
  hand_in("Ada Lovelace_4711_file", text);
  hand_in("bob", text);
  expect_says(batch(), 0, "2 graded");
  EXPECT_NE(row("bob").find(",graded,6,6,6,"), std::string::npos) << row("bob");
  EXPECT_NE(grades().find("\"Ada Lovelace_4711_file\",,graded,6,6,6,"), std::string::npos) << grades();
  EXPECT_EQ(count("gradings"), 1) << "the same files, graded once";
}

TEST_F(AnswersBatchTest, a_course_that_asks_nothing_grades_equal_files_once_and_one_that_begins_to_anew) {
  const std::string asking = read(lab_);
  write(lab_, plain_lab_);
  write(folder_ / "roster.csv", "id\nada\nbob\n");
  write(folder_ / "mine/01_merge/merge.cuh", right_);
  hand_in("ada", right_);
  hand_in("bob", right_);
  expect_says(batch({"--roster", "roster.csv"}), 0, "2 graded");
  EXPECT_EQ(count("gradings"), 1);
  EXPECT_EQ(row("ada").find("ada,,graded,4,4,4,"), 0U) << row("ada");
  write(lab_, asking);
  expect_says(batch({"--roster", "roster.csv"}), 0, "2 graded");
  EXPECT_EQ(row("ada").find("ada,,graded,4,6,4,"), 0U) << row("ada");
  EXPECT_EQ(row("bob").find("bob,,graded,4,6,4,"), 0U) << row("bob");
}

}  // namespace
}  // namespace mergelab
