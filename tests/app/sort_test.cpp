// A lab that sorts: what is made for two sorted arrays says so, and does nothing.
#include <gtest/gtest.h>

#include <string>

#include "app/command.hpp"

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

TEST_F(SortTest, has_no_use_for_two_sorted_arrays) {
  const std::string dir = (source() / "solutions").string();
  expect_says(on_lab({"standalone", "7", "--dir", dir}), 2,
              "standalone can be used for merges of two arrays and for co-ranks");
  EXPECT_FALSE(fs::exists(folder_ / "main_7.cu"));
  expect_says(on_lab({"debug", "7", "--dir", dir}), 2,
              "debug can be used for merges of two arrays and for co-ranks");
  expect_says(on_lab({"trace", "7", "--dir", dir}), 2,
              "trace can be used for merges of two arrays and for co-ranks");
  expect_says(on_lab({"trace", "7", "--dir", dir, "--case", "one_tile/twenty"}), 2, "07_merge_sort sorts");
  expect_says(on_lab({"ask", dir, "--lab", "7"}), 2,
              "ask can be used for merges of two arrays and for co-ranks");
  expect_says(on_lab({"run", "7", "--dir", dir, "--a", "1,2", "--b", "3"}), 2,
              "--a, --b can be used for merges of two arrays and for co-ranks");
  expect_says(on_lab({"run", "7", "--dir", dir, "--html=page.html"}), 2, "--html can be used");
  expect_says(on_lab({"predict", "7"}), 2, "07_merge_sort has no questions");
  expect_says(on_lab({"detective", "7"}), 2, "no bugs of lab 7");
  expect_says(on_lab({"detective", "--make", "7/no_wait"}), 2, "asks for two sorted arrays");
}

}  // namespace
}  // namespace mergelab
