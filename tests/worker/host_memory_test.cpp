// A guarded array is next to its guard pages on the requested side, and inputs can't be written.
#include "worker/host_memory.hpp"
#include "support/test.hpp"

namespace mergelab::worker {
namespace {

constexpr std::array<int, 5> kContent{1, 2, 3, 4, 5};

class GuardedArrayTest : public testing::Test {
 protected:
  int* place(wire::Placement placement, bool writable) {
    return static_cast<int*>(array_.place(std::as_bytes(std::span(kContent)), placement, writable));
  }
  GuardedArray array_;
};

using GuardedArrayDeathTest = GuardedArrayTest;

TEST_F(GuardedArrayTest, holds_a_copy_in_both_placements) {
  for (const wire::Placement placement : {wire::Placement::end, wire::Placement::start}) {
    const int* data = place(placement, false);
    EXPECT_EQ(std::memcmp(data, kContent.data(), sizeof kContent), 0);
    EXPECT_EQ(array_.payload().size(), sizeof kContent);
  }
}

TEST_F(GuardedArrayDeathTest, holds_what_was_placed_last_and_is_still_no_result) {
  constexpr std::array<int, 5> kLast{6, 7, 8, 9, 10};
  place(wire::Placement::end, false);
  volatile int* data =
      static_cast<int*>(array_.place(std::as_bytes(std::span(kLast)), wire::Placement::end, false));
  for (std::size_t i = 0; i < kLast.size(); ++i) EXPECT_EQ(data[i], kLast[i]);
  EXPECT_EXIT(data[2] = 0, testing::KilledBySignal(SIGSEGV), "");
}

TEST_F(GuardedArrayDeathTest, ends_a_read_past_the_end) {
  const volatile int* data = place(wire::Placement::end, false);
  EXPECT_EQ(data[4], 5);
  EXPECT_EXIT(static_cast<void>(data[5]), testing::KilledBySignal(SIGSEGV), "");
}

TEST_F(GuardedArrayDeathTest, ends_a_read_before_the_start) {
  const volatile int* data = place(wire::Placement::start, false);
  EXPECT_EQ(data[0], 1);
  EXPECT_EXIT(static_cast<void>(data[-1]), testing::KilledBySignal(SIGSEGV), "");
}

TEST_F(GuardedArrayDeathTest, ends_a_write_to_an_input_but_not_to_a_result) {
  volatile int* input = place(wire::Placement::end, false);
  EXPECT_EXIT(input[2] = 0, testing::KilledBySignal(SIGSEGV), "");
  volatile int* result = place(wire::Placement::end, true);
  result[2] = 7;
  EXPECT_EQ(result[2], 7);
}

TEST_F(GuardedArrayTest, knows_its_own_addresses) {
  const auto data = reinterpret_cast<std::uintptr_t>(place(wire::Placement::end, false));
  EXPECT_TRUE(array_.covers(data + sizeof kContent));
  EXPECT_EQ(array_.offset_of(data + 8), 8);
  EXPECT_EQ(array_.offset_of(data - 4), -4);
  EXPECT_FALSE(array_.covers(reinterpret_cast<std::uintptr_t>(&array_)));
}

TEST_F(GuardedArrayDeathTest, an_empty_array_has_no_element_to_read) {
  const volatile int* data = static_cast<int*>(array_.place({}, wire::Placement::end, false));
  EXPECT_TRUE(array_.payload().empty());
  EXPECT_EXIT(static_cast<void>(data[0]), testing::KilledBySignal(SIGSEGV), "");
}

}  // namespace
}  // namespace mergelab::worker
