// Which thread should have written an element of C: reported only if the other writes allow one answer.
#include <gtest/gtest.h>

#include "judge/traced.hpp"

namespace mergelab::judge {
namespace {

class MissingWriteTest : public testing::Test {
 protected:
  MissingWriteTest() {
    trace_.arrays = {{"A", "global", 12}, {"B", "global", 12}, {"C", "global", 24}};
    trace_.threads = 4;
  }
  void wrote(int block, int thread, int index) {
    TracedRequests& requests = trace_.requests;
    requests.block.push_back(block);
    requests.array.push_back(2);
    requests.kind += 'w';
    requests.first.push_back(static_cast<int>(trace_.events.size()));
    trace_.events.lane.push_back(thread);
    trace_.events.index.push_back(index);
    trace_.events.value.emplace_back(7);
  }
  void expect(int index, int block, int thread) const {
    const auto writer = missing_writer(trace_, constants_, 2, index);
    ASSERT_TRUE(writer.has_value());
    EXPECT_EQ(writer->block, block);
    EXPECT_EQ(writer->thread, thread);
  }

  Trace trace_;
  Numbers constants_;
};

TEST_F(MissingWriteTest, finds_the_thread_of_a_share) {
  for (const int index : {0, 1, 2, 3, 5, 8}) wrote(0, index / 3, index);
  expect(4, 0, 1);
  expect(23, 1, 3);  // the threads' numbers go on from block to block
}

TEST_F(MissingWriteTest, finds_the_thread_of_a_coalesced_store) {
  constants_ = {{"section", 8}, {"tile", 8}};
  for (const int index : {0, 1, 2, 3, 4, 5, 7, 8, 9}) wrote(index / 8, index % 8 % 4, index);
  expect(6, 0, 2);
  expect(11, 1, 3);
}

TEST_F(MissingWriteTest, tells_nothing_where_two_ways_differ) {
  constants_ = {{"section", 12}, {"tile", 6}};
  for (const int index : {0, 1, 2, 3}) wrote(0, index, index);
  EXPECT_TRUE(missing_writer(trace_, constants_, 2, 4).has_value());
  EXPECT_FALSE(
      missing_writer(trace_, constants_, 2, 6).has_value());  // a new round begins there, or goes on counting
}

TEST_F(MissingWriteTest, tells_nothing_of_writes_without_a_pattern) {
  wrote(0, 3, 0);
  EXPECT_FALSE(missing_writer(trace_, constants_, 2, 4).has_value());
  for (const int index : {1, 2, 3}) wrote(0, 3 - index, index);
  wrote(0, 2, 7);
  EXPECT_FALSE(missing_writer(trace_, constants_, 2, 4).has_value());
}

}  // namespace
}  // namespace mergelab::judge
