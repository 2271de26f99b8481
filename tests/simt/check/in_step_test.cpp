// Threads in step compute the same as with the missing barriers, and every race is reported.
#include "checked.hpp"

namespace {

class InStep : public CheckedModule<"races"> {
 protected:
  void SetUp() override {
    Checked::SetUp();
    simt::host::set_order({simt::Order::Kind::InStep, 0});
  }
};

TEST_F(InStep, a_missing_barrier_changes_nothing) {
  int *right = device(128, "right"), *out = device(128, "out");
  const int* in = numbers(256, "in", true);
  EXPECT_EQ(violations("run_neighbour", right, 0), "");
  EXPECT_TRUE(holds(violations("run_neighbour", out, 1), {"race: "}));
  EXPECT_EQ(values(out, 128), values(right, 128));
  EXPECT_EQ(violations("run_rounds", in, right, 0), "");
  EXPECT_TRUE(holds(violations("run_rounds", in, out, 1), {"race: "}));
  EXPECT_EQ(values(out, 64), values(right, 64));
}

TEST_F(InStep, threads_meet_again_behind_loops_and_calls) {
  int *right = device(32, "right"), *out = device(32, "out");
  const int* in = numbers(256, "in", true);
  EXPECT_EQ(violations("run_uneven_rounds", in, right, 0), "");
  EXPECT_TRUE(holds(violations("run_uneven_rounds", in, out, 1), {"race: "}));
  EXPECT_EQ(values(out, 32), values(right, 32));
  simt::host::set_order({});
  EXPECT_EQ(violations("run_uneven_rounds", in, out, 0), "");
  EXPECT_EQ(values(out, 32), values(right, 32));
  EXPECT_NE(violations("run_uneven_rounds", in, out, 1), "");
  EXPECT_NE(values(out, 32), values(right, 32)) << "else nothing is shown";
}

TEST_F(InStep, idle_threads_do_not_run_ahead_of_a_branch) {
  int *right = device(64, "right"), *out = device(64, "out");
  const int* in = numbers(64, "in", true);
  EXPECT_EQ(violations("run_exchanges", in, right, 0), "");
  EXPECT_TRUE(holds(violations("run_exchanges", in, out, 1), {"race: "}));
  EXPECT_EQ(values(out, 64), values(right, 64));
  simt::host::set_order({});
  EXPECT_NE(violations("run_exchanges", in, out, 1), "");
  EXPECT_NE(values(out, 64), values(right, 64)) << "else nothing is shown";
}

TEST_F(InStep, a_right_program_computes_the_same) {
  int* out = device(64, "out");
  EXPECT_EQ(violations("run_leave_early", out), "");
  EXPECT_EQ(values(out, 32), ([] {
              std::vector<int> expected(32);
              for (int i = 0; i < 32; ++i) expected[i] = i + 32;
              return expected;
            })());
}

}  // namespace
