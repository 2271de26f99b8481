// Asynchronous copies cost the same as the loads and stores that they replace.
#include "counted.hpp"
#include "support/test.hpp"

namespace {

using simt::Counters;

class CountedCopies : public testing::TestWithParam<std::string> {
 protected:
  template <class... A>
  [[nodiscard]] Counters copy(const char* name, A... arguments) const {
    Counters counters = copies_.count(name, arguments...);
    if (counters.buffers.size() != 2) throw std::runtime_error("another number of buffers");
    return counters;
  }
  const CountedModule copies_{GetParam(), "copies"};
  const DeviceArray<int> in_{4 * 32 * 16}, out_{4 * 32};
};
INSTANTIATE_TEST_SUITE_P(Compilers, CountedCopies, testing::ValuesIn(compilers()),
                         [](const auto& info) { return info.param; });

TEST_P(CountedCopies, of_single_elements_move_more_sectors_the_wider_their_stride) {
  for (const auto& [stride, sectors] : {std::pair{1, 4U}, {2, 8U}, {4, 16U}, {8, 32U}, {16, 32U}}) {
    const Counters counters = copy("run_ints", in_.get(), stride, 1, out_.get());
    EXPECT_EQ(counters.buffers[0].loads, 32U);
    EXPECT_EQ(counters.buffers[0].load_bytes, 128U);
    EXPECT_EQ(counters.buffers[0].fetched_bytes, 128U);
    EXPECT_EQ(counters.buffers[0].load_requests, 1U) << "the lanes of a warp copy together";
    EXPECT_EQ(counters.buffers[0].load_sectors, sectors) << "stride " << stride;
    EXPECT_EQ(counters.buffers[0].ideal_sectors, 4U);
    EXPECT_EQ(counters.span_probes, stride > 2 ? 1U : 0U);
    EXPECT_EQ(counters.span_accesses, 4U) << "loaded, stored, loaded, stored";
  }
}

TEST_P(CountedCopies, store_in_shared_memory_with_its_conflicts) {
  for (const auto& [stride, ways] : {std::pair{1, 1U}, {2, 2U}, {8, 8U}, {32, 32U}, {31, 1U}}) {
    const Counters counters = copy("run_ints", in_.get(), 1, stride, out_.get());
    EXPECT_EQ(counters.shared_stores, 32U);
    EXPECT_EQ(counters.shared_wavefronts - counters.shared_load_wavefronts, ways) << "stride " << stride;
    EXPECT_EQ(counters.shared_ideal_wavefronts - counters.shared_load_ideal_wavefronts, 1U);
  }
}

TEST_P(CountedCopies, of_8_and_16_bytes_are_wide_loads_and_stores) {
  const Counters doubles = copy("run_doubles", in_.get(), 1, 1, out_.get());
  EXPECT_EQ(doubles.buffers[0].load_requests, 1U);
  EXPECT_EQ(doubles.buffers[0].load_sectors, 8U);
  EXPECT_EQ(doubles.shared_wavefronts - doubles.shared_load_wavefronts, 2U);
  const Counters quads = copy("run_quads", in_.get(), 1, 1, out_.get());
  EXPECT_EQ(quads.buffers[0].load_bytes, 512U);
  EXPECT_EQ(quads.buffers[0].load_requests, 1U);
  EXPECT_EQ(quads.buffers[0].load_sectors, 16U);
  EXPECT_EQ(quads.shared_wavefronts - quads.shared_load_wavefronts, 4U);
  EXPECT_EQ(copy("run_quads", in_.get(), 2, 1, out_.get()).buffers[0].load_sectors, 32U);
}

TEST_P(CountedCopies, of_many_bytes_go_by_themselves) {
  Counters counters = copy("run_bulk", in_.get(), 512U, out_.get());
  EXPECT_EQ(counters.buffers[0].load_bytes, 512U);
  EXPECT_EQ(counters.buffers[0].load_requests, 1U);
  EXPECT_EQ(counters.buffers[0].load_sectors, 16U);
  EXPECT_EQ(counters.buffers[1].store_requests, 1U);
  EXPECT_EQ(counters.buffers[1].store_sectors, 16U);
  EXPECT_EQ(counters.shared_requests, 0U);
  EXPECT_EQ(counters.shared_wavefronts, 4U + 4) << "stored, and loaded for the way back";
  EXPECT_EQ(counters.shared_load_wavefronts, 4U);
  EXPECT_EQ(counters.shared_ideal_wavefronts, 4U + 4);
  EXPECT_EQ(counters.span_accesses, 0U) << "no thread waits for each word";
  counters = copy("run_bulk", in_.get() + 4, 512U, out_.get());
  EXPECT_EQ(counters.buffers[0].load_sectors, 17U);
  EXPECT_EQ(counters.buffers[0].ideal_sectors, 16U);
  counters = copy("run_bulk", in_.get() + 4, 32U, out_.get());
  EXPECT_EQ(counters.buffers[0].load_sectors, 2U);
  EXPECT_EQ(counters.shared_wavefronts - counters.shared_load_wavefronts, 1U) << "a row that is not full";
}

// Host code may look at what it likes. What it gives kernels then may be what it has found.
TEST_P(CountedCopies, to_host_code_are_loads_once_it_gives_kernels_values) {
  simt::host::name_allocation(in_.get(), "in", true);
  const auto loaded = [&](const char* name, int given) {
    simt::host::limit_host_values(1 << 20, false);
    simt::host::enter_object(__builtin_frame_address(0));
    const Counters counters = copies_.count(name, in_.get(), given, out_.get());
    simt::host::leave_object();
    std::uint64_t bytes = 0;
    for (const simt::BufferCounters& buffer : counters.buffers) bytes += buffer.load_bytes;
    return bytes;
  };
  EXPECT_EQ(loaded("run_look", 8), 0U);
  EXPECT_EQ(loaded("run_look", 64), 512U);
  EXPECT_EQ(loaded("run_look", 8), 0U) << "those of the call before are forgotten";
  EXPECT_EQ(loaded("run_pass", 8), 0U);
  EXPECT_EQ(loaded("run_pass", 64), 512U);
}

TEST_P(CountedCopies, to_constant_memory_load_what_they_copy) {
  const Counters counters = copies_.count("run_to_symbol", in_.get(), out_.get());
  std::uint64_t loads = 0;
  for (const simt::BufferCounters& buffer : counters.buffers) loads += buffer.load_bytes;
  EXPECT_EQ(loads, 2U * 128) << "by the copy, and of constant memory";
}

TEST_P(CountedCopies, of_one_constant_to_a_warp_move_no_sectors) {
  for (const char* fills : {"run_to_symbol", "run_bulk_to_symbol"}) {
    const CountedModule module{GetParam(), "copies"};
    const auto sectors = [&](const char* kernel) {
      std::uint64_t sum = 0;
      for (const simt::BufferCounters& buffer : module.count(kernel, out_.get()).buffers)
        sum += buffer.load_sectors;
      return sum;
    };
    EXPECT_EQ(sectors("run_uniform"), 0U);
    (void)module.count(fills, in_.get(), out_.get());
    EXPECT_EQ(sectors("run_uniform"), 1U) << "of data from device memory: " << fills;
    EXPECT_EQ(sectors("run_scattered"), 4U) << "as many turns as elements: no better than global memory";
  }
}

TEST_P(CountedCopies, by_way_of_the_hosts_memory_are_of_device_memory_unless_it_changes_them) {
  for (const int changed : {0, 1}) {
    const CountedModule module{GetParam(), "copies"};
    simt::host::limit_host_values(1 << 20, true);
    simt::host::enter_object(__builtin_frame_address(0));
    (void)module.count("run_pinned_to_symbol", in_.get(), changed);
    std::uint64_t sectors = 0;
    for (const simt::BufferCounters& buffer : module.count("run_uniform", out_.get()).buffers)
      sectors += buffer.load_sectors;
    simt::host::leave_object();
    EXPECT_EQ(sectors, changed == 0 ? 1U : 0U);
  }
}

TEST_P(CountedCopies, load_only_what_is_not_filled_up) {
  const Counters counters = copy("run_filled_up", in_.get(), out_.get());
  EXPECT_EQ(counters.buffers[0].load_bytes, 32U * 12);
  EXPECT_EQ(counters.buffers[0].loads, 32U * 3);
}

}  // namespace
