// A worker's messages reach a student in the judge's words, with names and lines of only the student's file.
#include "judge/wording.hpp"

#include <gtest/gtest.h>

#include "support/places.hpp"
#include "support/temporary_folder.hpp"

namespace mergelab::judge {
namespace {

struct WordingTest : testing::Test {
  [[nodiscard]] Wording wording() const {
    write_text(
        folder_.path() / "merge.cuh",
        "#include \"co_rank.cuh\"\n  tile[i] = A[i];  \nassert( i<n );\nchar c = '`'; bounds[0] = 1;\n");
    return Wording({folder_.path() / "merge.cuh"});
  }
  TemporaryFolder folder_{"mergelab-wording-"};
};

TEST_F(WordingTest, reads_the_students_lines_itself) {
  const std::string known =
      "thread 3 of block (1,2) reads tile[-7] (shared) at merge.cuh:2 `tile[i] = A[i];`, and thread (1,0) of "
      "the "
      "same block writes it at merge.cuh:4 `char c = '`'; bounds[0] = 1;`; nothing orders the two; and 1,234 "
      "more "
      "threads";
  EXPECT_EQ(wording().reworded(known, "race"), known);
  std::string other = known;
  other.replace(other.find("tile[i] = A[i];"), 15, "anything");
  EXPECT_EQ(wording().reworded(other, "race"), known) << "whatever the worker takes for that line";
}

TEST_F(WordingTest, names_memory_by_the_variable_that_it_was_allocated_for) {
  write_text(
      folder_.path() / "sort.cuh",
      "  cudaMalloc(&memory, bytes);\n  auto parts = device_array<int>(n);\n  use(device_array<int>(n));\n" +
          std::string(100000, '(') + "\n");
  const Wording wording({folder_.path() / "sort.cuh"});
  const auto name = [&](const std::string& calls) {
    const std::string text = wording.reworded(
        "host code reads buffer 9" + calls + "[4], which is memory of the device, at sort.cuh:3",
        "host_access");
    return text.substr(0, text.find(", which"));
  };
  EXPECT_EQ(name("@sort.cuh:1 device_array@sort.cuh:2 sort"), "host code reads parts[4]");
  EXPECT_EQ(name("@sort.cuh:1 device_array@sort.cuh:3 sort"), "host code reads memory[4]");
  EXPECT_EQ(name("@sort.cuh:1 device_array"), "host code reads memory[4]");
  for (const char* calls : {"", "@sort.cuh:2 sort", "@sort.cuh:4 sort", "@other.cuh:1 f", "@sort.cuh:-1 f"})
    EXPECT_EQ(name(calls), "host code reads buffer 9[4]") << calls;
  for (const char* broken : {"@", "@sort.cuh", "@:", "@sort.cuh:1", "@ :1"})
    EXPECT_EQ(name(broken).find('@'), std::string::npos) << broken;
}

TEST_F(WordingTest, shows_of_other_files_where_a_line_stands_and_no_more) {
  EXPECT_EQ(
      wording().reworded("thread 0 of block 0 reads A[9], but A has 9 elements of 4 bytes, at co_rank.cuh:19 "
                         "`if (A[i] <= B[j])`",
                         "out_of_bounds"),
      "thread 0 of block 0 reads A[9], but A has 9 elements of 4 bytes, at co_rank.cuh:19");
  EXPECT_EQ(
      wording().reworded("called exit(1) at /etc/passwd:1 `root`; no CUDA call had failed before", "exited"),
      "called exit(1) at an unknown line; no CUDA call had failed before");
}

TEST_F(WordingTest, makes_of_what_it_does_not_know_what_the_rule_says) {
  const std::string meaning = "two threads used one element, and nothing orders them";
  for (const char* text : {"SECRET", "", "thread 1 of block 0 reads secret[0] at merge.cuh:2",
                           "thread 99999999999999999999999999 of block 0 reads A[0] at an unknown line",
                           "host code reads A[0], which is memory of the device, at a place"}) {
    EXPECT_TRUE(wording().reworded(text, "race").starts_with(meaning)) << text;
    EXPECT_EQ(wording().reworded(text, "race").find("ecret"), std::string::npos);
  }
  EXPECT_EQ(wording().reworded("something else at merge.cuh:2 `no`", "race"),
            meaning + ", at merge.cuh:2 `tile[i] = A[i];`");
  EXPECT_EQ(wording().reworded("null pointer read\nSECRET", "fault"), "null pointer read");
}

TEST_F(WordingTest, names_the_line_that_called_an_earlier_labs_function) {
  const std::string text =
      "thread 0 of block 0 reads A[9], but A has 9 elements of 4 bytes, at co_rank.cuh:19, called at "
      "merge.cuh:2 "
      "`tile[i] = A[i];`";
  EXPECT_EQ(wording().reworded(text, "out_of_bounds"), text);
  const std::string race =
      "thread 1 of block 0 reads A[9] at co_rank.cuh:19, called at merge.cuh:2 `tile[i] = A[i];`, and thread "
      "0 of "
      "the same block writes it at merge.cuh:2 `tile[i] = A[i];`; nothing orders the two";
  EXPECT_EQ(wording().reworded(race, "race"), race);
}

TEST_F(WordingTest, keeps_which_rank_was_asked_for) {
  const std::string text = "null pointer read\nit was asked for k = 4, with m = 5 and n = 0";
  EXPECT_EQ(wording().reworded(text, "fault"), text);
}

TEST_F(WordingTest, quotes_an_assertion_that_the_file_has) {
  const std::string by_host = "assertion `i < n` failed, at merge.cuh:3";
  EXPECT_EQ(wording().reworded(by_host, "assertion"), by_host + " `assert( i<n );`");
  const std::string text = "thread 0 of block 0: assertion `i < n` failed, at merge.cuh:3 `assert( i<n );`";
  EXPECT_EQ(wording().reworded(text, "assertion"), text);
  EXPECT_EQ(wording().reworded("thread 0 of block 0: assertion `secret` failed, at merge.cuh:3", "assertion"),
            "an assertion in a kernel failed, at merge.cuh:3 `assert( i<n );`");
}

TEST_F(WordingTest, takes_a_bounded_time_for_any_text) {
  std::string text = "thread 0 of block 0 reads A[0] at merge.cuh:2 ";
  while (text.size() < 2000) text += "`, and thread 0 of block 0 ";
  EXPECT_TRUE(wording().reworded(text, "race").starts_with("two threads"));
}

}  // namespace
}  // namespace mergelab::judge
