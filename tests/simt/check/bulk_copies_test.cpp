// Mistakes with counting barriers and their copies, each next to correct code.
#include "checked.hpp"

namespace {

class BulkCopies : public Checked {
 protected:
  BulkCopies() : Checked("bulk_copies") {}
  void TearDown() override {
    simt::host::set_order({});
    Checked::TearDown();
  }
  std::string load(int mistake) {
    return violations("run_load", numbers(256, "in"), device(257, "out"), mistake);
  }
  std::string store(int mistake) { return violations("run_store", device(256, "out"), mistake); }
  std::string hand(int handing) { return violations("run_hand", device(1, "out"), handing); }
};

constexpr simt::Order kOrders[] = {{simt::Order::Kind::Forward},
                                   {simt::Order::Kind::Reverse},
                                   {simt::Order::Kind::Random, 5},
                                   {simt::Order::Kind::InStep}};

TEST_F(BulkCopies, that_are_waited_for_leave_no_violation) {
  for (const simt::Order order : kOrders) {
    simt::host::set_order(order);
    for (const int right : {0, 1, 16}) EXPECT_EQ(load(right), "") << right;
    EXPECT_EQ(store(0), "");
    for (const int right : {0, 3, 4}) EXPECT_EQ(hand(right), "") << right;
  }
}

TEST_F(BulkCopies, race_with_reads_before_a_wait) {
  for (const simt::Order order : kOrders) {
    simt::host::set_order(order);
    EXPECT_TRUE(holds(
        load(2),
        {"race: thread ", "reads tile[", "`out[thread] = tile[thread * 3];`, and a bulk copy of thread 0",
         " of the same block writes it at ", "nothing orders the two",
         "async_copy: thread 0 of block 0 starts a bulk copy at ", "before anybody has waited for it"}));
    EXPECT_TRUE(holds(load(3), {"race: thread "}));  // some orders have the reads first
  }
  simt::host::set_order({});
  EXPECT_TRUE(holds(load(3),
                    {"race: thread ", "reads tile[", "a bulk copy of thread 0 of the same block writes it"}));
  (void)load(2);
  EXPECT_NE(advice_of(simt::host::violations().front()).find("is a wait for its barrier"), std::string::npos);
}

TEST_F(BulkCopies, race_with_writes_of_their_target) {
  EXPECT_TRUE(holds(load(15), {"race: ", "tile[8] (shared)"}));
}

TEST_F(BulkCopies, on_barriers_that_can_t_complete_are_deadlocks) {
  EXPECT_TRUE(holds(load(4), {"deadlock: thread 0 waits at bulk_copies.cu:",
                              "for bar (shared), which lacks 1 of 65 arrivals"}));
  EXPECT_TRUE(holds(load(5), {"deadlock: thread 0 waits at ", "for bar (shared), which lacks 16 bytes"}));
  EXPECT_TRUE(holds(load(6), {"deadlock: thread 0 waits at ",
                              "for bar (shared), which got 16 bytes that nobody announced"}));
  EXPECT_TRUE(holds(load(17), {"deadlock: thread 0 waits at ", "for bar (shared), which lacks 1008 bytes"}));
  EXPECT_TRUE(
      holds(violations("run_ask_forever"),
            {"deadlock: thread 0 waits at bulk_copies.cu:",
             "for bar (shared), which lacks 1 of 33 arrivals; thread 32 waits at ", "for its block"}));
}

TEST_F(BulkCopies, need_barriers_that_are_initialised) {
  EXPECT_TRUE(holds(load(7), {"async_copy: thread 0 starts a copy that arrives on bar (shared) at ",
                              ", which no thread of its block has initialised"}));
  EXPECT_TRUE(holds(load(8), {"race: thread ", "bar (shared)", "nothing orders the two"}));
  EXPECT_TRUE(holds(load(9), {"async_copy: thread 1 arrives at bar (shared) at ",
                              ": it counts for 65, and 63 were missing in this phase"}));
  EXPECT_TRUE(holds(load(18), {"async_copy: thread 0 initialises bar (shared) at ",
                               "for 1048576 arrivals; 1 to 1048575 are possible"}));
}

TEST_F(BulkCopies, are_refused_as_the_copy_engine_does) {
  EXPECT_TRUE(holds(load(10), {"async_copy: the bulk copy at bulk_copies.cu:",
                               "in thread 0 of block 0 copies 1020 bytes, which is not a multiple of 16"}));
  EXPECT_TRUE(
      holds(load(11), {"async_copy: the bulk copy at ", "but its target is not aligned to 16 bytes"}));
  EXPECT_TRUE(
      holds(load(12), {"async_copy: the bulk copy at ", "but its source is not aligned to 16 bytes"}));
  EXPECT_TRUE(
      holds(load(13), {"async_copy: the bulk copy at ", "copies from shared memory to shared memory"}));
  EXPECT_TRUE(
      holds(load(14),
            {"out_of_bounds: thread 0 of block 0 reads 1024 bytes at byte 16 of in, which has 1024 bytes"}));
}

TEST_F(BulkCopies, to_global_memory_need_a_fence_and_a_wait) {
  EXPECT_TRUE(
      holds(store(1), {"race: thread 0 of block 0 copies tile[0] (shared) at ",
                       " of the same block writes it at ", "; no fence for copies stands between the two"}));
  EXPECT_TRUE(holds(store(2), {"race: thread 0 of block 0 writes tile[5] (shared) at ",
                               "and a bulk copy of thread 0 of the same block reads it at "}));
  EXPECT_TRUE(holds(store(3), {"race: thread 0 of block 0 reads out[1] at ",
                               "and a bulk copy of thread 0 of the same block writes it at "}));
  EXPECT_TRUE(holds(store(4), {"race: ", "a bulk copy of thread 0"}));
  EXPECT_TRUE(holds(store(5), {"race: ", "a bulk copy of thread 0",
                               "async_copy: thread 0 of block 0 starts a bulk copy at ",
                               "and its block ends before anybody has waited for it"}));
}

TEST_F(BulkCopies, race_with_writes_of_a_part_of_a_word_that_they_read) {
  EXPECT_EQ(violations("run_store_halves", device(4, "out"), 0), "");
  EXPECT_TRUE(
      holds(violations("run_store_halves", device(4, "out"), 1),
            {"race: thread 0 of block 0 writes halves[0] (shared) at ", "`if (overwrites) halves[0] = 2;`",
             "and a bulk copy of thread 0 of the same block reads it at "}));
}

TEST_F(BulkCopies, and_barriers_hand_on_what_came_before_an_arrival_alone) {
  for (const simt::Order order : {kOrders[0], kOrders[1], kOrders[3]}) {
    simt::host::set_order(order);
    for (const int wrong : {1, 2, 5}) {
      EXPECT_TRUE(holds(hand(wrong), {"race: thread ", "value (shared)", "nothing orders the two"})) << wrong;
    }
  }
}

}  // namespace
