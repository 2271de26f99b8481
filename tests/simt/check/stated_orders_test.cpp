// The ordering by atomics that state their order, and a kernel's access to results of the previous one, which
// still runs.
#include "checked.hpp"

namespace {

class StatedOrders : public CheckedModule<"stated_orders"> {
 protected:
  std::string between_blocks(int order) {
    return violations("run_between_blocks", zeros(1, "value"), zeros(1, "flag"), device(3, "out"), order);
  }
  std::string between_warps(int order) { return violations("run_between_warps", device(1, "out"), order); }
  std::string overlap(int waits, int synchronises, int allows) {
    return violations("run_overlap", zeros(32, "values"), device(32, "out"), waits, synchronises, allows);
  }
};

TEST_F(StatedOrders, hand_on_what_was_released_to_who_acquires_it) {
  for (const auto kind : {simt::Order::Kind::Forward, simt::Order::Kind::Reverse}) {
    simt::host::set_order({kind});
    EXPECT_EQ(between_blocks(0), "");
    EXPECT_EQ(between_blocks(3), "");
    EXPECT_EQ(between_warps(0), "");
  }
}

TEST_F(StatedOrders, hand_on_nothing_else) {
  for (const int wrong : {1, 2, 4, 5, 6}) {
    EXPECT_TRUE(holds(between_blocks(wrong), {"race: thread 0 of block 1 read value[0] at stated_orders.cu:",
                                              "; other: thread 0 of block 0 write at "}))
        << wrong;
    EXPECT_FALSE(simt::host::violations().front().is_with_kernel_before());
  }
  for (const int wrong : {1, 2}) {
    EXPECT_TRUE(holds(between_warps(wrong), {"race: thread 32 of block 0 read value (shared) at ",
                                             "; other: thread 0 of same_block write at "}))
        << wrong;
  }
}

TEST_F(StatedOrders, have_a_scope) {
  const auto shared = [&](int how) {
    return violations("run_share", zeros(192, "data"), zeros(1, "lock"), how);
  };
  for (const int right : {0, 2, 6}) EXPECT_EQ(shared(right), "") << right;
  EXPECT_TRUE(holds(shared(1), {"race: thread 0 of block 1 update data[0] at stated_orders.cu:"}));
  for (const int wrong : {3, 4})
    EXPECT_TRUE(holds(shared(wrong), {"race: thread 0 of block 1 read data[0] at stated_orders.cu:"}))
        << wrong;
  EXPECT_TRUE(holds(shared(5), {"race: thread 0 of block 1 update lock"}));
  EXPECT_EQ(violations("run_sum_of_threads", zeros(1, "sum"), 1), "");
  EXPECT_TRUE(holds(violations("run_sum_of_threads", zeros(1, "sum"), 2), {"race: thread 1 of block 0"}));
}

TEST_F(StatedOrders, overlapping_launches_wait_for_the_one_before) {
  EXPECT_EQ(overlap(1, 0, 1), "");
  EXPECT_TRUE(
      holds(overlap(0, 0, 1), {"race: thread 0 of block 0 read values[31] at ",
                               "; other: thread 31 of kernel_before write at ", "; advice: kernel_before"}));
  EXPECT_TRUE(simt::host::violations().front().is_with_kernel_before());
  EXPECT_EQ(overlap(0, 1, 1), "");  // the host has waited
  EXPECT_EQ(overlap(0, 0, 0), "");  // they may not overlap
}

}  // namespace
