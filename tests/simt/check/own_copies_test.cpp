// Races with a thread's own asynchronous copies, before its wait and after.
#include "checked.hpp"

namespace {

class OwnCopies : public CheckedModule<"own_copies"> {
 protected:
  std::string copies(int mistake) {
    return violations("run_own_copies", numbers(64, "in"), device(64, "out"), mistake);
  }
  std::string stages(int used) {
    return violations("run_stages", numbers(256, "in"), device(32, "out"), used);
  }
};

TEST_F(OwnCopies, that_are_waited_for_leave_no_violation) {
  for (const simt::Order order : kOrders) {
    simt::host::set_order(order);
    EXPECT_EQ(copies(0), "");
    EXPECT_EQ(stages(3), "");
    EXPECT_EQ(violations("run_one_place", numbers(128, "in"), device(32, "out")), "");
    EXPECT_EQ(violations("run_left_behind", numbers(32, "in"), device(32, "out")), "");
  }
}

TEST_F(OwnCopies, race_with_all_that_is_done_to_their_place_before_the_wait) {
  const struct {
    int mistake;
    const char* does;
    const char* line;
  } cases[] = {
      {1, "read slot[0] (shared) at", "`if (mistake == kReadsUnderWay) out[thread] = slot[thread];`"},
      {2, "write slot[0] (shared) at", "`if (mistake == kWritesUnderWay) slot[thread] = 0;`"},
      {3, "write slot[0] (shared) at", "`if (mistake == kCopiesTwice)"}};
  for (const simt::Order order : kOrders) {
    simt::host::set_order(order);
    for (const auto& [mistake, does, line] : cases) {
      const std::string found = copies(mistake);
      EXPECT_TRUE(
          holds(found, {"race: thread ", "`__pipeline_memcpy_async(&slot[thread], &in[thread], 4);`"}))
          << mistake;
      if (order.kind == simt::Order::Kind::Forward) {
        EXPECT_TRUE(holds(found, {"race: thread 0 of block 0 ", does, line,
                                  "; other: async_copy 0 of same_block write at "}));
      }
      EXPECT_EQ(simt::host::violations().front().advice, simt::Advice::own_copy);
    }
    EXPECT_TRUE(holds(copies(4), {"race: thread ", "async_copy "}));
    EXPECT_TRUE(holds(copies(5), {"race: thread ", "read slot[", "async_copy "}));
    EXPECT_TRUE(holds(copies(6), {"race: thread ", "write slot["}));
  }
}

TEST_F(OwnCopies, race_with_others_that_no_barrier_orders_after_the_wait) {
  EXPECT_TRUE(holds(copies(7), {"race: thread ", "slot["}));
}

TEST_F(OwnCopies, race_where_too_few_stages_are_in_the_buffer) {
  for (const simt::Order order : kOrders) {
    simt::host::set_order(order);
    EXPECT_TRUE(holds(stages(2), {"race: thread ", "stage["}));
    EXPECT_TRUE(holds(stages(1), {"race: thread ", "async_copy "}));
  }
}

}  // namespace
