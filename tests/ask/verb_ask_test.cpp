// `ask` as an examiner uses it, on the course's own labs and on the tiny course.
#include "app/command.hpp"
#include "base/regex.hpp"
#include "batch/archives.hpp"

namespace mergelab {
namespace {

class AskTest : public CommandTest {
 protected:
  static std::size_t count(const std::string& text, const std::string& pattern) {
    return base::regex_matches(text, base::Regex(pattern)).size();
  }
  /// The text without what depends on the terminal's width.
  static std::string one_line(const std::string& text) {
    return base::regex_replace(text, base::Regex("\\s+"), " ");
  }
  /// The folder with a student's solutions of tests/similar/apart.
  [[nodiscard]] std::string apart(const std::string& student) const {
    std::string folder = (folder_ / student).string();
    EXPECT_EQ(run({(source() / "tests/similar/apart/write.sh").string(), student, folder}, {}).code, 0);
    return folder;
  }
};
using AskTestSlow = AskTest;

TEST_F(AskTestSlow, asks_three_questions_and_keeps_the_answers_for_who_wants_them) {
  submit_solutions();
  const Ran asked = tiny("ask mine --lab 1 --seed 4");
  EXPECT_EQ(asked.code, 0) << asked.text;
  EXPECT_EQ(count(asked.text, "(^|\n)[123]\\. "), 3U) << asked.text;
  EXPECT_FALSE(contains(asked.text, "Answers"));
  expect_says(asked, 0, "ask --course ", " mine --lab 1 --answers");
  const Ran told = tiny("ask mine --lab 1 --seed 4 --answers");
  EXPECT_EQ(count(told.text, "\n[123]\\. "), 6U) << told.text;
  EXPECT_EQ(told.text.find(asked.text.substr(0, asked.text.find("The answers:"))), 0U)
      << "the same questions";
  EXPECT_EQ(tiny("ask mine --lab 1 --seed 4").text, asked.text);
  EXPECT_NE(tiny("ask mine --lab 1 --seed 5").text, asked.text);
}

TEST_F(AskTestSlow, gives_the_answers_of_the_trace) {
  submit_solutions();
  bool any = false;
  for (const char* seed : {"1", "2", "3"}) {
    const std::string told = one_line(tiny({"ask", "mine", "--lab", "1", "--seed", seed, "--answers"}).text);
    std::smatch arrays, question, answer;
    ASSERT_TRUE(base::regex_search(told, arrays, base::Regex("A = ([0-9,]*) B = ([0-9,]*) "))) << told;
    ASSERT_EQ(tiny({"trace", "1", "--dir", "mine", "--arg", "A=" + arrays[1].str(), "--arg",
                    "B=" + arrays[2].str(), "--json", "t.json", "--quiet"})
                  .code,
              0);
    const nlohmann::json trace = report("t.json");
    if (!base::regex_search(told, question, base::Regex("([123])\\. Which line writes C\\[(\\d+)\\]")))
      continue;
    any = true;
    ASSERT_TRUE(base::regex_search(
        told, answer, base::Regex("merge.cuh:(\\d+) writes (\\d+), which is ([AB])\\[(\\d+)\\]")))
        << told;
    const auto index = std::stoul(question[2]);
    const auto& seen = trace.at("arrays");
    EXPECT_EQ(seen.at(2).at("output").at(index), std::stoi(answer[2]));
    EXPECT_EQ(seen.at(answer[3] == "A" ? 0 : 1).at("input").at(std::stoul(answer[4])), std::stoi(answer[2]));
  }
  EXPECT_TRUE(any);
}

TEST_F(AskTestSlow, takes_a_barrier_out_and_tells_the_race) {
  const std::string student = apart("two");
  bool any = false;
  for (const char* seed : {"1", "2", "3", "4"}) {
    const Ran told = mergelab({"ask", student, "--lab", "4", "--seed", seed, "--answers"});
    ASSERT_EQ(told.code, 0) << told.text;
    const std::string text = one_line(told.text);
    std::smatch question;
    if (!base::regex_search(text, question, base::Regex("merge_tiled.cuh:(\\d+) is a __syncthreads\\(\\)")))
      continue;
    any = true;
    std::istringstream lines(read(student + "/04_tiled_kernel/merge_tiled.cuh"));
    std::string line;
    for (int number = std::stoi(question[1]); number > 0; --number) std::getline(lines, line);
    EXPECT_TRUE(contains(line, "__syncthreads()"));
    EXPECT_TRUE(base::regex_search(
        text,
        base::Regex(
            R"(merge_tiled.cuh:\d+, thread \d+ of block \d (reads|writes) \w+.*\. And merge_tiled.cuh:\d+, thread)")))
        << text;
    break;
  }
  EXPECT_TRUE(any);
}

TEST_F(AskTestSlow, asks_about_a_search_what_the_judge_knows) {
  const Ran told = mergelab({"ask", apart("three"), "--lab", "2", "--answers"});
  ASSERT_EQ(told.code, 0) << told.text;
  EXPECT_EQ(count(one_line(told.text), "What does your function return for k = \\d+"), 3U);
  EXPECT_EQ(count(one_line(told.text), "It returns \\d+\\. It reads [AB]\\["), 3U) << told.text;
}

TEST_F(AskTest, has_three_questions_about_a_kernel_of_one_block) {
  const Ran told = mergelab({"ask", apart("one"), "--lab", "3", "--answers"});
  ASSERT_EQ(told.code, 0) << told.text;
  EXPECT_EQ(count(told.text, "\n[123]\\. "), 6U) << told.text;
  EXPECT_EQ(count(one_line(told.text), "Which elements of C does thread \\d+ write"), 1U) << told.text;
}

TEST_F(AskTest, takes_archives_and_the_last_labs_first) {
  pack(folder_ / "ada.zip",
       {{"ada/labs/01_merge/merge.cuh", read(course_ / "solutions/01_merge/merge.cuh")},
        {"ada/labs/02_launch/launch.cuh", read(course_ / "solutions/02_launch/launch.cuh")}});
  const Ran told = tiny("ask ada.zip");
  expect_says(told, 0, "Lab 2, Launch.");
  EXPECT_EQ(count(told.text, "(^|\n)[123]\\. "), 3U) << told.text;
}

TEST_F(AskTest, says_of_a_wrong_file_what_it_does) {
  submit_solutions();
  replace(folder_ / "mine/01_merge/merge.cuh", "m + n", "m + n - 1");
  expect_says(tiny("ask mine --lab 1 --answers"), 0, "is wrong, and the answers describe what it");
}

TEST_F(AskTestSlow, says_why_there_is_nothing_to_ask) {
  fs::copy(course_ / "labs", folder_ / "untouched", fs::copy_options::recursive);
  expect_says(tiny("ask untouched"), 2, "there is nothing to ask about\n  lab ");
  fs::create_directories(folder_ / "none");
  expect_says(tiny("ask none"), 2, "it contains none of the labs' files");
  expect_says(tiny("ask nowhere"), 2, "nowhere does not exist");
  write(folder_ / "notes.txt", "x");
  expect_says(tiny("ask notes.txt"), 2, "is not a folder, zip or tar file");
  write(folder_ / "bad.zip", "x");
  expect_says(tiny("ask bad.zip"), 2, "bad.zip");
  write(folder_ / "broken/01_merge/merge.cuh", "this does not compile");
  expect_says(tiny("ask broken"), 2,
              "there is nothing to ask about\n  lab 1: merge.cuh: does not compile: merge.cuh:1:");
  write(folder_ / "results/gradebook.sqlite", "x");
  expect_says(tiny("ask results"), 2, "`batch` wrote it\n  give the submission of one student");
  expect_says(tiny("ask broken --lab 7"), 2, "./lab list");
  expect_says(tiny("ask broken --lab 2"), 2, "launch.cuh");
}

TEST_F(AskTest, works_in_a_hand_out_with_ones_own_files) {
  submit_solutions();
  fs::remove_all(course_ / "solutions");
  expect_says(tiny("ask mine --lab 2"), 0, "1. ");
  fs::remove_all(folder_ / "mine/01_merge");
  expect_says(tiny("ask mine --lab 2"), 2, "merge.cuh");
}

}  // namespace
}  // namespace mergelab
