// A lab whose function merges lists: features for two arrays refuse it, the others work.
#include <gtest/gtest.h>

#include "app/command.hpp"

namespace mergelab {
namespace {

using ListsTest = CommandTest;

TEST_F(ListsTest, have_no_questions) {
  fs::copy(source() / "labs", folder_ / "mine", fs::copy_options::recursive);
  expect_says(mergelab({"run", "8", "--dir", "mine", "--arg", "A=1", "--arg", "B=2"}), 2,
              "expected NAME=VALUE, where NAME is one of ");
  expect_says(mergelab({"predict", "8"}), 2, "08_k_way_merge has no questions");
  expect_says(mergelab({"detective", "8"}), 2, "this course has no bugs of lab 8");
}

TEST_F(ListsTest, are_taken_and_traced_as_a_user_gives_them) {
  const std::string dir = (source() / "solutions").string();
  const auto with = [&](const char* verb, const char* lists, const char* starts) {
    return mergelab({verb, "8", "--dir", dir, "--arg", lists, "--arg", starts});
  };
  expect_says(with("run", "lists=1,5,2,3", "starts=0,2,4"), 0,
              "your own lists of 4 and starts of 3 elements: right");
  expect_says(with("run", "lists=1,5,2,3", "starts=0,2,3"), 2, "starts says where each list begins");
  expect_says(with("run", "lists=5,1,2,3", "starts=0,2,4"), 2,
              "list 0 is not sorted: element 1 is 1, after 5");
  expect_says(mergelab({"run", "8", "--dir", dir, "--arg", "lists=1"}), 2, "no value is given for starts");
  const Ran traced = with("trace", "lists=1,5,2,3", "starts=0,2,4");
  expect_says(traced, 0, "lists  1 5 2 3");
  expect_says(traced, 0, "starts  0 2 4");
}

TEST_F(ListsTest, are_written_as_data_with_where_each_starts) {
  fs::create_directory(folder_ / "lists");
  const Ran written = mergelab({"data", "8", "one_share/halving", "--out", "lists"});
  expect_says(written, 0, "one_share_halving_lists.npy  1500 of int");
  expect_says(written, 0, "one_share_halving_starts.npy  17 of int");
  expect_says(written, 0, "one_share_halving_C_expected.npy  1500 of int");
}

}  // namespace
}  // namespace mergelab
