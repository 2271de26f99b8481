// Lab 10, whose function runs on ranks: features for two arrays refuse it, the others work.
#include <gtest/gtest.h>

#include "app/command.hpp"

namespace mergelab {
namespace {

using RanksTest = CommandTest;

TEST_F(RanksTest, have_no_trace_no_program_of_their_own_and_no_questions) {
  fs::copy(source() / "labs", folder_ / "mine", fs::copy_options::recursive);
  const std::string other = " follows one process, and 10_sample_sort ";
  expect_says(mergelab({"trace", "10", "--dir", "mine"}), 2,
              "trace follows one process, and 10_sample_sort runs on ranks");
  expect_says(mergelab({"standalone", "10", "--dir", "mine"}), 2, "standalone" + other);
  expect_says(mergelab({"debug", "10", "--dir", "mine"}), 2, "debug" + other);
  expect_says(mergelab({"run", "10", "--dir", "mine", "--arg", "A=1"}), 2,
              "10_sample_sort runs on ranks: on the course's cases only");
  expect_says(mergelab({"predict", "10"}), 2, "10_sample_sort has no questions");
  expect_says(mergelab({"detective", "10"}), 2, "this course has no bugs of lab 10");
}

TEST_F(RanksTest, are_written_as_data_with_where_each_rank_begins) {
  fs::create_directory(folder_ / "ranks");
  const Ran written = mergelab({"data", "10", "edges/half_and_half_again", "--out", "ranks"});
  expect_says(written, 0, "_starts.npy  9 of int");
  expect_says(written, 0, "_C_expected.npy  5000 of int");
}

}  // namespace
}  // namespace mergelab
