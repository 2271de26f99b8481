// Mistakes with counting barriers and their copies, each next to correct code.
#include "checked.hpp"

namespace {

class BulkCopies : public CheckedModule<"bulk_copies"> {
 protected:
  std::string load(int mistake) {
    return violations("run_load", numbers(256, "in"), device(257, "out"), mistake);
  }
  std::string store(int mistake) { return violations("run_store", device(256, "out"), mistake); }
  std::string hand(int handing) { return violations("run_hand", device(1, "out"), handing); }
};

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
    EXPECT_TRUE(holds(load(2),
                      {"race: thread ", "read tile[", "`out[thread] = tile[thread * 3];`; other: bulk_copy 0",
                       " of same_block write at ", "; advice: bulk_copy",
                       "async_copy: copy_left_behind: thread 0 of block 0 at ", "; advice: wait_for_phase"}));
    EXPECT_TRUE(holds(load(3), {"race: thread "}));  // some orders have the reads first
  }
  simt::host::set_order({});
  EXPECT_TRUE(holds(load(3), {"race: thread ", "read tile[", "bulk_copy 0 of same_block write at"}));
}

TEST_F(BulkCopies, race_with_writes_of_their_target) {
  EXPECT_TRUE(holds(load(15), {"race: ", "tile[8] (shared)"}));
}

TEST_F(BulkCopies, on_barriers_that_can_t_complete_are_deadlocks) {
  EXPECT_TRUE(holds(
      load(4), {"deadlock: thread 0 waits for phase bar (shared) at bulk_copies.cu:", "; numbers: 1 65;"}));
  EXPECT_TRUE(holds(load(5), {"deadlock: thread 0 waits for phase bar (shared) at ", "; numbers: 0 64 16;"}));
  EXPECT_TRUE(
      holds(load(6), {"deadlock: thread 0 waits for phase bar (shared) at ", "; numbers: 0 64 -16;"}));
  EXPECT_TRUE(
      holds(load(17), {"deadlock: thread 0 waits for phase bar (shared) at ", "; numbers: 0 64 1008;"}));
  EXPECT_TRUE(holds(violations("run_ask_forever"),
                    {"deadlock: deadlock_of_two: thread 0 waits for phase bar (shared) at bulk_copies.cu:",
                     "; other: thread 32 waits for block at ", "; numbers: 1 33;"}));
}

TEST_F(BulkCopies, need_barriers_that_are_initialised) {
  EXPECT_TRUE(
      holds(load(7), {"async_copy: barrier_not_initialised: thread 0 bar (shared) at ", "; numbers: 3\n"}));
  EXPECT_TRUE(holds(load(8), {"race: thread ", "bar (shared)"}));
  EXPECT_TRUE(
      holds(load(9), {"async_copy: too_many_arrivals: thread 1 bar (shared) at ", "; numbers: 65 63\n"}));
  EXPECT_TRUE(
      holds(load(18), {"async_copy: barrier_arrivals: thread 0 bar (shared) at ", "; numbers: 1048576\n"}));
}

TEST_F(BulkCopies, are_refused_as_the_copy_engine_does) {
  EXPECT_TRUE(holds(
      load(10), {"async_copy: copy_granule: thread 0 of block 0 at bulk_copies.cu:", "; numbers: 1020 16;"}));
  EXPECT_TRUE(holds(load(11), {"async_copy: copy_target_misaligned: ", "; numbers: 1008 16;"}));
  EXPECT_TRUE(holds(load(12), {"async_copy: copy_source_misaligned: ", "; numbers: 1008 16;"}));
  EXPECT_TRUE(holds(load(13), {"async_copy: copy_within_shared: "}));
  EXPECT_TRUE(holds(
      load(14), {"out_of_bounds: outside_array: thread 0 of block 0 read in byte 16 of 1024 by 1024 bytes"}));
}

TEST_F(BulkCopies, to_global_memory_need_a_fence_and_a_wait) {
  EXPECT_TRUE(holds(store(1), {"race: unfenced_copy: thread 0 of block 0 read tile[0] (shared) at ",
                               " of same_block write at ", "; advice: copy_fence"}));
  EXPECT_TRUE(holds(store(2), {"race: thread 0 of block 0 write tile[5] (shared) at ",
                               "; other: bulk_copy 0 of same_block read at "}));
  EXPECT_TRUE(holds(store(3), {"race: thread 0 of block 0 read out[1] at ",
                               "; other: bulk_copy 0 of same_block write at "}));
  EXPECT_TRUE(holds(store(4), {"race: ", "bulk_copy 0"}));
  EXPECT_TRUE(
      holds(store(5), {"race: ", "bulk_copy 0", "async_copy: copy_left_behind: thread 0 of block 0 at ",
                       "; advice: wait_for_group"}));
}

TEST_F(BulkCopies, race_with_writes_of_a_part_of_a_word_that_they_read) {
  EXPECT_EQ(violations("run_store_halves", device(4, "out"), 0), "");
  EXPECT_TRUE(holds(violations("run_store_halves", device(4, "out"), 1),
                    {"race: thread 0 of block 0 write halves[0] (shared) at ",
                     "`if (overwrites) halves[0] = 2;`", "; other: bulk_copy 0 of same_block read at "}));
}

TEST_F(BulkCopies, and_barriers_hand_on_what_came_before_an_arrival_alone) {
  for (const simt::Order order : {kOrders[0], kOrders[1], kOrders[3]}) {
    simt::host::set_order(order);
    for (const int wrong : {1, 2, 5})
      EXPECT_TRUE(holds(hand(wrong), {"race: thread ", "value (shared)"})) << wrong;
  }
}

}  // namespace
