// predict for a student: through pipes, with right answers, wrong ones and none.
#include <cctype>

#include "../app/command.hpp"
#include "base/regex.hpp"

namespace mergelab {
namespace {

class PredictTest : public CommandTest {
 protected:
  /// The real course's lab with what is typed.
  [[nodiscard]] Ran predict(const std::string& words, const std::string& typed) const {
    write(folder_ / "typed", typed);
    fs::create_directories(folder_ / "mine");
    return run({"/bin/sh", "-c", "$MERGELAB predict " + words + " --dir mine <typed"},
               {{"MERGELAB", kProgram}});
  }
  /// The answers of a seed, as a student types them.
  [[nodiscard]] std::vector<std::string> answers(const std::string& words) const {
    static_cast<void>(predict(words + " --json key.json", ""));
    std::vector<std::string> typed;
    const nlohmann::json key = report("key.json");
    for (const auto& question : key.at("questions")) {
      std::string line;
      for (const int number : question.at("answer"))
        line += question.contains("choices") ? std::string(1, static_cast<char>('a' + number))
                                             : std::to_string(number) + " ";
      typed.push_back(line);
    }
    return typed;
  }
};
using PredictTestSlow = PredictTest;

TEST_F(PredictTestSlow, right_answers_are_right_in_every_lab) {
  for (const char* lab : {"1", "2", "3", "4", "5"}) {
    const std::string words = std::string(lab) + " --questions 8 --seed 3";
    std::string typed;
    for (const std::string& line : answers(words)) typed += line + "\n";
    const Ran ran = predict(words + " --json out.json", typed);
    expect_says(ran, 0, "8 of 8 right\n");
    EXPECT_FALSE(contains(ran.text, "look again"));
    EXPECT_EQ(report("out.json").at("right"), 8) << lab;
  }
}

TEST_F(PredictTest, a_wrong_answer_is_asked_once_more_and_then_explained) {
  const std::string words = "2 --questions 1 --seed 5";  // low and high of a search
  const std::string right = answers(words).at(0);
  expect_says(predict(words, "900 900\n" + right + "\n"), 0, "Not so. Once more?");
  expect_says(predict(words, "900 900\n" + right + "\n"), 0, "1 of 1 right, 1 of them at the second attempt");
  const Ran wrong = predict(words + " --json out.json", "900 900\n901 901\n");
  expect_says(wrong, 0, "No: it is low = 12, high = 17.",
              "look again at search_range: \"The range\" in labs/02_co_rank/README.md");
  const nlohmann::json written = report("out.json"), &question = written.at("questions").at(0);
  EXPECT_EQ(question.at("mark"), "wrong");
  EXPECT_EQ(question.at("given"), (std::vector<std::string>{"900 900", "901 901"}));
  expect_says(predict(words, "12 900\n12 17\n"), 0, "Not so (low is right). Once more?");
}

TEST_F(PredictTest, what_can_t_be_marked_costs_nothing) {
  const std::string words = "2 --questions 1 --seed 5";
  for (const std::string garbage :
       {"", "x", "1", "1 2 3", "1.5 2", "0x1 2", "99999999999999999999 1", "\x1b[2J 3", "--", "a)"}) {
    const Ran ran = predict(words, garbage + "\n12,17\n");
    expect_says(ran, 0, "expected two numbers, such as 3 4", "1 of 1 right\n");
    EXPECT_FALSE(contains(ran.text, '\x1b'));
  }
  expect_says(predict(words, std::string(20000, '1') + "\n12 17\n"), 0, "1 of 1 right\n");
  expect_says(predict("1 --questions 2 --seed 9", "z\nz\n"), 0, "expected one ");
}

TEST_F(PredictTest, a_refusal_says_what_was_typed_and_what_is_wanted) {
  const std::string pair = "2 --questions 1 --seed 5";
  expect_says(predict(pair, "1\n"), 0, "That is 1 number: expected two numbers, such as 3 4.");
  expect_says(predict(pair, "1 2 3\n"), 0, "Those are 3 numbers: expected two numbers, such as 3 4.");
  // One number is not a list.
  const nlohmann::json questions = [this] {
    static_cast<void>(predict("1 --questions 6 --seed 3 --json key.json", ""));
    return report("key.json").at("questions");
  }();
  std::string typed;
  for (const auto& question : questions) typed += question.contains("choices") ? "?\n" : "B[0]\n?\n";
  expect_says(predict("1 --questions 6 --seed 3", typed), 0,
              "That is not a number: expected one number, such as 3.");
}

TEST_F(PredictTest, a_choice_can_be_typed_as_it_stands) {
  const std::string words = "2 --questions 12 --seed 3";
  static_cast<void>(predict(words + " --json key.json", ""));
  const nlohmann::json key = report("key.json");
  std::string typed;
  int choices = 0;
  for (const auto& question : key.at("questions")) {
    std::string line;
    for (const int number : question.at("answer")) {
      if (!question.contains("choices")) {
        line += std::to_string(number) + " ";
        continue;
      }
      line = question.at("choices").at(static_cast<std::size_t>(number)).get<std::string>();
      if (++choices % 2 == 0) std::transform(line.begin(), line.end(), line.begin(), ::toupper);
    }
    typed += line + "\n";
  }
  EXPECT_GT(choices, 1);
  expect_says(predict(words, typed), 0, "12 of 12 right\n");
}

TEST_F(PredictTest, the_end_of_input_ends_it_with_a_summary) {
  expect_says(predict("2 --questions 3 --seed 5", "12 17\n"), 0, "1 of 1 right; 2 not answered");
  expect_says(predict("2 --questions 3 --seed 5", ""), 0, "No question was answered.");
  expect_says(predict("2 --questions 3 --seed 5", "12 17"), 0, "1 of 1 right");  // no line end
  expect_says(predict("2 --questions 3 --seed 5", "q\n12 17\n"), 0, "No question was answered.");
  expect_says(predict("2 --questions 1 --seed 5", "?\n"), 0, "It is low = 12, high = 17.", "0 of 1 right");
}

TEST_F(PredictTest, asks_others_at_each_call_and_the_same_of_a_seed) {
  const auto seed_of = [](const Ran& ran) {
    std::smatch hit;
    return base::regex_search(ran.text, hit, base::Regex("--seed (\\d+)")) ? hit[1].str() : ran.text;
  };
  const Ran first = predict("1", ""), second = predict("1", "");
  EXPECT_NE(seed_of(first), seed_of(second));
  EXPECT_EQ(predict("1 --seed " + seed_of(first), "").text, first.text);
  EXPECT_TRUE(contains(read(folder_ / "mine/.mergelab.json"), "\"predicted\": 2"))
      << "a given seed counts for nothing";
}

TEST_F(PredictTest, words_that_can_t_be_are_refused) {
  expect_says(predict("2 --questions 0", ""), 2, "--questions takes 1 to 100");
  expect_says(predict("2 --questions 101", ""), 2, "--questions takes 1 to 100");
  expect_says(predict("2 --seed x", ""), 2, "expected a number");
  expect_says(predict("99", ""), 2, "./lab list");
  expect_says(predict("2 --json nowhere/x.json", ""), 2, "nowhere");
  expect_says(tiny("predict 1"), 2, "has no questions");
}

TEST_F(PredictTestSlow, works_without_solutions) {
  fs::create_directories(folder_ / "handout");
  for (const char* part : {"labs", "datasets"})
    fs::copy(source() / part, folder_ / "handout" / part, fs::copy_options::recursive);
  expect_says(predict("4 --course handout --questions 7 --seed 1", "?\n?\n?\n?\n?\n?\n?\n"), 0,
              "0 of 7 right");
}

TEST_F(PredictTest, a_kind_that_is_none_gets_the_nearest) {
  const fs::path lab = course_ / "labs/01_merge/lab.json";
  replace(lab, "\"items\":", "\"predict\": { \"comparison\": \"Idea\" },\n  \"items\":");
  expect_says(tiny("predict 1"), 2, "did you mean 'comparisons'?");
}

}  // namespace
}  // namespace mergelab
