// Atomics that state their order and scope, reductions of a warp, and launches that may overlap.
#include "module.hpp"
#include "support/test.hpp"

namespace {

class OrderedAtomics : public testing::Test {
 protected:
  void TearDown() override {
    for (void* memory : memory_) cudaFree(memory);
    simt::host::set_order({});
  }
  template <class T>
  T* zeros(std::size_t count) {
    void* memory = nullptr;
    if (cudaMalloc(&memory, count * sizeof(T)) != cudaSuccess) throw std::runtime_error("no memory");
    memory_.push_back(memory);
    cudaMemset(memory, 0, count * sizeof(T));
    return static_cast<T*>(memory);
  }
  template <class T>
  static std::vector<T> values(const T* memory, std::size_t count) {
    std::vector<T> copy(count);
    cudaMemcpy(copy.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost);
    return copy;
  }
  Module module_{KERNELS_DIR "/ordered_atomics.so"};
  std::vector<void*> memory_;
};

TEST_F(OrderedAtomics, update_values_of_every_size) {
  int* ints = zeros<int>(6);
  auto* reals = zeros<double>(1);
  auto* wide = zeros<unsigned long long>(1);
  auto* bytes = zeros<unsigned char>(64);
  module_.call("run_update", ints, reals, wide, bytes);
  EXPECT_EQ(values(ints, 6), (std::vector<int>{192, -63, 63, 511, 0, 11}));
  EXPECT_EQ(values(reals, 1)[0], 32.0);
  EXPECT_EQ(values(wide, 1)[0], 192U);
  EXPECT_EQ(values(bytes, 64), std::vector<unsigned char>(64, 5));
}

TEST_F(OrderedAtomics, hand_values_on_in_any_order_of_threads) {
  for (const auto kind : {simt::Order::Kind::Forward, simt::Order::Kind::Reverse}) {
    simt::host::set_order({kind});
    int* out = zeros<int>(1);
    module_.call("run_flag", out);
    EXPECT_EQ(values(out, 1)[0], 7);
    module_.call("run_last_block", zeros<int>(4), zeros<unsigned>(1), out);
    EXPECT_EQ(values(out, 1)[0], 10);
  }
}

TEST_F(OrderedAtomics, of_a_warp_are_reductions) {
  int* out = zeros<int>(7);
  module_.call("run_reduce", out);
  EXPECT_EQ(values(out, 7), (std::vector<int>{-784, -40, -9, 64, 31, 0, 496}));
}

TEST_F(OrderedAtomics, need_no_more_than_the_wait_of_an_overlapping_launch) {
  int* out = zeros<int>(64);
  EXPECT_EQ(module_.call<int>("run_overlapping", zeros<int>(64), out), cudaSuccess);
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(values(out, 64)[static_cast<std::size_t>(i)], 34 - (i % 32 + 1)) << i;
  EXPECT_EQ(module_.call<int>("run_cluster_attribute", zeros<int>(64), out), cudaErrorNotSupported);
}

}  // namespace
