// Kernels in several streams race unless an event, a call that waits or the default stream orders them.
#include "checked.hpp"

namespace {

class Streams : public CheckedModule<"streams"> {
 protected:
  std::string found(const char* name, int kind) {
    return violations(name, zeros(32, "A"), device(32, "C"), kind);
  }
  testing::AssertionResult race(const std::string& found) {
    return holds(found,
                 {"race: thread 0 of block 0 read A[0] at streams.cu:",
                  "; other: thread 0 of kernel_before write at streams.cu:", "; advice: kernels_in_streams"});
  }
};

TEST_F(Streams, race_where_nothing_orders_them) {
  for (const int between : {0, 1, 2, 3, 4, 5, 6, 7}) EXPECT_TRUE(race(found("run_two", between))) << between;
}

TEST_F(Streams, are_ordered_by_events_and_by_what_waits) {
  for (const int between : {10, 11, 12, 13, 14, 15, 16}) EXPECT_EQ(found("run_two", between), "") << between;
}

TEST_F(Streams, are_ordered_by_the_default_stream_unless_they_are_non_blocking) {
  for (const int kind : {0, 1, 2}) EXPECT_TRUE(race(found("run_default", kind))) << kind;
  for (const int kind : {3, 4, 5, 6}) EXPECT_EQ(found("run_default", kind), "") << kind;
}

TEST_F(Streams, order_their_own_launches) {
  EXPECT_EQ(violations("run_three", zeros(32, "A"), device(32, "B"), device(32, "C")), "");
}

TEST_F(Streams, order_copies_and_fills_as_kernels) {
  const std::string thread = "; other: thread 0 of kernel_before write at streams.cu:",
                    call = "; other: call 0 of kernel_before write at streams.cu:";
  const std::string others[] = {
      thread, call,   call,   "; other: call 0 of kernel_before read at streams.cu:",
      call,   thread, thread, thread};
  for (int kind = 0; kind < 8; ++kind) {
    EXPECT_TRUE(holds(found("run_copy", kind),
                      {"race: ", "A", " at streams.cu:", others[kind], "; advice: kernels_in_streams"}))
        << kind;
  }
  EXPECT_TRUE(holds(found("run_copy", 8), {"race: thread 0 of block 0 read A[0] at streams.cu:", call,
                                           "; advice: kernels_in_streams"}));
  EXPECT_TRUE(holds(found("run_copy", 9), {"race: call 0", " read ", " at streams.cu:",
                                           "thread 31 of kernel_before", "; advice: kernels_in_streams"}));
  for (int kind = 10; kind <= 19; ++kind) EXPECT_EQ(found("run_copy", kind), "") << kind;
}

TEST_F(Streams, that_race_with_a_copy_have_a_sentence) {
  static_cast<void>(found("run_copy", 4));
  ASSERT_FALSE(simt::host::violations().empty());
  EXPECT_TRUE(holds(
      simt::host::text_of(simt::host::violations().front()),
      {"cudaMemcpyAsync reads A, byte 0 at streams.cu:", ", and cudaMemsetAsync writes it at streams.cu:"}));
}

TEST_F(Streams, that_race_have_a_sentence) {
  static_cast<void>(found("run_two", 0));
  ASSERT_FALSE(simt::host::violations().empty());
  EXPECT_TRUE(
      holds(simt::host::text_of(simt::host::violations().front()),
            {"thread 0 of block 0 reads A[0] at streams.cu:",
             ", and thread 0 of an earlier kernel, launched at streams.cu:", ", writes it at streams.cu:"}));
}

TEST_F(Streams, run_beside_host_code_until_it_waits) {
  const std::string writes = " of kernel_before write at streams.cu:",
                    reads = " of kernel_before read at streams.cu:";
  const std::string others[] = {"thread 0" + writes, "thread 1" + reads,  "thread 2" + writes,
                                "call 0" + writes,   "call 0" + reads,    "call 0" + writes,
                                "call 0" + writes,   "thread 7" + writes, "call 0" + writes};
  for (int kind = 0; kind < 9; ++kind) {
    EXPECT_TRUE(holds(found("run_host", kind),
                      {"race: host", kind == 1 || kind == 4 ? " write " : " read ",
                       " at streams.cu:", "; other: " + others[kind], "; advice: host_waits"}))
        << kind;
  }
  for (int kind = 10; kind < 24; ++kind) EXPECT_EQ(found("run_host", kind), "") << kind;
}

}  // namespace
