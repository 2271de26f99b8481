// Barriers that count arrivals and bytes, and bulk copies: what kernels compute with them, in every order.
#include "module.hpp"
#include "support/test.hpp"

namespace {

constexpr int kElements = 7 * 256;

class AsyncBarriers : public testing::Test {
 protected:
  void SetUp() override {
    std::vector<int> numbers(kElements);
    std::iota(numbers.begin(), numbers.end(), 0);
    ASSERT_EQ(cudaMalloc(reinterpret_cast<void**>(&in_), sizeof(int) * kElements), cudaSuccess);
    ASSERT_EQ(cudaMalloc(reinterpret_cast<void**>(&out_), sizeof(int) * kElements), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(in_, numbers.data(), sizeof(int) * kElements, cudaMemcpyHostToDevice), cudaSuccess);
  }
  void TearDown() override {
    cudaFree(in_);
    cudaFree(out_);
    simt::host::set_order({});
  }
  /// How many values a function found wrong, in all orders together.
  template <class... A>
  int wrong(const char* name, A... arguments) {
    int sum = 0;
    for (const simt::Order order : {simt::Order{}, simt::Order{simt::Order::Kind::Reverse},
                                    simt::Order{simt::Order::Kind::Random, 3}}) {
      simt::host::set_order(order);
      cudaMemset(out_, 0, sizeof(int) * kElements);
      sum += module_.call<int>(name, in_, out_, arguments...);
    }
    return sum;
  }

 private:
  Module module_{KERNELS_DIR "/async_barriers.so"};
  int *in_ = nullptr, *out_ = nullptr;
};

TEST_F(AsyncBarriers, are_waited_for_by_all_for_what_one_thread_copies) {
  EXPECT_EQ(wrong("run_by_one_thread"), 0);
}
TEST_F(AsyncBarriers, take_copies_of_each_thread_and_of_a_group) {
  EXPECT_EQ(wrong("run_by_each_thread"), 0);
  for (const int count : {1, 3, 64, 255, 256}) EXPECT_EQ(wrong("run_by_a_group", count), 0) << count;
}
TEST_F(AsyncBarriers, keep_two_stages_apart_by_the_parity_of_phases) { EXPECT_EQ(wrong("run_in_stages"), 0); }
TEST_F(AsyncBarriers, leave_groups_of_copies_to_global_memory_to_their_thread) {
  EXPECT_EQ(wrong("run_to_global"), 0);
}
TEST_F(AsyncBarriers, split_arriving_from_waiting_and_let_threads_leave) {
  EXPECT_EQ(wrong("run_phases"), 0);
}
TEST_F(AsyncBarriers, call_a_function_when_all_have_arrived) { EXPECT_EQ(wrong("run_completion"), 0); }
TEST_F(AsyncBarriers, answer_who_asks_when_nobody_else_can_go_on) { EXPECT_EQ(wrong("run_asking"), 0); }

}  // namespace
