// mergelab's arguments, and its messages for invalid ones.
#include "app/grading/course_grader.hpp"
#include "base/regex.hpp"
#include "command.hpp"
#include "course/course.hpp"
#include "support/golden.hpp"

namespace mergelab {
namespace {

class WordsTest : public CommandTest {};

/// Help as CLI11 2.3 lays it out: from 2.4 on a default is put in brackets, and one line less is at the end.
std::string in_older_layout(const std::string& help) {
  std::string text = base::regex_replace(help, base::Regex(R"( \[([a-z0-9]+)\] \n)"), "=$1\n");
  text = base::regex_replace(text, base::Regex(R"( \[([a-z0-9]+)\] )"), "=$1   ");
  return text.ends_with("\n\n") ? text : text + "\n";
}

using WordsTestSlow = WordsTest;

TEST_F(WordsTest, help_of_every_verb_is_as_committed) {
  for (const char* verb :
       {"",          "list",    "run",    "watch",   "hint",      "reset",      "diff",
        "show",      "trace",   "debug",  "profile", "data",      "standalone", "predict",
        "detective", "pack",    "doctor", "grade",   "batch",     "gradebook",  "regrade",
        "insight",   "similar", "ask",    "emit",    "gather",    "package",    "check-course",
        "calibrate", "release", "bench",  "new",     "selfcheck", "wrong"}) {
    Words words;
    if (*verb != '\0') words.push_back(verb);
    words.push_back("--help");
    const Ran ran = mergelab(words);
    EXPECT_EQ(ran.code, 0);
    expect_golden_file("app/golden/help.txt", in_older_layout(ran.text), *verb != '\0' ? verb : "mergelab");
  }
}

TEST_F(WordsTest, no_positional_has_a_name_that_newer_versions_of_CLI11_refuse) {
  const std::string all = mergelab("--help").text;
  const base::Regex verb("\n  ([a-z-]+) {2,}"), refused("\n  ([^ -][^ ]*[=:{][^ ]*) ");
  for (const std::smatch& each : base::regex_matches(all, verb)) {
    const std::string text = mergelab({each[1], "--help"}).text;
    const std::string positionals = text.substr(0, text.find("\nOptions:"));
    std::smatch found;
    EXPECT_FALSE(base::regex_search(positionals, found, refused)) << each[1] << " " << found[1];
  }
}

TEST_F(WordsTest, the_man_page_has_every_verb_and_its_options) {
  std::string page = base::regex_replace(read(source() / "docs/mergelab.1"), base::Regex(R"(\\-)"), "-");
  const std::string all = mergelab("--help").text, options = page.substr(page.find("\n.SH OPTIONS"));
  const base::Regex verb("\n  ([a-z-]+) {2,}"), option("\n  (--[a-z-]+)");
  const std::vector<std::smatch> verbs = base::regex_matches(all, verb);
  EXPECT_GE(verbs.size(), 19U);
  for (const std::smatch& each : verbs) {
    const std::string name = each[1], help = mergelab({name, "--help"}).text;
    const std::size_t begin = std::min(page.find("\n.B " + name, page.find("\n.SH COMMANDS")), page.size());
    const std::string told = page.substr(begin, page.find("\n.TP", begin) - begin);
    EXPECT_NE(told, "") << name;
    for (const std::smatch& one : base::regex_matches(help, option)) {
      const std::string word = one[1];
      EXPECT_TRUE(contains(told, "\\fB" + word + "\\fR")) << name << " " << word;
      EXPECT_TRUE(base::regex_search(options, base::Regex("\n\\.B " + word + "[ \n]"))) << word;
    }
  }
}

TEST_F(WordsTest, an_unknown_verb_gets_the_nearest) {
  expect_says(mergelab("grad solutions"), 2, "did you mean 'grade'?");
  expect_says(mergelab("1"), 2, "did you mean `./lab run 1`?");
  expect_says(
      mergelab("xyzzy"), 2,
      "the commands are list, run, watch, hint, reset, diff, show, trace, debug, profile, data, standalone, "
      "cuda, predict, detective, pack, doctor, grade, batch, gradebook, regrade, insight, similar, ask, "
      "emit, gather, package, check-course, calibrate, release, bench, new, selfcheck, wrong");
}

TEST_F(WordsTest, messages_name_the_program_as_it_was_typed) {
  EXPECT_TRUE(contains(mergelab("--help").text, "Usage: ./lab "));
  const std::map<std::string, std::string> typed{{"MERGELAB_TYPED", "../there/lab"}};
  EXPECT_TRUE(contains(mergelab("--help", typed).text, "Usage: ../there/lab "));
  expect_says(mergelab("1", typed), 2, "did you mean `../there/lab run 1`?");
}

TEST_F(WordsTest, list_shows_the_cases_of_one_lab) {
  const Ran one = tiny("list --cases 2"), all = tiny("list --cases");
  EXPECT_EQ(one.code, 0);
  EXPECT_TRUE(one.text.starts_with("02_launch\n")) << one.text;
  EXPECT_TRUE(contains(one.text, "    plain/"));
  EXPECT_TRUE(contains(all.text, "01_merge\n"));
  EXPECT_TRUE(all.text.ends_with(one.text)) << all.text;
  EXPECT_EQ(tiny("list 2").text, one.text);
  expect_says(tiny("list --cases 9"), 2, "./lab list");
}

TEST_F(WordsTest, an_unknown_lab_gets_the_nearest) {
  expect_says(tiny("run 01_mrge"), 2, "did you mean '01_merge'?");
  expect_says(tiny("run 7"), 2, "./lab list");
  expect_says(tiny("grade solutions --lab lanch"), 2, "did you mean");
}

TEST_F(WordsTest, an_unknown_case_gets_the_nearest) {
  expect_says(tiny("run 1 --dir solutions --case plain/smal"), 2, "did you mean 'plain/small'?");
  expect_says(tiny("data 1 plan/small"), 2, "did you mean 'plain/small'?");
  expect_says(tiny("data 1 plain"), 2, "plain/small, plain/larger");
  expect_says(tiny("data 1"), 2, "name a case of 01_merge, such as plain/small\n");
  expect_says(tiny("run 1 --case nonsense"), 2, "its items are plain, ");
  expect_says(tiny("run 1 --case plain/nonsense"), 2, "those of plain are plain/small");
}

TEST_F(WordsTest, a_missing_folder_says_what_a_submission_is) {
  expect_says(tiny("grade nowhere"), 2, "nowhere is not a folder");
}

TEST_F(WordsTest, missing_words_point_to_help) {
  expect_says(mergelab("grade"), 2, "./lab grade --help");
  expect_says(mergelab("run 1 --seed x"), 2, "expected a number");
  expect_says(mergelab("run 1 --seed -1"), 2, "--seed: -1 is not from 0 to 9007199254740992");
  expect_says(mergelab("run 1 --seed 99999999999999999999"), 2, "is not from 0 to");
  expect_says(mergelab("run 1 --sede 4"), 2, "run has no option '--sede'\n  did you mean '--seed'?");
  expect_says(mergelab("run 1 2"), 2, "run does not take the argument '2'");
  expect_says(mergelab("run 1 --case ties --case edges"), 2, "--case is given 2 times: give it once");
  expect_says(mergelab("run 1 plain"), 2, "\n  did you mean `./lab run 1 --case plain`?");
  expect_says(mergelab("watch lab 10"), 2, "\n  did you mean `./lab watch 10`?");
  expect_says(mergelab("grade solutions --backend tpu"), 2, "tpu");
}

TEST_F(WordsTest, the_course_may_come_before_the_verb) {
  const std::string folder = (source() / "courses/fundamentals").string();
  for (const Words& words :
       {Words{"--course", folder, "list"}, {"--course=" + folder, "list"}, {"--course", folder}}) {
    const Ran ran = mergelab(words);
    EXPECT_EQ(ran.code, 0) << ran.text;
    EXPECT_TRUE(contains(ran.text, "02_transpose"));
  }
  const Ran ran = mergelab("--lab 1 list");
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(contains(ran.text, "options come behind a verb"));
}

TEST_F(WordsTest, help_is_a_word_too) {
  EXPECT_EQ(mergelab("help").text, mergelab("--help").text);
  EXPECT_EQ(mergelab("help grade").text, mergelab("grade --help").text);
  EXPECT_EQ(mergelab("help").code, 0);
}

TEST_F(WordsTest, list_shows_the_labs_and_with_cases_every_name) {
  expect_says(tiny("list"), 0, "labs/01_merge/merge.cuh");
  expect_says(tiny("list"), 0, fmt::format("total                      0 / {:>3}\n", points()));
  const Ran ran = tiny("list --cases");
  expect_says(ran, 0, "stability/all_equal");
  EXPECT_FALSE(contains(ran.text, "unlisted"));
}

TEST(RestrictTo, takes_a_group_for_its_items) {
  const Course course = course::load(MERGELAB_SOURCE_DIR);
  const Lab part = app::restrict_to(course, *course.find_lab("04_tiled_kernel"), "keys");
  std::vector<std::string> ids;
  for (const Item& item : part.items) ids.push_back(item.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"order", "ties", "stability", "extremes", "random"}));
  EXPECT_EQ(part.only, "") << "every case of theirs";
}

TEST_F(WordsTest, list_shows_groups_of_items) {
  expect_says(mergelab("list --cases"), 0,
              "  keys         group        merges keys in any order, and keeps equal ones in order: order, "
              "ties, stability, extremes, random\n");
}

TEST_F(WordsTest, broken_course_files_are_named_with_their_place) {
  replace(course_ / "labs/01_merge/lab.json", "\"points\": 4,", "\"points\": 4");
  expect_says(tiny("list"), 2, "lab.json:16");
}

TEST_F(WordsTestSlow, data_writes_a_case_that_run_takes_back) {
  const Ran written = tiny("data 1 plain/small");
  expect_says(written, 0, "plain_small_C_expected.npy");
  const std::string command = written.text.substr(written.text.find("./lab") + 5);
  expect_says(shell("\"$MERGELAB\"" + command), 0, "01_merge");
  EXPECT_TRUE(contains(command, "--course '" + course_.string() + "'"));
  submit_solutions();
  expect_says(tiny("run 1 --dir mine --arg A=plain_small_A.npy --arg B=plain_small_B.npy"), 0,
              "elements: right\n");
  expect_says(tiny("run 1 --dir mine --arg A=plain_small_A.npy"), 2, "no value is given for B: add B=VALUE");
  replace(folder_ / "mine/01_merge/merge.cuh", "m + n", "m");
  expect_says(tiny("run 1 --dir mine --arg A=plain_small_A.npy --arg B=plain_small_B.npy"), 0,
              "again: ./lab run --dir mine --course '" + course_.string() +
                  "' --arg A=plain_small_A.npy --arg B=plain_small_B.npy 1\n");
}

TEST_F(WordsTest, data_fills_no_folder_unasked) {
  expect_says(mergelab("data 2 exhaustive/up_to_6"), 2, "--out FOLDER");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);  // the course
}

TEST_F(WordsTestSlow, output_has_no_colour_and_no_control_characters_without_a_terminal) {
  EXPECT_FALSE(contains(tiny("grade solutions").text, '\x1b'));
}

}  // namespace
}  // namespace mergelab
