// Points for predict and detective: the answers kept in the lab's file, and their points in a course's
// grading.
#include <algorithm>
#include <span>

#include "app/grading/marked_answers.hpp"
#include "app/questions/bug_file.hpp"
#include "app/questions/quiz.hpp"
#include "app/questions/student_answers.hpp"
#include "command.hpp"
#include "course/course.hpp"
#include "finding/explanation.hpp"
#include "support/long_run.hpp"

namespace mergelab {
namespace {

/// The tiny course, whose first lab gives a point each for predict (`thinking`) and detective (`looking`).
class AnswersTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    const fs::path lab = course_ / "labs/01_merge/lab.json";
    replace(lab, "\"points\": 4,\n  \"uses\"", "\"points\": 10,\n  \"uses\"");
    replace(lab, R"("hints")", R"("predict": {"comparisons": "Idea", "origin": "Idea", "race": "Idea"},
  "hints")");
    // At the front, so the test shows that the code's findings still come first.
    replace(lab, R"("items": [)", R"("items": [
    {"id": "thinking", "kind": "answers", "answers": "predict", "points": 5, "about": "knows what it will do"},
    {"id": "looking", "kind": "answers", "answers": "detective", "points": 1, "about": "finds a bug"},)");
    expect_says(tiny({"detective", "--make", "1/ties_from_b"}), 0, "ties_from_b.json");
    submit_solutions();
  }
  [[nodiscard]] Course loaded() const { return course::load(course_); }
  [[nodiscard]] static const Item& item_of(const Course& course, const std::string& id) {
    return *course.labs.at(0).find_item(id);
  }
  /// What this student would type if she knew everything.
  [[nodiscard]] std::vector<std::string> right(const std::string& student) const {
    const Course course = loaded();
    const Item item = item_of(course, "thinking");
    std::vector<predict::Question> questions = app::questions_for_points(course.labs.at(0), item, student);
    app::answer_with_engine(questions);
    std::vector<std::string> typed;
    for (const predict::Question& question : questions) {
      std::string line;
      for (const std::int64_t number : question.answer)
        line += question.choices.empty() ? std::to_string(number) + " "
                                         : std::string(1, static_cast<char>('a' + number));
      typed.push_back(line);
    }
    return typed;
  }
  [[nodiscard]] Ran answer(const std::string& student, const std::vector<std::string>& lines) const {
    std::string typed;
    for (const std::string& line : lines) typed += line + "\n";
    write(folder_ / "typed", typed);
    return shell("$MERGELAB predict 1 --dir mine --course \"$COURSE\" --for-points '" + student + "' <typed");
  }
  [[nodiscard]] Ran accuse(const std::string& student, const std::string& line, const std::string& a,
                           const std::string& b) const {
    return tiny({"detective", "check", "1", "--dir", "mine", "--for-points", student, "--line", line, "--arg",
                 "A=" + a, "--arg", "B=" + b});
  }
  /// The lab's part of the report of grading "mine".
  [[nodiscard]] nlohmann::json graded(std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"grade",     "mine", "--lab",  "1",
                                   "--backend", "cpu",  "--json", "graded.json"};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = tiny(words);
    EXPECT_EQ(ran.code, 0) << ran.text;
    return report("graded.json").at("labs").at(0);
  }
  [[nodiscard]] static nlohmann::json in(const nlohmann::json& lab, const std::string& id) {
    for (const nlohmann::json& item : lab.at("items"))
      if (item.at("id") == id) return item;
    return nullptr;
  }
  [[nodiscard]] nlohmann::json item(const std::string& id, std::vector<std::string> more = {}) const {
    if (std::find(more.begin(), more.end(), "--resume") == more.end())
      more.insert(more.end(), {"--case", id});
    return in(graded(std::move(more)), id);
  }
  const fs::path own_ = folder_ / "mine/01_merge/merge.cuh";
};

TEST_F(AnswersTest, right_answers_earn_all_points_and_wrong_ones_their_share) {
  const std::string code = read(own_);
  std::vector<std::string> typed = right("ada");
  ASSERT_EQ(typed.size(), 5U);
  Ran ran = answer("ada", typed);
  expect_says(ran, 0, "5 questions for the points of ada");
  expect_says(ran, 0, "Your 5 answers are at the end of mine/01_merge/merge.cuh");
  EXPECT_EQ(ran.text.find("Right"), std::string::npos) << "no answer is marked: " << ran.text;
  EXPECT_EQ(read(own_).rfind(code, 0), 0U) << "the code stays as it was";
  EXPECT_EQ(item("thinking").at("score"), 5);
  EXPECT_EQ(item("thinking").at("status"), "passed");
  typed[1] = typed[3] = "skip";
  expect_says(answer("ada", typed), 0, "Your 5 answers");
  const nlohmann::json lost = item("thinking");
  EXPECT_EQ(lost.at("score"), 3);
  EXPECT_EQ(lost.at("message"), "3 of 5 answers are right");
  EXPECT_EQ(read(own_).find("answers to predict"), read(own_).rfind("answers to predict"))
      << "in place of the old";
}

TEST_F(AnswersTest, questions_are_each_student_s_own_and_the_same_each_time) {
  const Course course = loaded();
  const Lab& lab = course.labs.at(0);
  const auto asked = [&](const std::string& student) {
    return app::fingerprint_of(app::questions_for_points(lab, item_of(course, "thinking"), student));
  };
  EXPECT_EQ(asked("ada"), asked("ada"));
  EXPECT_EQ(asked("ada"), asked("Ada"));
  EXPECT_NE(asked("ada"), asked("bob"));
}

TEST_F(AnswersTest, another_student_s_answers_earn_nothing) {
  expect_says(answer("ada", right("ada")), 0, "Your 5 answers");
  EXPECT_EQ(item("thinking").at("score"), 5) << "without --student, whom the file names";
  EXPECT_EQ(item("thinking", {"--student", "ADA"}).at("score"), 5)
      << "a capital letter does not make another student";
  const nlohmann::json lost = item("thinking", {"--student", "bob"});
  EXPECT_EQ(lost.at("score"), 0);
  EXPECT_NE(lost.at("message").get<std::string>().find("are those of 'ada', but 'bob' is graded"),
            std::string::npos)
      << lost;
  // The name changed by hand: they are to other questions.
  replace(own_, "by ada:", "by bob:");
  EXPECT_EQ(item("thinking", {"--student", "bob"}).at("score"), 0);
  EXPECT_EQ(item("thinking").at("message"),
            "the answers in merge.cuh belong to other questions than the current ones");
}

TEST_F(AnswersTest, whatever_stands_there_costs_only_these_points) {
  const Course course = loaded();
  const std::string code = read(own_), asked = app::fingerprint_of(app::questions_for_points(
                                           course.labs.at(0), item_of(course, "thinking"), "ada"));
  const std::string head = "// answers to predict " + asked + " by ada:\n";
  std::vector<std::string> tails{
      head + "// " + std::string(3900, '9') + "|1|1|1|1\n",
      "// answers to predict\n// answers to predict : by \n//\n",
      "",
      "// answers to predict zzzzzzzz by ada:\n// 1|1|1|1|1\n",
      "// answers to detective 00000000 by ada:\n// 1|1|1\n",
      "// answers to predict " + asked + " by " + std::string(300, 'x') + ":\n// 1|1|1|1|1\n",
      head + "// " + std::string(3000, '|') + "\n"};
  for (const char* words : {"", "int x;\n", "//\n", "// \xff\xfe\x80|\xc3|0|0|0\n", "// 1|2|3|4|5|6\n",
                            "// a|a|a|a\n", "// -9223372036854775808|99999999999999999999|z|0x1|1e9\n"})
    tails.push_back(head + words);
  tails.resize(in_long_run<std::size_t>(tails.size(), 2));
  for (const std::string& tail : tails) {
    write(own_, code + tail);
    const nlohmann::json lab = graded();
    EXPECT_EQ(in(lab, "thinking").at("status"), "wrong_answer") << tail;
    EXPECT_LE(in(lab, "thinking").at("score"), 4) << tail;
    EXPECT_EQ(in(lab, "plain").at("score"), 2) << "the code's points stay: " << tail;
    EXPECT_TRUE(lab.at("score").is_number()) << tail;
  }
  // What the grader takes from nobody.
  write(own_, code + std::string("\0\1\2", 3));
  EXPECT_EQ(item("thinking").at("status"), "build_failed");
  write(own_, code + std::string(2U << 20U, ' '));
  EXPECT_EQ(item("thinking").at("status"), "build_failed");
  fs::remove(own_);
  fs::create_directories(folder_ / "mine/02_launch");
  EXPECT_EQ(item("thinking").at("status"), "not_submitted");
}

TEST_F(AnswersTest, a_bug_s_line_and_input_earn_half_each) {
  const Course course = loaded();
  const app::Bug bug = app::find_bugs(course, course.labs.at(0)).at(0);
  const std::string line = std::to_string(bug.lines.front());
  const Ran unsolved = tiny({"detective", "1", "--dir", "mine", "--for-points", "ada"});
  expect_says(unsolved, 2, "lab 1 gives you a bug once your own file has full marks");
  // The code has them, and nothing is answered.
  EXPECT_NE(tiny({"run", "1", "--dir", "mine"}).code, 2);
  expect_says(tiny({"detective", "1", "--dir", "mine", "--for-points", "ada"}), 0,
              "bugs/lab1_1.cuh: bug 1 of 1 of lab 1");
  const auto worth = [&](const std::string& at, const std::string& a, const std::string& b) {
    const Ran ran = accuse("ada", at, a, b);
    expect_says(ran, 0, "Your answer is at the end of mine/01_merge/merge.cuh");
    EXPECT_EQ(ran.text.find("yes"), std::string::npos) << "nothing is marked: " << ran.text;
    return item("looking", {"--student", "ada"}).at("score").get<double>();
  };
  EXPECT_EQ(worth(line, "1", "1"), 1);
  EXPECT_EQ(worth(line, "1", "2"), 0.5);
  EXPECT_EQ(worth("1", "1", "1"), 0.5);
  EXPECT_EQ(worth("1", "1", "2"), 0);
  EXPECT_EQ(worth(line, "none", "none"), 0.5);
  EXPECT_EQ(item("looking", {"--student", "bob"}).at("score"), 0);
  const std::string kept = read(own_);
  const std::vector<std::string> garbage{"x|1|1",   "99999999999|1|1", "1",    "1|2,1|1",
                                         "1|1;2|3", "-|-|-",           "|||||"};
  for (const std::string& each : std::span(garbage).first(in_long_run<std::size_t>(garbage.size(), 2))) {
    write(own_, kept.substr(0, kept.rfind("//   ")) + "//   " + each + "\n");
    EXPECT_EQ(item("looking").at("status"), "wrong_answer") << each;
    EXPECT_EQ(item("looking").at("score"), 0) << each;
  }
}

TEST_F(AnswersTest, the_code_s_own_loss_is_told_first_and_builds_cost_no_answers) {
  expect_says(answer("ada", right("ada")), 0, "Your 5 answers");
  const std::string answered = read(own_), answers = answered.substr(answered.find("// answers"));
  write(own_, read(course_ / "solutions/01_merge/merge.cuh"));  // without answers
  replace(own_, "i < m && A[i] <= B[j]", "i < m && A[i] < B[j]");
  const nlohmann::json wrong = graded();
  EXPECT_EQ(wrong.at("message").get<std::string>().rfind("stability: ", 0), 0U) << wrong.at("message");
  EXPECT_TRUE(in(wrong, "thinking").value("hint", "").empty());
  const Ran ran = tiny({"run", "1", "--dir", "mine"});
  expect_says(ran, 0, "first: get stability/");
  expect_says(ran, 0, "merge.cuh has no answers yet: `./lab predict 1 --for-points ID`\n    asks");
  write(own_, "nonsense\n" + answers);
  const nlohmann::json broken = graded();
  EXPECT_EQ(broken.at("status"), "build_failed");
  EXPECT_EQ(in(broken, "thinking").at("score"), 5);
  EXPECT_EQ(in(broken, "plain").at("status"), "build_failed");
  // Nothing but the answers lacks.
  write(own_, read(course_ / "solutions/01_merge/merge.cuh"));
  expect_says(tiny({"run", "1", "--dir", "mine"}), 0, "first: answer what thinking asks");
  expect_says(tiny({"hint", "1", "--dir", "mine"}), 0, "merge.cuh has no answers yet");
  expect_says(tiny({"run", "1", "--dir", "mine", "--case", "thinking"}), 0, "no answers yet");
  expect_says(tiny({"trace", "1", "--dir", "mine", "--case", "thinking/questions"}), 2, "it has no case");
}

TEST_F(AnswersTest, the_next_lab_is_not_carried_forward_for_lack_of_answers) {
  expect_says(tiny({"grade", "mine", "--backend", "cpu"}), 0, "report");
  const nlohmann::json graded = report();
  for (const nlohmann::json& lab : graded.at("labs")) EXPECT_TRUE(lab.at("carried_forward").empty()) << lab;
}

TEST_F(AnswersTest, keeping_answers_loses_nothing_of_the_file) {
  const std::string before = read(own_);
  expect_says(answer("ada", {"skip", "skip", "q"}), 0, "Nothing was written: not all 5 were answered.");
  expect_says(answer("ada", {}), 0, "Nothing was written");
  EXPECT_EQ(read(own_), before);
  write(own_, std::string("a\0b", 3));
  expect_says(answer("ada", {"skip", "skip", "skip", "skip", "skip"}), 2, "contains NUL bytes");
  EXPECT_EQ(read(own_), std::string("a\0b", 3));
  fs::remove(own_);
  expect_says(answer("ada", {}), 2, "does not exist");
  EXPECT_FALSE(fs::exists(own_));
}

TEST_F(AnswersTest, words_that_can_t_be_are_refused) {
  expect_says(answer(" ", {}), 2, "--for-points takes a student's id");
  expect_says(answer(std::string(256, 'x'), {}), 2, "takes at most 255 bytes");
  expect_says(answer("a\nb", {}), 2, "takes an id without control characters");
  expect_says(tiny({"predict", "1", "--for-points", "ada", "--seed", "3"}), 2, "leave out --seed");
  expect_says(tiny({"predict", "2", "--for-points", "ada"}), 2,
              "lab 2 gives no points for predict\n  these labs do: 1");
  expect_says(tiny({"detective", "check", "--for-points", "ada"}), 2, "--for-points goes with a lab");
  expect_says(tiny({"detective", "1", "--for-points", "ada", "--bug", "1"}), 2, "leave out --bug");
  expect_says(tiny({"grade", "mine", "--student", "\x01"}), 2, "--student takes an id without control");
  expect_says(mergelab({"predict", "2", "--for-points", "ada"}), 2, "no lab of this course does");
}

TEST_F(AnswersTest, a_hand_out_marks_what_it_can_and_leaves_the_rest_out) {
  expect_says(answer("ada", right("ada")), 0, "Your 5 answers");
  fs::remove_all(course_ / "solutions");
  EXPECT_EQ(item("thinking").at("score"), 5);
  EXPECT_EQ(item("looking").at("status"), "wrong_answer") << "lab 1 builds on nothing, so it can be tried";
  fs::remove_all(course_ / "detective");
  const nlohmann::json lab = graded();
  EXPECT_EQ(in(lab, "looking").at("status"), "not_run");
  EXPECT_EQ(in(lab, "looking").at("message"), say(Sentence::not_marked));
  EXPECT_EQ(lab.at("score"), lab.at("max_score")) << "an answer that can't be marked loses no points";
  expect_says(tiny({"detective", "1", "--for-points", "ada"}), 2,
              "this is a hand-out: it contains no bugs to find");
}

TEST_F(AnswersTest, the_course_s_author_is_told_what_is_missing) {
  expect_says(tiny({"check-course"}), 0, "thinking");
  EXPECT_EQ(tiny({"check-course", "--strict"}).code, 0);
  fs::remove_all(course_ / "labs/99_unlisted");
  expect_says(tiny({"selfcheck", "--lab", "1"}), 0, "are as expected");
  expect_says(tiny({"debug", "1", "--input", "99999"}), 2, "--input takes 0 to");
  const std::string note = "note: lab 1 gives points for detective, but this hand-out lacks the bugs";
  expect_says(tiny({"release", "without"}), 0, note);
  const Ran with = tiny({"release", "with", "--with-detective"});
  expect_says(with, 0, "with is a hand-out");
  EXPECT_EQ(with.text.find(note), std::string::npos);
  fs::remove_all(course_ / "detective");
  expect_says(tiny({"check-course", "--strict"}), 1,
              "01_merge looking gives points for detective, but detective/01_merge/ has no bug");
}

TEST_F(AnswersTest, a_resumed_grading_sees_another_student_and_another_bug) {
  expect_says(accuse("ada", "10", "1", "1"), 0, "line 10");
  EXPECT_EQ(in(graded({"--student", "ada"}), "looking").at("score"), 1);
  EXPECT_EQ(item("looking", {"--student", "bob", "--resume"}).at("score"), 0);
  EXPECT_EQ(item("looking", {"--student", "ada", "--resume"}).at("score"), 1);
  replace(course_ / "detective/01_merge/ties_from_b.json", "// TODO 1 begin", "// TODO 2 begin");
  EXPECT_EQ(item("looking", {"--student", "ada", "--resume"}).at("message"),
            "the answers in merge.cuh belong to other questions than the current ones");
}

TEST(OwnLabs, give_no_points_for_answers) {
  for (const Lab& lab : course::load(MERGELAB_SOURCE_DIR).labs) {
    for (const Item& item : lab.items) EXPECT_NE(item.kind, ItemKind::answers) << lab.name << " " << item.id;
  }
}

}  // namespace
}  // namespace mergelab
