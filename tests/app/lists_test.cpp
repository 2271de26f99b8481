// A lab whose function merges lists: features for two arrays refuse it, the others work.
#include <gtest/gtest.h>

#include "app/command.hpp"

namespace mergelab {
namespace {

using ListsTest = CommandTest;

TEST_F(ListsTest, have_no_trace_no_program_of_their_own_and_no_questions) {
  fs::copy(source() / "labs", folder_ / "mine", fs::copy_options::recursive);
  const std::string other =
      " can be used for merges of two arrays and for co-ranks, and 08_k_way_merge merges lists";
  expect_says(mergelab({"trace", "8", "--dir", "mine"}), 2, "trace" + other);
  expect_says(mergelab({"standalone", "8", "--dir", "mine"}), 2, "standalone" + other);
  expect_says(mergelab({"debug", "8", "--dir", "mine"}), 2, "debug" + other);
  expect_says(mergelab({"run", "8", "--dir", "mine", "--html"}), 2, "--html" + other);
  expect_says(mergelab({"run", "8", "--dir", "mine", "--a", "1", "--b", "2"}), 2, "--a, --b" + other);
  expect_says(mergelab({"predict", "8"}), 2, "08_k_way_merge has no questions");
  expect_says(mergelab({"detective", "8"}), 2, "this course has no bugs of lab 8");
}

TEST_F(ListsTest, are_written_as_data_with_where_each_starts) {
  fs::create_directory(folder_ / "lists");
  const Ran written = mergelab({"data", "8", "one_share/halving", "--out", "lists"});
  expect_says(written, 0, "one_share_halving_lists.npy  1500 elements");
  expect_says(written, 0, "one_share_halving_starts.npy  17 elements");
  expect_says(written, 0, "one_share_halving_c.npy  1500 elements");
}

}  // namespace
}  // namespace mergelab
