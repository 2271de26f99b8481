// Labs that don't merge two sorted arrays: features for two arrays refuse them, the others work.
#include "app/command.hpp"
#include "model/npy.hpp"

namespace mergelab {
namespace {

// A lab whose function merges lists: features for two arrays refuse it, the others work.

using ListsTest = CommandTest;

using ListsTestSlow = ListsTest;

TEST_F(ListsTest, have_no_questions) {
  fs::copy(source() / "labs", folder_ / "mine", fs::copy_options::recursive);
  expect_says(mergelab("run 8 --dir mine --arg A=1 --arg B=2"), 2,
              "expected NAME=VALUE, where NAME is one of ");
  expect_says(mergelab("predict 8"), 2, "08_k_way_merge has no questions");
  expect_says(mergelab("detective 8"), 2, "this course has no bugs of lab 8");
}

TEST_F(ListsTestSlow, are_taken_and_traced_as_a_user_gives_them) {
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
  expect_says(with("trace", "lists=1,5,2,3", "starts=0,2,4"), 0, "lists  1 5 2 3", "starts  0 2 4");
}

TEST_F(ListsTest, are_written_as_data_with_where_each_starts) {
  fs::create_directory(folder_ / "lists");
  expect_says(mergelab("data 8 one_share/halving --out lists"), 0, "one_share_halving_lists.npy  1500 of int",
              "one_share_halving_starts.npy  17 of int", "one_share_halving_C_expected.npy  1500 of int");
}

// A lab that sorts: features for two sorted arrays refuse it, without effect.

class SortTest : public CommandTest {
 protected:
  /// The course's own lab 7, graded by nothing here.
  [[nodiscard]] Ran on_lab(const Words& words) const {
    return mergelab(words + Words{"--course", source().string()});
  }
};
using SortTestSlow = SortTest;

TEST_F(SortTestSlow, is_given_as_data_with_what_it_has_to_give) {
  const Ran written = on_lab("data 7 plain/two_to_15 --seed 2");
  expect_says(written, 0, "plain_two_to_15_C_expected.npy  32768 of int\n");
  std::vector<int> keys = read_npy(folder_ / "plain_two_to_15_A.npy");
  EXPECT_FALSE(std::is_sorted(keys.begin(), keys.end()));
  std::sort(keys.begin(), keys.end());
  EXPECT_EQ(read_npy(folder_ / "plain_two_to_15_C_expected.npy"), keys);
  EXPECT_FALSE(fs::exists(folder_ / "plain_two_to_15_B.npy"));
  // The suggested command works verbatim.
  const std::size_t at = written.text.find("./lab");
  ASSERT_NE(at, std::string::npos) << written.text;
  const std::string command = written.text.substr(at + 5, written.text.find('#') - at - 5);
  EXPECT_EQ(command, " run --course " + source().string() + " 7 --arg A=plain_two_to_15_A.npy  ");
  expect_says(shell("\"$MERGELAB\"" + command + "--backend cpu --dir " + (source() / "solutions").string()),
              0, "your own A of 32768 elements: right");
}

TEST_F(SortTestSlow, is_traced_with_an_array_of_a_user_s) {
  const std::string dir = (source() / "solutions").string();
  expect_says(on_lab({"trace", "7", "--dir", dir, "--arg", "A=3,1,2"}), 0, "A  3 1 2", "C[0..2]");
  expect_says(on_lab({"trace", "7", "--dir", dir, "--case", "one_tile/twenty"}), 0, "m = 20");
}

TEST_F(SortTestSlow, is_asked_about) {
  expect_says(on_lab({"ask", (source() / "solutions").string(), "--lab", "7"}), 0, "Lab 7, Merge sort.");
}

TEST_F(SortTest, has_no_use_for_two_sorted_arrays) {
  const std::string dir = (source() / "solutions").string();
  expect_says(on_lab({"run", "7", "--dir", dir, "--arg", "A=1,2", "--arg", "B=3"}), 2,
              "expected NAME=VALUE, where NAME is one of A");
  expect_says(on_lab("predict 7"), 2, "07_merge_sort has no questions");
  expect_says(on_lab("detective 7"), 2, "no bugs of lab 7");
}

// Lab 10, whose function runs on ranks: features for two arrays refuse it, the others work.

using RanksTest = CommandTest;

TEST_F(RanksTest, have_no_trace_no_program_of_their_own_and_no_questions) {
  fs::copy(source() / "labs", folder_ / "mine", fs::copy_options::recursive);
  const std::string other = " follows one process, and 10_sample_sort ";
  expect_says(mergelab("trace 10 --dir mine"), 2,
              "trace follows one process, and 10_sample_sort runs on ranks");
  expect_says(mergelab("standalone 10 --dir mine"), 2, "standalone" + other);
  expect_says(mergelab("debug 10 --dir mine"), 2, "debug" + other);
  expect_says(mergelab("run 10 --dir mine --arg A=1"), 2,
              "10_sample_sort runs on ranks: on the course's cases only");
  expect_says(mergelab("predict 10"), 2, "10_sample_sort has no questions");
  expect_says(mergelab("detective 10"), 2, "this course has no bugs of lab 10");
}

TEST_F(RanksTest, are_written_as_data_with_where_each_rank_begins) {
  fs::create_directory(folder_ / "ranks");
  expect_says(mergelab("data 10 edges/half_and_half_again --out ranks"), 0, "_starts.npy  9 of int",
              "_C_expected.npy  5000 of int");
}

}  // namespace
}  // namespace mergelab
