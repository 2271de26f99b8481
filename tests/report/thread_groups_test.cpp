// Which threads of a phase behave the same.
#include "report/trace_story.hpp"

#include <gtest/gtest.h>

namespace mergelab::report {
namespace {

using Threads = std::map<int, ThreadPart>;

/// Reads A[0] = 7 `reads` times and writes `value` to the array 3 at `index` and 10 behind it.
ThreadPart part(int index, int value, int reads = 2) {
  ThreadPart part;
  part.read.assign(static_cast<std::size_t>(reads), Cell{0, 0, 7});
  part.written = {Cell{3, index, value}, Cell{3, index + 10, value}};
  return part;
}

std::vector<std::vector<int>> groups(const Threads& threads, const std::vector<int>& alone = {}) {
  std::vector<std::vector<int>> all;
  for (const ThreadGroup& group : group_threads(threads, alone)) all.push_back(group.threads);
  return all;
}

using Groups = std::vector<std::vector<int>>;

TEST(ThreadGroup, write_the_same_values_each_as_far_behind_the_one_before_it) {
  const Threads threads{{0, part(5, 1)}, {1, part(8, 1)}, {2, part(11, 1)}, {4, part(17, 1)}};
  const std::vector<ThreadGroup> found = group_threads(threads, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].threads, (std::vector<int>{0, 1, 2, 4}));
  EXPECT_EQ(found[0].steps, (std::map<int, int>{{0, 0}, {3, 3}}));
}

TEST(ThreadGroup, may_write_the_same_element) {
  const std::vector<ThreadGroup> found = group_threads({{0, part(5, 1)}, {7, part(5, 1)}}, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].steps.at(3), 0);
}

TEST(ThreadGroup, differ_in_a_value_a_place_and_a_count) {
  EXPECT_EQ(groups({{0, part(0, 1)}, {1, part(1, 2)}}), (Groups{{0}, {1}}));
  EXPECT_EQ(groups({{0, part(0, 1)}, {1, part(1, 1)}, {2, part(3, 1)}}), (Groups{{0, 1}, {2}}));
  EXPECT_EQ(groups({{0, part(0, 1)}, {2, part(1, 1)}}), (Groups{{0}, {2}}));  // half an element per thread
  EXPECT_EQ(groups({{0, part(0, 1)}, {1, part(1, 1, 3)}}), (Groups{{0}, {1}}));
  Threads uneven{{0, part(0, 1)}, {1, part(1, 1)}};
  ++uneven[1].written[1].index;
  EXPECT_EQ(groups(uneven), (Groups{{0}, {1}}));
  Threads elsewhere{{0, part(0, 1)}, {1, part(0, 1)}};
  elsewhere[1].written[1].array = 4;
  EXPECT_EQ(groups(elsewhere), (Groups{{0}, {1}}));
}

TEST(ThreadGroup, need_not_be_neighbours_and_stand_alone_where_that_is_wanted) {
  const Threads threads{{0, part(0, 1)}, {1, part(0, 2)}, {2, part(2, 1)}, {3, part(0, 2)}};
  EXPECT_EQ(groups(threads), (Groups{{0, 2}, {1, 3}}));
  EXPECT_EQ(groups(threads, {2}), (Groups{{0}, {1, 3}, {2}}));
  EXPECT_EQ(groups(threads, {1}), (Groups{{0, 2}, {1}, {3}}));
}

}  // namespace
}  // namespace mergelab::report
