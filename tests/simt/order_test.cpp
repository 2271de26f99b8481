// The orders in which blocks and threads run, and threads that wait for others in a loop.
#include "module.hpp"
#include "support/test.hpp"

namespace {

using simt::Order;

constexpr Order kForward, kReverse{Order::Kind::Reverse, 0};
constexpr Order random_order(std::uint64_t seed) { return {Order::Kind::Random, seed}; }

/// The engine's order while it lives.
class InOrder {
 public:
  explicit InOrder(Order order) { simt::host::set_order(order); }
  InOrder(const InOrder&) = delete;
  InOrder& operator=(const InOrder&) = delete;
  ~InOrder() { simt::host::set_order({}); }
};

std::vector<int> block_turns(Order order, int x, int y = 1, int z = 1) {
  const Module module(KERNELS_DIR "/order.so");
  const InOrder scope(order);
  std::vector<int> turns(static_cast<std::size_t>(x) * y * z);
  int arrivals = 0;
  module.call("run_blocks_arrive", turns.data(), &arrivals, x, y, z);
  return turns;
}

/// Before a barrier and after it.
std::vector<int> thread_turns(Order order, int threads) {
  const Module module(KERNELS_DIR "/order.so");
  const InOrder scope(order);
  std::vector<int> turns(2U * static_cast<unsigned>(threads));
  int arrivals = 0;
  module.call("run_threads_arrive", turns.data(), &arrivals, threads);
  return turns;
}

std::vector<int> count_from(int first, int count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

TEST(Order, runs_blocks_forward_by_default) { EXPECT_EQ(block_turns(kForward, 3, 2, 4), count_from(0, 24)); }

TEST(Order, runs_blocks_backward_when_reversed) {
  std::vector<int> expected = count_from(0, 24);
  std::reverse(expected.begin(), expected.end());
  EXPECT_EQ(block_turns(kReverse, 3, 2, 4), expected);
}

TEST(Order, runs_threads_backward_when_reversed_after_a_barrier_too) {
  std::vector<int> expected = count_from(0, 70), after = count_from(70, 70);
  std::reverse(expected.begin(), expected.end());
  std::reverse(after.begin(), after.end());
  expected.insert(expected.end(), after.begin(), after.end());
  EXPECT_EQ(thread_turns(kReverse, 70), expected);
}

TEST(Order, runs_each_block_once_when_random) {
  for (const int blocks : {1, 2, 3, 5, 64, 100, 1000}) {
    std::vector<int> turns = block_turns(random_order(7), blocks);
    if (blocks > 5) {
      EXPECT_NE(turns, count_from(0, blocks)) << blocks << " blocks";
    }
    std::sort(turns.begin(), turns.end());
    EXPECT_EQ(turns, count_from(0, blocks)) << blocks << " blocks";
  }
}

TEST(Order, runs_blocks_at_random_and_their_threads_forward) {
  constexpr Order kRandomBlocks{Order::Kind::RandomBlocks, 7};
  EXPECT_EQ(block_turns(kRandomBlocks, 100), block_turns(random_order(7), 100));
  EXPECT_EQ(thread_turns(kRandomBlocks, 70), thread_turns(kForward, 70));
}

TEST(Order, runs_each_thread_once_when_random) {
  std::vector<int> turns = thread_turns(random_order(7), 70);
  EXPECT_NE(turns, count_from(0, 140));
  std::sort(turns.begin(), turns.begin() + 70);
  std::sort(turns.begin() + 70, turns.end());
  EXPECT_EQ(turns, count_from(0, 140));
}

TEST(Order, is_the_same_for_the_same_seed_and_another_for_another) {
  EXPECT_EQ(block_turns(random_order(1), 50), block_turns(random_order(1), 50));
  EXPECT_NE(block_turns(random_order(1), 50), block_turns(random_order(2), 50));
  EXPECT_EQ(thread_turns(random_order(1), 50), thread_turns(random_order(1), 50));
  EXPECT_NE(thread_turns(random_order(1), 50), thread_turns(random_order(2), 50));
}

TEST(Order, differs_between_random_launches) {
  const Module module(KERNELS_DIR "/order.so");
  const InOrder scope(random_order(1));
  std::vector<int> first(50), second(50);
  int arrivals = 0;
  module.call("run_blocks_arrive", first.data(), &arrivals, 50, 1, 1);
  arrivals = 0;
  module.call("run_blocks_arrive", second.data(), &arrivals, 50, 1, 1);
  EXPECT_NE(first, second);
}

TEST(Order, shows_a_missing_barrier_that_the_default_hides) {
  const Module module(KERNELS_DIR "/order.so");
  const auto run = [&](Order order) {
    const InOrder scope(order);
    std::vector<int> out(128);
    module.call("run_no_barrier", out.data());
    return out;
  };
  const std::vector<int> forward = run(kForward);
  EXPECT_EQ(forward[127], 126);
  EXPECT_NE(run(kReverse), forward);
  EXPECT_NE(run(random_order(3)), forward);
}

TEST(Order, lets_waiting_threads_meet_the_one_that_they_wait_for) {
  const Module module(KERNELS_DIR "/order.so");
  for (const Order order : {kForward, kReverse, random_order(5)}) {
    const InOrder scope(order);
    for (int how = 0; how < 5; ++how) {
      std::vector<int> flags(70);
      module.call("run_chain", flags.data(), 70, how);
      EXPECT_EQ(flags, std::vector<int>(70, 1)) << "way to wait: " << how;
    }
  }
}

TEST(Order, keeps_a_lock_exclusive) {
  const Module module(KERNELS_DIR "/order.so");
  for (const Order order : {kForward, kReverse, random_order(5)}) {
    const InOrder scope(order);
    int lock = 0, sum = 0;
    module.call("run_locked", &lock, &sum, 100);
    EXPECT_EQ(sum, 300);
  }
}

}  // namespace
