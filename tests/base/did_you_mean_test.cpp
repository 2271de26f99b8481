// The suggestions for a mistyped word, and their message.
#include "base/did_you_mean.hpp"

#include <gtest/gtest.h>

namespace mergelab::base {
namespace {

TEST(Nearest, counts_letters_left_out_added_replaced_and_swapped) {
  const std::vector<std::string> words{"ties", "stability", "edges"};
  for (const char* word : {"tie", "tiess", "tiez", "teis", "TIES"})
    EXPECT_EQ(nearest(word, words), "ties") << word;
}

TEST(Nearest, counts_a_swap_as_one_change) { EXPECT_EQ(nearest("fomr", {"fomab", "form"}), "form"); }

TEST(Nearest, is_the_first_of_equally_near_ones) {
  EXPECT_EQ(nearest("bat", {"cat", "bar"}), "cat");
  EXPECT_EQ(nearest("bar", {"cat", "bar"}), "bar");
}

TEST(Nearest, is_nothing_when_nothing_is_near) {
  EXPECT_EQ(nearest("performance", {"ties", "edges"}), "");
  EXPECT_EQ(nearest("x", {"y"}), "");
  EXPECT_EQ(nearest("", {"a"}), "");
  EXPECT_EQ(nearest("a", {}), "");
}

TEST(DidYouMean, puts_the_question_before_the_rest) {
  EXPECT_EQ(did_you_mean("teis", {"ties"}, "known: ties"), "did you mean 'ties'?  known: ties");
  EXPECT_EQ(did_you_mean("teis", {"ties"}, "known: ties", '"'), "did you mean \"ties\"?  known: ties");
}

TEST(DidYouMean, leaves_out_what_there_is_not) {
  EXPECT_EQ(did_you_mean("teis", {"ties"}, ""), "did you mean 'ties'?");
  EXPECT_EQ(did_you_mean("x", {"ties"}, "known: ties"), "known: ties");
  EXPECT_EQ(did_you_mean("x", {"ties"}, ""), "");
}

}  // namespace
}  // namespace mergelab::base
