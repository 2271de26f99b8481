// detective: files with a bug are handed out without a hint, and the engine decides what is found.
#include "app/command_line/console.hpp"
#include "app/course_files/wrong_file.hpp"
#include "base/regex.hpp"
#include "command.hpp"
#include "course/course.hpp"
#include "support/long_run.hpp"

namespace mergelab {
namespace {

class DetectiveTest : public CommandTest {
 protected:
  /// The real course, in the test's folder, for a student who has solved all labs.
  [[nodiscard]] Ran detective(Words words) const {
    words.insert(words.begin(), "detective");
    return mergelab(words + Words{"--dir", "solved"});
  }
  void SetUp() override {
    CommandTest::SetUp();
    solve(folder_ / "solved", real().labs);
  }
  /// As if these labs had been run with full marks in that folder.
  static void solve(const fs::path& folder, const std::vector<Lab>& labs) {
    nlohmann::json state = {{"schema", "mergelab.progress/1"}, {"labs", nlohmann::json::object()}};
    for (const Lab& lab : labs) {
      state["labs"][lab.name] = {{"best", lab.points},
                                 {"max_score", lab.points},
                                 {"inputs", ""},
                                 {"hints_shown", 0},
                                 {"hints", nlohmann::json::array()}};
    }
    write(folder / ".mergelab.json", state.dump());
  }
  [[nodiscard]] static const Course& real() {
    static const Course course = course::load(MERGELAB_SOURCE_DIR);
    return course;
  }
};
using DetectiveTestSlow = DetectiveTest;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST_F(DetectiveTest, hands_out_one_bug_after_the_other_and_loses_no_file) {
  expect_says(detective({}), 0, "lab 4, Tiled kernel: 4 bugs, 0 handed out");
  expect_says(detective("1"), 0, "bugs/lab1_1.cuh: bug 1 of 3 of lab 1");
  write(folder_ / "bugs/lab1_1.cuh", "mine\n");
  expect_says(detective("1"), 0, "bugs/lab1_2.cuh");
  expect_says(detective("1 --bug 1"), 0, "bugs/lab1_1.cuh is there already");
  EXPECT_EQ(read(folder_ / "bugs/lab1_1.cuh"), "mine\n");
  expect_says(detective("1"), 0, "bugs/lab1_3.cuh");
  expect_says(detective("1"), 0, "All 3 bugs of lab 1 are handed out");
}

TEST_F(DetectiveTest, hands_out_and_gives_up_nothing_of_a_lab_that_is_not_solved) {
  fs::create_directories(folder_ / "mine");
  for (const Words& words : {Words{"5"},
                             {"5", "--bug", "1"},
                             {"check", "5", "--bug", "1", "--give-up"},
                             {"check", "5", "--bug", "1", "--line", "1"}}) {
    expect_says(mergelab(Words{"detective"} + words + Words{"--dir", "mine"}), 2,
                "lab 5 gives you a bug once your own file has full marks; it has not been run yet",
                "run --dir mine 5` grades it");
    EXPECT_FALSE(fs::exists(folder_ / "bugs"));
  }
  solve(folder_ / "mine", {real().labs.at(4)});
  expect_says(mergelab("detective 5 --dir mine"), 0, "bugs/lab5_1.cuh");
}

TEST_F(DetectiveTest, tells_nothing_of_the_bug_in_what_it_hands_out) {
  for (const Lab& lab : real().labs) {
    const std::vector<app::Bug> bugs = app::find_bugs(real(), lab);
    for (std::size_t number = 1; number <= bugs.size(); ++number) {
      const Ran ran = detective({lab.name});
      std::smatch hit;
      ASSERT_TRUE(base::regex_search(ran.text, hit, base::Regex(R"(bugs/\S+\.cuh)"))) << ran.text;
      const std::string told = ran.text + read(folder_ / hit[0].str());
      for (const app::WrongFile& wrong : app::find_wrong_files(real(), lab))
        EXPECT_FALSE(contains(told, wrong.name())) << wrong.name();
      for (const char* word : {"Loses:", "Told:", "On a GPU:", "bug:", "BUG"})
        EXPECT_FALSE(contains(told, word)) << word;
      EXPECT_FALSE(contains(told, bugs[number - 1].words.substr(0, 30)));
    }
  }
}

TEST_F(DetectiveTestSlow, each_bug_is_found_by_its_line_and_an_input) {
  for (const Lab& lab : real().labs) {
    const std::vector<app::Bug> bugs = app::find_bugs(real(), lab);
    // Else the first of every second lab.
    const std::size_t part = lab_number(lab) % 2 == 1 ? std::min<std::size_t>(bugs.size(), 1) : 0;
    const std::size_t most = in_long_run(bugs.size(), part);
    for (std::size_t number = 1; number <= most; ++number) {
      const app::Bug& bug = bugs[number - 1];
      std::string a, b;
      for (int i = 0; i < 8; ++i) {
        a += (i > 0 ? "," : "") + std::to_string(i / 2);
        b += (i > 0 ? "," : "") + std::to_string(i / 3);
      }
      if (lab.name == "01_sequential_merge" && bug.words.find("empty") != std::string::npos) a = "none";
      if (lab.name == "02_co_rank")
        b = bug.words.find("upper bound") != std::string::npos ? "9,9,9" : "0,0,0";
      if (lab.name == "03_basic_kernel") b = b.substr(0, 11);
      Words words{"check",  lab.name,
                  "--bug",  std::to_string(number),
                  "--line", std::to_string(bug.lines.front()),
                  "--arg",  "A=" + a,
                  "--arg",  "B=" + b};
      Ran ran = detective(words);
      // What shows a bug of a kernel with tiles differs: many rounds, unequal parts, or a tile for all
      // threads.
      const std::string mixed_a = a, mixed_b = b;
      for (const auto& [keys_a, keys_b, section, tile] : {std::tuple{mixed_a, mixed_b, "16", "5"},
                                                          {"0,0,0,0,0,0,0,0", "9,9,9,9,9,9,9,9", "16", "5"},
                                                          {mixed_a, mixed_b, "256", "256"}}) {
        if (!lab.interface.has("section") || ran.code == 0) continue;
        std::vector<std::string> shaped = words;
        shaped[7] = "A=" + keys_a;
        shaped[9] = "B=" + keys_b;
        shaped.insert(shaped.end(),
                      {"--arg", std::string("section=") + section, "--arg", std::string("tile=") + tile});
        ran = detective(shaped);
      }
      expect_says(ran, 0, ": yes, it fails there", bug.words.substr(0, 20));
      words[5] = "1";
      const Ran elsewhere = detective(words);
      expect_says(elsewhere, 1, "line 1: no, the bug is elsewhere");
      EXPECT_FALSE(contains(elsewhere.text, bug.words.substr(0, 20))) << "told before it is found";
    }
  }
}

TEST_F(DetectiveTestSlow, a_line_beside_the_bug_s_counts_and_is_called_near) {
  const std::vector<app::Bug> bugs = app::find_bugs(real(), real().labs.at(0));
  const auto one_line =
      std::find_if(bugs.begin(), bugs.end(), [](const app::Bug& bug) { return bug.lines.size() == 1; });
  ASSERT_NE(one_line, bugs.end());
  const int line = one_line->lines.front();
  const auto check = [&](int at, const char* a, const char* b) {
    return detective({"check", "1", "--bug", std::to_string(one_line - bugs.begin() + 1), "--line",
                      std::to_string(at), "--arg", std::string("A=") + a, "--arg", std::string("B=") + b});
  };
  const std::string there = "The bug is at line " + std::to_string(line) + ".";
  for (const int beside : {line - 1, line + 1}) {
    const Ran near = check(beside, "1", "none");
    expect_says(near, 0, "line " + std::to_string(beside) + ": near, the bug is on a neighbouring line",
                there);
    // The rest of the message says which of the two lines it is.
    const Ran half = check(beside, "1,3", "2,4");
    expect_says(half, 1, ": near, the bug is on a neighbouring line");
    EXPECT_FALSE(contains(half.text, there));
  }
  expect_says(check(line, "1", "none"), 0, "line " + std::to_string(line) + ": yes, the bug is there");
  expect_says(check(line + 2, "1", "none"), 1, ": no, the bug is elsewhere");
}

TEST_F(DetectiveTest, several_lines_are_told_as_a_range_without_a_brace_at_its_end) {
  for (const Lab& lab : real().labs) {
    const std::vector<app::Bug> bugs = app::find_bugs(real(), lab);
    for (std::size_t number = 1; number <= bugs.size(); ++number) {
      const app::Bug& bug = bugs[number - 1];
      const std::vector<std::string> lines = lines_of(bug.source);
      // Two may be those around a gap.
      for (const int end : {bug.lines.front(), bug.lines.back()})
        EXPECT_NE(lines.at(static_cast<std::size_t>(end) - 1).find_first_not_of(" {}") == std::string::npos &&
                      bug.lines.size() > 2,
                  true)
            << bug.words;
      if (bug.lines.size() < 2 || bug.lines.back() - bug.lines.front() + 1 != std::ssize(bug.lines)) continue;
      expect_says(detective({"check", lab.name, "--bug", std::to_string(number), "--give-up"}), 0,
                  "The bug is at lines " + std::to_string(bug.lines.front()) +
                      (bug.lines.size() == 2 ? " and " : " to ") + std::to_string(bug.lines.back()) + ".");
    }
  }
}

TEST_F(DetectiveTestSlow, an_input_that_comes_out_right_is_no_proof) {
  const std::vector<app::Bug> bugs = app::find_bugs(real(), real().labs.at(0));
  for (std::size_t number = 1; number <= bugs.size(); ++number) {
    expect_says(
        detective({"check", "1", "--bug", std::to_string(number), "--line",
                   std::to_string(bugs[number - 1].lines.front()), "--arg", "A=1,3", "--arg", "B=2,4"}),
        1, "no, the result is right there");
  }
}

TEST_F(DetectiveTestSlow, says_whether_a_smaller_input_fails_too) {
  // Ties from B: two keys are enough.
  const Lab& lab = real().labs.at(0);
  const std::vector<app::Bug> bugs = app::find_bugs(real(), lab);
  const auto ties = std::find_if(bugs.begin(), bugs.end(), [](const app::Bug& bug) {
    return bug.words.find("from B") != std::string::npos;
  });
  ASSERT_NE(ties, bugs.end());
  const std::string number = std::to_string(ties - bugs.begin() + 1),
                    line = std::to_string(ties->lines.front());
  expect_says(detective({"check", "1", "--bug", number, "--line", line, "--arg", "A=1,2", "--arg", "B=2,3"}),
              0, "It also fails on fewer elements: A = 1, B = 1.");
  expect_says(detective({"check", "1", "--bug", number, "--line", line, "--arg", "A=7", "--arg", "B=7"}), 0,
              "No input with fewer elements was found");
}

TEST_F(DetectiveTestSlow, asks_for_what_the_command_leaves_out) {
  expect_says(detective("1"), 0, "bugs/lab1_1.cuh");
  const app::Bug bug = app::find_bugs(real(), real().labs.at(0)).at(0);
  const std::string line = std::to_string(bug.lines.front());
  write(folder_ / "typed", "x\n" + line + "\n2,1\nx\n4\n1,2,3\n4\n" + line + "\nnone\n1\n");
  const Ran ran = shell("$MERGELAB detective check --dir solved <typed");
  expect_says(ran, ran.code, "line takes a whole number, not 'x'", "A is not sorted",
              "takes whole numbers separated by commas");
  expect_says(shell("$MERGELAB detective check --dir solved </dev/null"), 1, "q ends");
}

TEST_F(DetectiveTestSlow, offers_the_lab_s_shape_to_who_has_none_in_mind) {
  const Lab& lab = *real().find_lab("04_tiled_kernel");
  const std::string section = std::to_string(lab.constants.at("section")),
                    tile = std::to_string(lab.constants.at("tile"));
  write(folder_ / "typed", "1\n1\nnone\n\n\n");
  expect_says(shell("$MERGELAB detective check 4 --dir solved --bug 2 <typed"), 1,
              "section (Enter takes " + section + "): ", "tile (Enter takes " + tile + "): ",
              "A = 1, B = none, section = " + section + ", tile = " + tile + ": no, the result is right");
}

TEST_F(DetectiveTest, a_line_that_the_file_does_not_have_is_refused) {
  expect_says(detective("1"), 0, "bugs/lab1_1.cuh");
  const std::string source = app::find_bugs(real(), real().labs.at(0)).at(0).source;
  const auto last = std::count(source.begin(), source.end(), '\n');
  const std::string beyond = std::to_string(last + 1),
                    refusal = "must be from 1 to " + std::to_string(last) + ", but it is " + beyond;
  expect_says(detective({"check", "--line", beyond}), 2, "--line " + refusal);
  write(folder_ / "typed", "\n" + beyond + "\nq\n");
  expect_says(shell("$MERGELAB detective check --dir solved <typed"), 1,
              "line takes a whole number, but you typed nothing", "line " + refusal);
}

TEST_F(DetectiveTest, gives_up_on_request) {
  expect_says(detective("check 4 --bug 2 --give-up"), 0, "The bug is at line");
}

TEST_F(DetectiveTest, words_that_can_t_be_are_refused) {
  expect_says(detective("check"), 2, "no bug was handed out");
  expect_says(detective("4 --bug 99"), 2, "--bug takes 1 to 4");
  expect_says(detective("check 4 --bug 1 --line x"), 2, "--line takes a whole number");
  expect_says(detective("check 4 --bug 1 --line 1 --arg A=1;2"), 2, "such as 1,4,6");
  expect_says(detective("check 4 --bug 1 --line 1 --arg tile=99999"), 2, "from 1 to 4096");
  expect_says(detective("99"), 2, "./lab list");
  expect_says(tiny("detective"), 2, "this course has no bugs to hand out");
  expect_says(tiny("detective 1"), 2, "this course has no bugs to hand out");
  fs::remove_all(course_ / "solutions");
  write(course_ / "detective/01_merge/x.json", "{}");
  expect_says(tiny("detective 1"), 2, "is not a valid bug file");
}

TEST_F(DetectiveTestSlow, works_in_a_hand_out_once_the_earlier_labs_are_right) {
  fs::create_directories(folder_ / "handout");
  for (const char* part : {"labs", "datasets"})
    fs::copy(source() / part, folder_ / "handout" / part, fs::copy_options::recursive);
  for (const std::size_t lab : {0, 2})
    write(folder_ / "handout/detective" / real().labs.at(lab).name / "01.json",
          to_json(app::find_bugs(real(), real().labs.at(lab)).at(0)));
  const auto check = [&](const char* lab) {
    return mergelab({"detective", "check", lab, "--bug", "1", "--line", "1", "--course", "handout"});
  };
  fs::remove(folder_ / "handout/labs/.mergelab.json");
  expect_says(check("1"), 2, "lab 1 gives you a bug once your own file has full marks");
  solve(folder_ / "handout/labs", {real().labs.at(0), real().labs.at(2)});
  expect_says(check("1"), 1, "line 1: no");
  expect_says(check("3"), 2, "lab 2 lacks full marks");
  fs::remove_all(folder_ / "handout/detective");
  expect_says(check("1"), 2, "this is a hand-out: it contains no bugs to find");
}

/// Of a wrong solution of lab 4.
app::Bug bug_of(const std::string& name) {
  const Course course = course::load(MERGELAB_SOURCE_DIR);
  const Lab& lab = *course.find_lab("04_tiled_kernel");
  for (const app::WrongFile& wrong : app::find_wrong_files(course, lab))
    if (wrong.name() == name) return app::make_bug(lab, wrong);
  throw std::logic_error("lab 4 has no wrong solution " + name);
}
std::string line_of(const app::Bug& bug, int line) {
  return lines_of(bug.source).at(static_cast<std::size_t>(line) - 1);
}

TEST(MakeBug, marks_the_line_behind_a_barrier_that_is_gone) {
  const app::Bug bug = bug_of("no_barrier_after_bounds");
  EXPECT_TRUE(contains(line_of(bug, bug.lines.back()), "A_curr = bounds[0]")) << "the first read";
}

TEST(MakeBug, refuses_a_lab_without_small_inputs_and_a_whole_file) {
  const Course course = course::load(MERGELAB_SOURCE_DIR);
  const auto refusal = [&](const char* lab_name, const char* name) -> std::string {
    const Lab& lab = *course.find_lab(lab_name);
    for (const app::WrongFile& wrong : app::find_wrong_files(course, lab)) {
      if (wrong.name() == name) return error_of<app::UsageError>([&] { return app::make_bug(lab, wrong); });
    }
    return "";
  };
  EXPECT_TRUE(contains(refusal("07_merge_sort", "no_wait"), "its kit lists none for 07_merge_sort"));
  EXPECT_TRUE(contains(refusal("02_co_rank", "linear_scan"), "does not say which lines are wrong"));
}

TEST(MakeBug, marks_the_lines_round_a_gap_and_those_that_changed) {
  const app::Bug bug = bug_of("half_consumed");
  ASSERT_EQ(bug.lines.size(), 2U);
  EXPECT_TRUE(contains(line_of(bug, bug.lines[0]), "C_in_tile / 2"));
  EXPECT_EQ(bug.words, "Assumes that a round consumes half of each tile, which is true only on average.");
}

}  // namespace
}  // namespace mergelab
