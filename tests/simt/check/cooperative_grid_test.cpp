// The blocks of a cooperative launch wait for each other, and what they have done before is ordered.
#include "checked.hpp"

namespace {

class CooperativeGrid : public CheckedModule<"cooperative_grid"> {
 protected:
  // What the kernel `exchange` leaves, by its definition.
  static std::vector<int> exchanged(int count, int rounds) {
    std::vector<int> out;
    for (int me = 0; me < count; ++me) {
      int local[4] = {me, me + 1, me + 2, me + 3}, sum = 0;
      for (int round = 0; round < rounds; ++round) {
        for (int depth = 1; depth <= round % 3; ++depth) local[depth] += 2 * (depth - 1) + 3;
        sum += (count - 1 - me) * (round + 3);
      }
      for (const int value : local) sum += value;
      out.push_back(sum);
    }
    return out;
  }
};

constexpr int kThreads = 64;

TEST_F(CooperativeGrid, keeps_all_that_its_blocks_have) {
  for (const simt::Order::Kind order : {simt::Order::Kind::Forward, simt::Order::Kind::Reverse,
                                        simt::Order::Kind::Random, simt::Order::Kind::InStep}) {
    simt::host::set_order({order, 7});
    for (const int blocks : {1, 2, 19}) {
      const int count = blocks * kThreads;
      int *out = device(count, "out"), *board = device(count, "board");
      EXPECT_EQ(violations("run_exchange", out, board, blocks, 7), "") << blocks;
      EXPECT_EQ(values(out, count), exchanged(count, 7)) << blocks << " blocks";
      EXPECT_EQ(module_.call<int>("run_ex", out, board, blocks, 2), cudaSuccess);
      EXPECT_EQ(values(out, count), exchanged(count, 2)) << blocks << " blocks";
    }
  }
}

TEST_F(CooperativeGrid, runs_as_well_without_checks) {
  int *out = device(5 * kThreads, "out"), *board = device(5 * kThreads, "board");
  simt::host::set_checking(false);
  module_.call("run_exchange", out, board, 5, 4);
  EXPECT_EQ(values(out, 5 * kThreads), exchanged(5 * kThreads, 4));
}

TEST_F(CooperativeGrid, orders_what_is_on_both_sides_of_a_barrier) {
  int *numbers = device(4, "numbers"), *out = device(4, "out");
  EXPECT_EQ(violations("run_read_neighbour", numbers, out, true), "");
  EXPECT_EQ(values(out, 4), (std::vector<int>{2, 3, 4, 1}));
  EXPECT_EQ(violations("run_arrive_first", device(5, "values"), device(5, "out")), "");
}

TEST_F(CooperativeGrid, orders_nothing_between_two_barriers) {
  EXPECT_TRUE(
      holds(violations("run_read_neighbour", device(4, "numbers"), device(4, "out"), false),
            {"race: thread 0 of block 1 write numbers[1] at ", "; other: thread 0 of block 0 read at "}));
}

TEST_F(CooperativeGrid, keeps_what_the_checks_know_of_shared_memory) {
  int* out = device(3 * kThreads, "out");
  EXPECT_EQ(violations("run_use_shared", out, true, true), "");
  EXPECT_TRUE(holds(violations("run_use_shared", out, false, true),
                    {"race: thread ", " of block 0 write shared[", "; other: ", " read "}));
  EXPECT_TRUE(holds(violations("run_use_shared", out, true, false),
                    {"uninitialised_read: thread 2 of block 0 read shared[3]"}));
}

TEST_F(CooperativeGrid, keeps_copies_under_way) {
  int* out = device(3 * kThreads, "out");
  EXPECT_EQ(violations("run_copy_across", numbers(3 * kThreads, "in"), out), "");
  for (int i = 0; i < 3 * kThreads; ++i) EXPECT_EQ(values(out, 3 * kThreads)[i], i);
}

TEST_F(CooperativeGrid, keeps_barriers_of_its_blocks) {
  int* out = device(3 * kThreads, "out");
  EXPECT_EQ(violations("run_meet_behind", out), "");
  EXPECT_EQ(values(out, 1).front(), kThreads - 1);
}

TEST_F(CooperativeGrid, waits_for_ever_for_a_thread_that_does_not_come) {
  EXPECT_EQ(violations("run_lose_one", 0), "");
  const std::string waits = " waits for grid at cooperative_grid.cu:";
  EXPECT_TRUE(holds(violations("run_lose_one", 1), {"deadlock: grid_deadlock: thread 0 of block 0" + waits,
                                                    "; other: thread 0 of block 1;"}));
  EXPECT_TRUE(holds(violations("run_lose_one", 2), {"deadlock: grid_deadlock: thread 0 of block 1" + waits,
                                                    "; other: thread 5 of block 1;"}));
  EXPECT_TRUE(holds(violations("run_lose_one", 3),
                    {"deadlock: grid_deadlock_of_two: thread 0 of block 1" + waits,
                     "; other: thread 5 of block 1 waits for block at cooperative_grid.cu:"}));
  EXPECT_EQ(violations("run_lose_one", 4), "") << "blocks may wait at different lines";
}

TEST_F(CooperativeGrid, loops_without_end_are_told) {
  simt::host::set_step_limit(20000);
  int* flag = zeros(1, "flag");
  EXPECT_EQ(violations("run_wait_for_flag", flag, 50), "");
  EXPECT_TRUE(holds(violations("run_wait_for_flag", flag, 1 << 30), {"step_limit: "}));
}

TEST_F(CooperativeGrid, must_be_launched_as_one) {
  EXPECT_EQ(module_.call<int>("run_plainly", zeros(1, "flag")), cudaErrorLaunchFailure);
  ASSERT_NE(simt::host::lost_device(), nullptr);
  EXPECT_TRUE(holds(fields_of(*simt::host::lost_device()),
                    {"thread 0 of block 0 at cooperative_grid.cu:", "; advice: launch_cooperatively"}));
}

TEST_F(CooperativeGrid, has_no_more_blocks_than_the_device_runs_at_once) {
  int* flag = zeros(1, "flag");
  EXPECT_EQ(module_.call<int>("run_blocks", flag, 264), cudaSuccess);
  EXPECT_EQ(module_.call<int>("run_blocks", flag, 265), cudaErrorCooperativeLaunchTooLarge);
  EXPECT_EQ(module_.call<int>("run_blocks", flag, 264), cudaSuccess);
}

}  // namespace
