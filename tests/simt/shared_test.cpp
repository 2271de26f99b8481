// Shared memory: contents, aliasing, poison, limits.
#include "module.hpp"
#include "support/test.hpp"

namespace {

constexpr int kInvalidValue = 1;  // cudaErrorInvalidValue

Module shared() { return Module(KERNELS_DIR "/shared.so"); }

TEST(Shared, holds_static_and_dynamic_variables_at_once) {
  for (const int n : {1, 2, 31, 257, 1024}) {
    std::vector<int> data(n), expected(n);
    std::iota(data.begin(), data.end(), 0);
    std::iota(expected.rbegin(), expected.rend(), 0);
    shared().call("run_reverse", data.data(), n);
    EXPECT_EQ(data, expected) << n << " elements";
  }
}

TEST(Shared, is_poisoned_at_the_start_of_every_block) {
  const Module module = shared();
  for (const unsigned char poison : {0xCD, 0x11}) {
    std::vector<int> poisoned(3);
    simt::host::set_shared_poison(poison);
    module.call("run_look", 3, poisoned.data(), 5000, poison);
    EXPECT_EQ(poisoned, std::vector<int>(3, 5100)) << "poison " << int{poison};
  }
  simt::host::set_shared_poison(0xCD);
}

TEST(Shared, poison_is_0xCD_unless_set) {
  int poisoned = 0;
  shared().call("run_look", 1, &poisoned, 10, static_cast<unsigned char>(0xCD));
  EXPECT_EQ(poisoned, 110);
}

TEST(Shared, gives_dynamic_arrays_one_aligned_address) {
  std::vector<int> out(2);
  shared().call("run_alias", out.data());
  EXPECT_EQ(out, (std::vector<int>{1, 1}));
}

TEST(Shared, keeps_arrays_of_template_instances_apart) {
  std::vector<int> out(12);
  shared().call("run_template_arrays", out.data());
  EXPECT_EQ(out, (std::vector<int>{4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8}));
}

TEST(Shared, is_recorded_with_each_launch) {
  const Module module = shared();
  std::vector<int> data(64);
  module.call("run_reverse", data.data(), 64);
  ASSERT_EQ(simt::host::launches().size(), 1U);
  EXPECT_EQ(simt::host::launches()[0].dynamic_shared_bytes, 256U);
  EXPECT_EQ(simt::host::launches()[0].static_shared_bytes, 4U);
}

TEST(Shared, is_counted_by_kernel_and_template_instance) {
  const Module module = shared();
  std::vector<int> out(12);
  module.call("run_template_arrays", out.data());
  module.call("run_look", 1, out.data(), 10, static_cast<unsigned char>(0xCD));
  module.call<int>("run_dynamic", 1024, 0);
  module.call("run_nested");  // what functions have that a kernel calls is the kernel's, too
  std::vector<std::size_t> bytes;
  for (const simt::LaunchRecord& launch : simt::host::launches()) bytes.push_back(launch.static_shared_bytes);
  const std::size_t doubles = 200 + 6 * 8, chars = 200 + 6;
  ASSERT_EQ(bytes.size(), 7U);
  EXPECT_EQ(std::vector(bytes.begin(), bytes.begin() + 4), (std::vector<std::size_t>{16, 32, 100, 0}));
  EXPECT_GT(bytes[4], doubles);
  EXPECT_LE(bytes[4], doubles + 16);  // with the flag and its padding
  EXPECT_GT(bytes[5], chars);
  EXPECT_LE(bytes[5], chars + 16);
  EXPECT_EQ(bytes[6], 200U);
}

TEST(Shared, counts_nothing_in_a_module_without_shared_variables) {
  const Module module(KERNELS_DIR "/basics.so");
  int out = 0;
  module.call("run_macro", &out);
  EXPECT_EQ(simt::host::launches().at(0).static_shared_bytes, 0U);
}

TEST(Shared, launch_needs_the_attribute_for_more_than_48_kib) {
  const Module module = shared();
  EXPECT_EQ(module.call<int>("run_dynamic", 48 * 1024, 0), 0);
  EXPECT_EQ(module.call<int>("run_dynamic", 48 * 1024 + 1, 0), kInvalidValue);
  EXPECT_EQ(simt::host::launches().size(), 1U);
  EXPECT_EQ(module.call<int>("run_dynamic", 227 * 1024, 227 * 1024), 0);
  EXPECT_EQ(module.call<int>("run_dynamic", 1024, 227 * 1024 + 1), kInvalidValue);
}

TEST(Shared, of_two_modules_does_not_mix) {
  const Module first = shared();
  const Module second(KERNELS_DIR "/barriers.so");
  int sum = 0;
  second.call("run_leave_early", &sum);
  EXPECT_EQ(sum, 50);
}

}  // namespace
