// A lab that sorts: features for two sorted arrays refuse it, without effect.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/command.hpp"
#include "course/course.hpp"
#include "model/npy.hpp"

namespace mergelab {
namespace {

class SortTest : public CommandTest {
 protected:
  /// The course's own lab 7, graded by nothing here.
  [[nodiscard]] Ran on_lab(std::vector<std::string> words) const {
    words.insert(words.end(), {"--course", source().string()});
    return mergelab(std::move(words));
  }
};

TEST_F(SortTest, is_given_as_data_with_what_it_has_to_give) {
  const Ran written = on_lab({"data", "7", "plain/two_to_15", "--seed", "2"});
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

TEST_F(SortTest, is_traced_with_an_array_of_a_user_s) {
  const std::string dir = (source() / "solutions").string();
  const Ran traced = on_lab({"trace", "7", "--dir", dir, "--arg", "A=3,1,2"});
  expect_says(traced, 0, "A  3 1 2");
  expect_says(traced, 0, "C[0..2]");
  expect_says(on_lab({"trace", "7", "--dir", dir, "--case", "one_tile/twenty"}), 0, "m = 20");
}

TEST_F(SortTest, is_asked_about) {
  expect_says(on_lab({"ask", (source() / "solutions").string(), "--lab", "7"}), 0, "Lab 7, Merge sort.");
}

TEST_F(SortTest, has_no_use_for_two_sorted_arrays) {
  const std::string dir = (source() / "solutions").string();
  expect_says(on_lab({"run", "7", "--dir", dir, "--arg", "A=1,2", "--arg", "B=3"}), 2,
              "expected NAME=VALUE, where NAME is one of A");
  expect_says(on_lab({"predict", "7"}), 2, "07_merge_sort has no questions");
  expect_says(on_lab({"detective", "7"}), 2, "no bugs of lab 7");
  expect_says(on_lab({"detective", "--make", "7/no_wait"}), 2, "its kit lists none for 07_merge_sort");
}

}  // namespace
}  // namespace mergelab
