// A thread's local arrays are free as far as registers hold them, and local memory beyond.
#include "counted.hpp"
#include "support/test.hpp"

namespace {

using simt::Counters, simt::kRegisterBytes;

constexpr std::uint64_t kElements = 384, kThreads = 32;

class OwnMemory : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] Counters copy(const char* name) const {
    std::vector<int> values(kElements * kThreads);
    std::iota(values.begin(), values.end(), 1);
    const DeviceArray<int> in(values), out(values.size());
    Counters counters = module_.count(name, in.get(), 5, out.get());
    std::vector<int> copied(values.size());
    (void)cudaMemcpy(copied.data(), out.get(), copied.size() * sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT_EQ(copied, values) << name;
    return counters;
  }
  const CountedModule module_{GetParam(), "own_memory"};
};
INSTANTIATE_TEST_SUITE_P(Compilers, OwnMemory, testing::ValuesIn(compilers()),
                         [](const auto& info) { return info.param; });

TEST_P(OwnMemory, is_free_as_far_as_registers_hold_it) {
  for (const char* name : {"run_few", "run_many", "run_pairs"}) {
    const Counters counters = copy(name);
    EXPECT_EQ(counters.local_bytes, 0U) << name;
    EXPECT_EQ(counters.stack_bytes, 0U) << name;
  }
}

TEST_P(OwnMemory, beyond_that_is_local_memory_wherever_it_lies) {
  for (const char* name :
       {"run_all", "run_struct", "run_frames", "run_recursion", "run_parameter", "run_parameter_of"}) {
    const Counters counters = copy(name);
    EXPECT_GT(counters.stack_bytes, kRegisterBytes) << name;
    EXPECT_GE(counters.local_bytes, sizeof(int) * kElements * kThreads / 4) << name;
  }
}

TEST_P(OwnMemory, is_not_what_a_kernel_only_reads_of_its_parameters) {
  for (const char* name : {"run_table", "run_table_of"}) {
    const Counters counters = copy(name);
    EXPECT_EQ(counters.local_bytes, 0U) << name;
    EXPECT_EQ(counters.stack_bytes, 0U) << name;
  }
}

TEST_P(OwnMemory, of_a_thread_counts_in_its_span) {
  EXPECT_GT(copy("run_all").span_accesses, 2 * kElements + kElements / 4);
}

TEST_P(OwnMemory, of_one_thread_costs_the_others_nothing) {
  const Counters one = copy("run_one_thread"), all = copy("run_all");
  EXPECT_GT(one.stack_bytes, kRegisterBytes);
  EXPECT_GT(one.local_bytes, 0U);
  EXPECT_LE(one.local_bytes, 2 * all.local_bytes / kThreads);
}

TEST_P(OwnMemory, of_a_block_is_gone_when_the_next_one_begins) {
  const DeviceArray<int> out(2 * kThreads);
  (void)module_.count("run_leftovers", 0x600DCAFE, out.get());
  std::vector<int> found(2 * kThreads, -1);
  (void)cudaMemcpy(found.data(), out.get(), found.size() * sizeof(int), cudaMemcpyDeviceToHost);
  EXPECT_EQ(found, std::vector<int>(2 * kThreads));
}

}  // namespace
