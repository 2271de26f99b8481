// mergelab test: the programs that a pattern builds, ctest's output, and the exit codes. A script replaces
// ctest.
#include <sys/stat.h>

#include <algorithm>

#include "app/command_line/errors.hpp"
#include "app/machine/ctest_output.hpp"
#include "app/machine/test_programs.hpp"
#include "command.hpp"
#include "support/places.hpp"

namespace mergelab::app {
namespace {

using Names = std::vector<std::string>;

TEST(TestNames, are_those_of_all_macros_with_the_prefixes_of_parameters) {
  const std::string plain = "TEST(One, is_here) {\nTEST_F(\n    Two, too) {}\nTEST_P(Three, has_more) {\n";
  EXPECT_EQ(test_names_in(plain), (Names{"One.is_here", "Two.too", "Three.has_more"}));
  const Names names = test_names_in(plain +
                                    "INSTANTIATE_TEST_SUITE_P(Size, Three, Values(\"large\"));\n"
                                    "INSTANTIATE_TEST_SUITE_P(, Three, x);");
  for (const char* name :
       {"Three.has_more", "Size/Three.has_more/0", "/Three.has_more/9", "Size/Three.has_more/large"})
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
}

class TestTargets : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    write(folder_ / "a.cpp", "TEST(Merge, keeps_ties) {}");
    write(folder_ / "b.cpp", "TEST(Split, takes_ties_from_a) {}");
    const std::string at = folder_.string();
    write(list_, "program;model;model_test;" + at + "/a.cpp\nprogram;wire;wire_test;" + at + "/none.cpp;" +
                     at + "/b.cpp\nprogram;wire;wire_helper;" + at +
                     "/c.cpp\ntest;wire;Wire.sample\ntest;script;Script.one\n");
  }
  Names targets(const std::string& pattern) const { return test_targets(list_, pattern); }
  fs::path list_ = fs::temp_directory_path() / ("mergelab-programs-" + std::to_string(::getpid()));
  void TearDown() override {
    fs::remove(list_);
    CommandTest::TearDown();
  }
};

TEST_F(TestTargets, are_all_without_a_pattern_and_none_where_it_matches_none) {
  EXPECT_EQ(targets(""), Names{"all"});
  EXPECT_EQ(targets("nonsense"), Names{});
}

TEST_F(TestTargets, are_those_whose_sources_hold_such_a_test) {
  EXPECT_EQ(targets("Merge\\..*ties"), Names{"model_test"});
  EXPECT_EQ(targets("ties"), (Names{"model_test", "wire_test"}));
  EXPECT_EQ(targets("^Split"), Names{"wire_test"});
  EXPECT_THROW((void)targets("(Split"), UsageError);
}

TEST_F(TestTargets, are_those_of_a_folder_or_the_program_named) {
  EXPECT_EQ(targets("wire"), (Names{"wire_helper", "wire_test"}));
  EXPECT_EQ(targets("wire_test"), Names{"wire_test"});
  EXPECT_EQ(targets("Wire.sample"), (Names{"wire_helper", "wire_test"}));  // it may run any of them
  EXPECT_EQ(targets("script"), Names{});
}

TEST(CtestReader, gives_each_result_the_output_of_its_test) {
  CtestReader reader;
  EXPECT_FALSE(reader.read("      Start 12: Suite.fails"));
  EXPECT_FALSE(reader.read("12: Test command: /bin/a \"--gtest_filter=Suite.fails\""));
  EXPECT_FALSE(reader.read("12: one"));
  EXPECT_FALSE(reader.read("3: of another"));
  EXPECT_FALSE(reader.read("12: "));
  EXPECT_FALSE(reader.read("12: 3/4 Test #5: nested ..   Passed  1.0 sec"));
  const auto failed = reader.read(" 9/10 Test #12: Suite.fails ......................***Failed    0.00 sec");
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->state, TestResult::State::failed);
  EXPECT_EQ(failed->name, "Suite.fails");
  EXPECT_EQ(failed->how, "Failed");
  EXPECT_EQ(failed->output, "one\n\n3/4 Test #5: nested ..   Passed  1.0 sec\n");
  const auto crashed = reader.read("10/10 Test  #4: Suite.crash ...***Exception: SegFault  0.00 sec");
  ASSERT_TRUE(crashed);
  EXPECT_EQ(crashed->how, "Exception: SegFault");
  const auto passed = reader.read("10/10 Test  #3: Size/Suite.is/0 ...   Passed  112.61 sec");
  ASSERT_TRUE(passed);
  EXPECT_EQ(passed->state, TestResult::State::passed);
  EXPECT_EQ(passed->name, "Size/Suite.is/0");
  EXPECT_EQ(passed->output, "of another\n");
  EXPECT_FALSE(reader.read("60% tests passed, 4 tests failed out of 10"));
  EXPECT_FALSE(reader.read("\t 12 - Suite.fails (Failed)"));
}

TEST(SkipReason, is_what_the_test_said) {
  EXPECT_EQ(skip_reason("[ RUN      ] A.b\na.cpp:3: Skipped\nno GPU\nin here\n\n[  SKIPPED ] A.b (0 ms)\n"),
            "no GPU in here");
  EXPECT_EQ(skip_reason("skipped: no pseudo-terminal\n"), "no pseudo-terminal");
  EXPECT_EQ(skip_reason(""), "no reason given");
}

/// `mergelab test` with a script as ctest, which lists three tests and prints the given text.
class TestVerbTest : public CommandTest {
 protected:
  Ran run_tests(const std::string& results, std::vector<std::string> words = {},
                const std::string& exit = "0", std::map<std::string, std::string> more_env = {}) const {
    const fs::path stub = folder_ / "bin" / "ctest";
    const auto test = [](const std::string& name, const std::string& labels) {
      return R"({"name": ")" + name +
             R"(", "command": ["/b/wire_test"], "properties": [{"name": "LABELS", "value": [)" + labels +
             R"(]}, {"name": "WORKING_DIRECTORY", "value": ")" + MERGELAB_BINARY_DIR + R"(/tests/wire"}]})";
    };
    write(folder_ / "list", R"({"tests": [)" + test("A.one", "") + ", " + test("A.two", "") + ", " +
                                test("B.kills", R"("long")") + "]}");
    write(folder_ / "results", results);
    write(stub,
          "#!/bin/sh\ncase \"$*\" in *json*) cat list ;; *) echo \"$*\" >asked; echo "
          "\"$MERGELAB_KEPT_OBJECTS\" >kept; cat results; exit " +
              exit + " ;; esac\n");
    ::chmod(stub.c_str(), 0755);
    words.insert(words.begin(), "test");
    more_env["PATH"] = (folder_ / "bin").string() + ":/usr/bin:/bin";
    return mergelab(words, std::move(more_env));
  }
  [[nodiscard]] std::string asked() const { return read(folder_ / "asked"); }
  static constexpr const char* kPassed =
      "1/2 Test #1: A.one ...   Passed    0.01 sec\n2/2 Test #2: A.two ...   Passed    0.01 sec\n";
  static constexpr const char* kFailed =
      "2: a.cpp:3: Failure\n1: a.cpp:9: Skipped\n1: no GPU\n1/2 Test #1: A.one ...***Skipped   0.01 sec\n"
      "2/2 Test #2: A.two ...***Failed    0.01 sec\n";
};

TEST_F(TestVerbTest, ends_with_the_counts_alone_on_a_line) {
  const Ran ran = run_tests(kPassed);
  expect_says(ran, 0, "\n2 passed, 0 failed, 0 skipped\n");
  expect_says(ran, 0, "left out: 1 long test; ./lab test --all runs it");
  EXPECT_NE(asked().find("-I 0,0,0,1,2\n"), std::string::npos) << asked();
}

TEST_F(TestVerbTest, shows_failures_whole_and_why_tests_were_skipped_also_when_quiet) {
  for (const char* quiet : {"--jobs=2", "--quiet"}) {
    const Ran ran = run_tests(kFailed, {quiet}, "8");
    expect_says(ran, 1, "FAILED A.two (Failed)\na.cpp:3: Failure\n");
    expect_says(ran, 1, "failed: A.two\nskipped: no GPU (1)\n0 passed, 1 failed, 1 skipped\n");
  }
}

TEST_F(TestVerbTest, runs_long_tests_when_all_are_asked_for) {
  EXPECT_EQ(
      run_tests(kPassed + std::string("3/3 Test #3: B.kills ...   Passed    9.00 sec\n"), {"--all"}).code, 0);
  EXPECT_NE(asked().find("-I 0,0,0,1,2,3\n"), std::string::npos) << asked();
  expect_says(run_tests("", {"^B"}), 2, "left out: 1 long test; ./lab test --all runs it");
}

TEST_F(TestVerbTest, keeps_what_tests_compile_but_with_all) {
  const auto kept = [&](const std::string& given, std::vector<std::string> words = {}) {
    (void)run_tests(kPassed, std::move(words), "0", {{"MERGELAB_KEPT_OBJECTS", given}});
    return read(folder_ / "kept");
  };
  EXPECT_EQ(kept("here"), "here\n");
  EXPECT_EQ(kept(""), "\n");
  EXPECT_EQ(kept("here", {"--all"}), "\n");
  (void)run({"/usr/bin/env", "-u", "MERGELAB_KEPT_OBJECTS", kProgram, "test"},
            {{"PATH", (folder_ / "bin").string() + ":/usr/bin:/bin"}});
  EXPECT_EQ(read(folder_ / "kept"), MERGELAB_BINARY_DIR "/Testing/objects\n");
}

TEST_F(TestVerbTest, takes_tests_by_name_or_folder) {
  EXPECT_EQ(run_tests("1/1 Test #2: A.two ...   Passed    0.01 sec\n", {"two$"}).code, 0);
  EXPECT_NE(asked().find("-I 0,0,0,2\n"), std::string::npos) << asked();
  EXPECT_EQ(run_tests(kPassed, {"wire"}).code, 0);
  expect_says(run_tests("", {"nothing"}), 2, "a PATTERN is a folder of tests/ or a regular expression");
}

TEST_F(TestVerbTest, tests_that_ctest_did_not_run_are_no_success) {
  expect_says(run_tests("1/2 Test #1: A.one ...   Passed    0.01 sec\nctest broke\n"), 3,
              "ctest ended after 1 of 2 tests: ctest broke");
}

TEST_F(TestVerbTest, without_ctest_says_where_it_comes_from) {
  expect_says(mergelab({"test"}, {{"PATH", "/nowhere"}}), 3, "ctest can't be started");
}

}  // namespace
}  // namespace mergelab::app
