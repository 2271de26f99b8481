// Mistakes in what says what is right: they are the course's, and are told once.
#include "app/command.hpp"
#include "support/places.hpp"

namespace mergelab {
namespace {

/// A copy of the small course, with another oracle.
class OracleFailsTest : public CommandTest {
 protected:
  void write_oracle(const std::string& oracle) const {
    fs::copy(source() / "tests/any_lab", copy_,
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    write_text(copy_ / "labs/03_histogram/oracle.cpp", "#include <mergelab/oracle.hpp>\n" + oracle);
  }
  [[nodiscard]] Ran graded_with(const std::string& oracle) const {
    write_oracle(oracle);
    return mergelab({"run", "3", "--dir", (copy_ / "solutions").string(), "--course", copy_.string(),
                     "--backend", "cpu"});
  }
  /// What selfcheck says: one failure, and one line about all that depends on the oracle.
  [[nodiscard]] Ran checked_with(const std::string& oracle) const {
    write_oracle(oracle);
    Ran ran = mergelab({"selfcheck", "--lab", "3", "--course", copy_.string()});
    expect_says(ran, 1, "  FAIL  labs/03_histogram/oracle.cpp\n  not judged: the files of 03_histogram that ",
                "selfcheck: 1 of 14 files are not as expected; 8 that depend on them were not judged");
    EXPECT_EQ(ran.text.find("FAIL"), ran.text.rfind("FAIL")) << ran.text;
    return ran;
  }
  const fs::path copy_ = folder_ / "other";
  static constexpr const char* kBegin = "void expected(const unsigned char* data, int n, int* bins) {\n";
};
using OracleFailsTestSlow = OracleFailsTest;

TEST_F(OracleFailsTestSlow, and_no_student_pays) {
  const std::string begin = kBegin;
  const Ran ends = graded_with(begin + "  bins[-100000000] = data[n];\n}\n");
  expect_says(ends, 3, "labs/03_histogram/oracle.cpp, plain/small: the program ",
              "a mistake in the course, and not in your code");
  EXPECT_FALSE(contains(ends.text, "run it again"));
  expect_says(
      graded_with(begin +
                  "  static int calls = 0;\n  std::fill_n(bins, 256, 7);\n  bins[17] = ++calls;\n}\n"),
      3, "plain/small: bins[17] is 1, but 2");
  expect_says(graded_with(begin + "  std::fill_n(bins, 255, 0);\n}\n"), 3,
              "labs/03_histogram/oracle.cpp, plain/small: bins[255] stays unwritten, in every call");
  const Ran undeclared = graded_with(begin + "  bins[0] = undeclared;\n  bins[1] = other;\n}\n");
  expect_says(undeclared, 3, "labs/03_histogram/oracle.cpp does not compile; it has to define\n",
              "void expected(const unsigned char* data, int n, int* bins)\n",
              " labs/03_histogram/oracle.cpp:3:");
  EXPECT_FALSE(contains(undeclared.text, "run it again"));
  const Ran other = graded_with("\nint expected(const unsigned char*, int, int*) { return 0; }\n");
  expect_says(other, 3, " labs/03_histogram/oracle.cpp:3:");
  EXPECT_LT(std::count(other.text.begin(), other.text.end(), '\n'), 20) << other.text;
}

TEST_F(OracleFailsTestSlow, and_selfcheck_says_so_once) {
  const std::string begin = kBegin;
  expect_says(checked_with(begin + "  bins[0] = undeclared;\n}\n"), 1, "\nlabs/03_histogram/oracle.cpp:3:");
  expect_says(checked_with(begin + "  bins[-100000000] = data[n];\n}\n"), 1,
              "\n  labs/03_histogram/oracle.cpp, plain/small: the program ");
  expect_says(checked_with(begin + "  static int calls = 0;\n  std::fill_n(bins, 256, ++calls);\n}\n"), 1,
              "bins[0] is 1, but 2 when the same inputs come again");
  expect_says(
      checked_with(begin +
                   "  std::fill_n(bins, 256, 0);\n  for (int i = 1; i < n; ++i) ++bins[data[i]];\n}\n"),
      1,
      "\n  labs/03_histogram/oracle.cpp and solutions/03_histogram/histogram.cuh differ, and one of them is "
      "wrong: in ");
  expect_says(checked_with(begin + "  std::fill_n(bins, 256, 0); // TODO: count\n}\n"), 1,
              "oracle.cpp: is still to be written, in line 3 (\"TODO: count\")");
}

TEST_F(OracleFailsTestSlow, and_no_second_judge_asks_it_again) {
  const Ran ran = graded_with(std::string(kBegin) + "  for (volatile int i = 0;;) i = 1 - i;\n}\n");
  expect_says(ran, 3, "oracle.cpp, plain/small: still running after 10 s of CPU time", "running 10 tests");
  EXPECT_EQ(ran.text.find("running 10 tests"), ran.text.rfind("running 10 tests")) << ran.text;
}

TEST_F(OracleFailsTestSlow, and_another_one_makes_what_was_observed_stale) {
  const std::string
      begin = "void expected(const unsigned char* data, int n, int* bins) {\n  std::fill_n(bins, 256, 0);\n",
      counts = "  for (int i = 0; i < n; ++i) ++bins[data[i]];\n";
  (void)graded_with(begin + counts + "}\n");
  const std::string copy = (folder_ / "other").string();
  fs::create_directories(folder_ / "subs/ada");
  fs::copy(source() / "tests/any_lab/solutions/03_histogram", folder_ / "subs/ada/03_histogram");
  expect_says(mergelab({"batch", "subs", "--lab", "3", "--backend", "cpu", "--course", copy}), 0, "1 graded");
  expect_says(mergelab({"regrade", "results", "--course", copy}), 0, "1 unchanged");
  (void)graded_with(begin + counts + "  bins[0] += 1;\n}\n");
  expect_says(mergelab({"regrade", "results", "--course", copy}), 0, "1 changed; 1 lower");
}

TEST_F(OracleFailsTest, unless_the_reference_solution_says_what_is_right) {
  const fs::path copy = folder_ / "other";
  fs::copy(source() / "tests/any_lab", copy, fs::copy_options::recursive);
  fs::remove(copy / "labs/03_histogram/oracle.cpp");
  const std::vector<std::string> run{"run",      "3",           "--dir",     (copy / "solutions").string(),
                                     "--course", copy.string(), "--backend", "cpu"};
  expect_says(mergelab(run), 0, "20 / 20");
  fs::create_directories(folder_ / "mine");
  fs::rename(copy / "solutions/03_histogram", folder_ / "mine/03_histogram");
  expect_says(mergelab({"run", "3", "--dir", (folder_ / "mine").string(), "--course", copy.string(),
                        "--backend", "cpu"}),
              3, "labs/03_histogram/oracle.cpp is missing, and so is the reference solution");
}

}  // namespace
}  // namespace mergelab
