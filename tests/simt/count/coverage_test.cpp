// Which elements counted code has read, and which it was the last to write.
#include "counted.hpp"
#include "support/test.hpp"

namespace {

using simt::Uncovered;
using simt::host::Covers;
using Why = simt::Uncovered::Why;

constexpr std::size_t kCount = 64, kBytes = kCount * sizeof(int);

std::string in_words(const std::vector<Uncovered>& all) {
  std::string text;
  for (const Uncovered& one : all) {
    constexpr const char* kWhy[] = {"covered", "untouched", "by host", "changed"};
    text += std::to_string(one.count) + " from " + std::to_string(one.first) + ": " +
            kWhy[static_cast<int>(one.why)] + "; ";
  }
  return text;
}
const std::string kAll = "0 from 0: covered; 0 from 0: covered; ";

/// A copy of `in_` to `out_`, which has to read the one and to write the other.
class Coverage : public testing::TestWithParam<std::string> {
 protected:
  Coverage() { begin(); }
  void begin() {
    simt::host::reset_counters();
    simt::host::cover(in_.get(), kBytes, sizeof(int), Covers::Reads);
    simt::host::cover(out_.get(), kBytes, sizeof(int), Covers::Writes);
  }
  template <class... A>
  void call(const char* name, A... arguments) const {
    module_.call(name, arguments...);
  }
  [[nodiscard]] static std::string uncovered() { return in_words(simt::host::uncovered()); }

  const CountedModule counted_{GetParam(), "patterns"};
  const Module module_{COUNTED_DIR "/" + GetParam() + "/patterns.so"};
  const DeviceArray<int> in_{std::vector<int>(kCount, 7)}, out_{kCount};
};
INSTANTIATE_TEST_SUITE_P(Compilers, Coverage, testing::ValuesIn(compilers()),
                         [](const auto& info) { return info.param; });

TEST_P(Coverage, is_nothing_before_a_launch) {
  EXPECT_EQ(uncovered(), "64 from 0: untouched; 64 from 0: untouched; ");
}

TEST_P(Coverage, is_by_elements_and_not_by_sums) {
  for (int i = 0; i < 2; ++i) call("run_vectors_of", in_.get(), out_.get(), 8);
  EXPECT_EQ(uncovered(), "32 from 32: untouched; 32 from 32: untouched; ")
      << "what is read twice does not make up for the rest";
  call("run_vectors_of", in_.get() + 32, out_.get() + 32, 7);
  EXPECT_EQ(uncovered(), "4 from 60: untouched; 4 from 60: untouched; ");
  call("run_vectors_of", in_.get() + 60, out_.get() + 60, 1);
  EXPECT_EQ(uncovered(), kAll);
}

TEST_P(Coverage, takes_parts_and_accesses_that_reach_beyond) {
  simt::host::reset_counters();
  simt::host::cover(in_.get() + 2, 8 * sizeof(int), sizeof(int), Covers::Reads);
  simt::host::cover(out_.get() + 2, 8 * sizeof(int), 2 * sizeof(int), Covers::Writes);
  call("run_vectors_of", in_.get(), out_.get(), 3);
  EXPECT_EQ(uncovered(), kAll);
}

TEST_P(Coverage, is_of_atomics_too) {
  simt::host::reset_counters();
  simt::host::cover(out_.get(), sizeof(int), sizeof(int), Covers::Writes);
  call("run_atomics", out_.get());
  EXPECT_EQ(uncovered(), "0 from 0: covered; ");
}

TEST_P(Coverage, is_of_asynchronous_copies_both_ways) {
  const Module copies(COUNTED_DIR "/" + GetParam() + "/copies.so");
  begin();
  copies.call("run_bulk", in_.get(), static_cast<unsigned>(kBytes), out_.get());
  EXPECT_EQ(uncovered(), kAll);
  begin();
  copies.call("run_ints", in_.get(), 1, 1, out_.get());
  EXPECT_EQ(uncovered(), "32 from 32: untouched; 32 from 32: untouched; ");
}

TEST_P(Coverage, is_of_copies_on_the_device) {
  cudaMemcpy(out_.get(), in_.get(), kBytes / 2, cudaMemcpyDeviceToDevice);
  cudaMemcpy2D(out_.get() + 32, 32, in_.get() + 32, 32, 32, 4, cudaMemcpyDeviceToDevice);
  EXPECT_EQ(uncovered(), kAll);
  cudaMemcpy2D(out_.get(), 8, in_.get(), 8, 4, 32, cudaMemcpyDeviceToDevice);
  EXPECT_EQ(uncovered(), kAll);
}

TEST_P(Coverage, is_of_copies_from_memory_that_host_code_has_not_changed) {
  const Module copies(COUNTED_DIR "/" + GetParam() + "/copies.so");
  for (const int changed : {0, 1}) {
    begin();
    simt::host::limit_host_values(1 << 20, true);
    simt::host::enter_object(__builtin_frame_address(0));
    copies.call("run_managed_to_device", in_.get(), changed, out_.get());
    simt::host::leave_object();
    EXPECT_EQ(uncovered(), changed == 0 ? kAll : "0 from 0: covered; 64 from 0: by host; ");
  }
}

TEST_P(Coverage, ends_where_host_code_writes) {
  cudaMemset(out_.get(), 0, kBytes);
  call("run_vectors_of", in_.get(), out_.get(), 16);
  EXPECT_EQ(uncovered(), kAll) << "filled before, and written by the kernel";
  const int of_host[3] = {7, 7, 7};
  cudaMemcpy(out_.get() + 5, of_host, sizeof of_host, cudaMemcpyHostToDevice);
  EXPECT_EQ(uncovered(), "0 from 0: covered; 3 from 5: by host; ");
  cudaMemset(out_.get() + 60, 7, 16);
  EXPECT_EQ(uncovered(), "0 from 0: covered; 7 from 5: by host; ");
  call("run_vectors_of", in_.get(), out_.get(), 16);
  EXPECT_EQ(uncovered(), kAll);
}

TEST_P(Coverage, ends_where_memory_changes_and_nobody_tells) {
  call("run_vectors_of", in_.get(), out_.get(), 16);
  out_.get()[9] = 8;  // device memory lies open here: a store without a hook
  EXPECT_EQ(uncovered(), "0 from 0: covered; 1 from 9: changed; ");
  call("run_vectors_of", in_.get(), out_.get(), 16);
  EXPECT_EQ(uncovered(), kAll);
}

TEST_P(Coverage, is_forgotten_with_the_counters) {
  simt::host::reset_counters();
  EXPECT_TRUE(simt::host::uncovered().empty());
}

}  // namespace
