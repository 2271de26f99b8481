// Kernels whose memory traffic is in every textbook have the textbook's counters, with each compiler.
#include <deque>

#include "counted.hpp"
#include "support/test.hpp"

namespace {

using simt::Counters;

class Counted : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static CountedModule module(const char* name) { return {GetParam(), name}; }
  /// What a call to patterns.cu counts, which uses so many buffers.
  template <class... A>
  [[nodiscard]] static Counters pattern(std::size_t buffers, const char* name, A... arguments) {
    Counters counters = module("patterns").count(name, arguments...);
    if (counters.buffers.size() != buffers) throw std::runtime_error("another number of buffers");
    return counters;
  }
};
INSTANTIATE_TEST_SUITE_P(Compilers, Counted, testing::ValuesIn(compilers()),
                         [](const auto& info) { return info.param; });

TEST_P(Counted, copies_move_more_sectors_the_wider_their_stride) {
  const DeviceArray<int> in(1024 * 16), out(1024);
  for (const auto& [stride, factor] : {std::pair{1, 1U}, {2, 2U}, {4, 4U}, {8, 8U}, {16, 8U}}) {
    const Counters counters = pattern(2, "run_copy", in.get(), out.get(), 8, stride);
    EXPECT_EQ(counters.buffers[0].loads, 1024U);
    EXPECT_EQ(counters.buffers[0].load_bytes, 4096U);
    EXPECT_EQ(counters.buffers[0].load_requests, 32U);
    EXPECT_EQ(counters.buffers[0].load_sectors, 128 * factor) << "stride " << stride;
    EXPECT_EQ(counters.buffers[0].narrow_loads, 0U);
    EXPECT_EQ(counters.buffers[0].fetched, 1024U);
    EXPECT_EQ(counters.buffers[0].ideal_sectors, 128U);
    EXPECT_EQ(counters.buffers[1].stores, 1024U);
    EXPECT_EQ(counters.buffers[1].store_sectors, 128U);
    EXPECT_EQ(counters.buffers[1].loads, 0U);
    EXPECT_EQ(10 * counters.span_accesses + counters.span_probes, stride > 2 ? 21U : 20U);
    EXPECT_EQ(counters.barriers, 0U);
  }
}

TEST_P(Counted, no_array_is_forgotten_if_there_are_many) {
  struct Arrays {
    const int* in[7];
  } arrays{};
  simt::host::set_checking(true);  // which has a faster way
  std::deque<DeviceArray<int>> all;
  for (const int*& in : arrays.in) in = all.emplace_back(32).get();
  const DeviceArray<int> out(32);
  const Counters counters = pattern(8, "run_seven", arrays, out.get(), 5);
  simt::host::set_checking(false);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(counters.buffers[i].loads, 5 * 32U) << i;
}

TEST_P(Counted, a_barrier_that_a_kernel_makes_of_atomics_is_one) {
  EXPECT_EQ(module("patterns").count("run_meetings", 0).barriers, 2U);
  EXPECT_EQ(module("patterns").count("run_meetings", 5).barriers, 2U + 2 * 5);
}

TEST_P(Counted, waits_in_tiles_are_those_of_the_busiest_tile) {
  EXPECT_EQ(module("patterns").count("run_in_tiles", 2).barriers, 4U);
  EXPECT_EQ(module("patterns").count("run_in_tiles", 1).barriers, 4U);
}

TEST_P(Counted, a_barrier_of_the_grid_is_one_of_each_block_and_begins_another_span) {
  const DeviceArray<int> in(64), out(192);
  const Counters counters = module("patterns").count("run_grid_rounds", in.get(), out.get(), 10, 20);
  EXPECT_EQ(counters.barriers, 3U);
  EXPECT_EQ(counters.span_accesses, 10U + 20U + 1U);
  EXPECT_EQ(counters.buffers[0].loads, 30U);
  EXPECT_EQ(counters.buffers[1].stores, 192U);
  EXPECT_EQ(counters.buffers[1].store_requests, 6U);
}

TEST_P(Counted, strides_in_shared_memory_conflict) {
  const CountedModule patterns = module("patterns");
  const DeviceArray<int> out(32);
  for (const auto& [stride, ways] : {std::pair{1, 1U}, {2, 2U}, {8, 8U}, {32, 32U}, {33, 1U}}) {
    const Counters counters = patterns.count("run_shared", stride, out.get());
    EXPECT_EQ(counters.shared_loads, 32U);
    EXPECT_EQ(counters.shared_stores, 32U);
    EXPECT_EQ(counters.shared_requests, 2U);
    EXPECT_EQ(counters.shared_wavefronts, 2 * ways) << "stride " << stride;
    EXPECT_EQ(counters.shared_load_wavefronts, ways) << "stride " << stride;
    EXPECT_EQ(counters.shared_ideal_wavefronts, 2U);
    EXPECT_EQ(counters.barriers, 1U);
  }
}

TEST_P(Counted, a_branch_halves_the_lanes_until_it_ends) {
  const DeviceArray<int> out(96);
  const Counters counters = pattern(1, "run_if_else", out.get());
  EXPECT_EQ(counters.buffers[0].stores, 64U);
  // Each side stores by itself; the store behind the branch is one.
  EXPECT_EQ(counters.buffers[0].store_requests, 3U);
  EXPECT_EQ(counters.buffers[0].store_sectors, 4U + 4U + 4U);
  EXPECT_LT(counters.lane_executions, 32 * counters.block_executions);
}

TEST_P(Counted, loops_of_different_lengths_meet_behind_them) {
  const DeviceArray<int> out(32 * 32 + 1024);
  const Counters counters = pattern(1, "run_trip_counts", out.get());
  EXPECT_EQ(counters.buffers[0].stores, 32U * 33 / 2 + 32);
  EXPECT_EQ(counters.buffers[0].store_requests, 33U);
}

TEST_P(Counted, loads_that_fetch_few_elements_are_narrow) {
  const DeviceArray<int> in(32), out(32);
  const Counters counters = pattern(2, "run_broadcast", in.get(), out.get());
  EXPECT_EQ(counters.buffers[0].loads, 64U);
  EXPECT_EQ(counters.buffers[0].narrow_loads, 64U);
  EXPECT_EQ(counters.buffers[0].fetched, 1U + 4);
  EXPECT_EQ(counters.buffers[0].narrow_fetched, 1U + 4);
  EXPECT_EQ(counters.buffers[0].load_sectors, 2U);
}

TEST_P(Counted, doubles_take_two_words_and_two_halves) {
  const DeviceArray<double> in(64), out(64);
  const Counters counters = pattern(2, "run_wide", in.get(), out.get());
  EXPECT_EQ(counters.buffers[0].load_bytes, 512U);
  EXPECT_EQ(counters.buffers[0].load_sectors, 16U);
  EXPECT_EQ(counters.shared_requests, 4U);
  EXPECT_EQ(counters.shared_wavefronts, 8U);
  EXPECT_EQ(counters.shared_ideal_wavefronts, 8U);
}

TEST_P(Counted, wide_accesses_are_counted_by_their_bytes) {
  const DeviceArray<int> in(128), out(128);
  const Counters counters = pattern(2, "run_vectors", in.get(), out.get());
  EXPECT_EQ(counters.buffers[0].fetched_bytes, 512U);
  EXPECT_EQ(counters.buffers[1].store_bytes, 512U);
  EXPECT_EQ(counters.span_accesses, 8U) << "four elements loaded and four stored";
}

TEST_P(Counted, atomics_are_no_loads_or_stores) {
  const DeviceArray<int> out(1);
  const Counters counters = pattern(1, "run_atomics", out.get());
  EXPECT_EQ(counters.buffers[0].atomics, 24U);
  EXPECT_EQ(counters.buffers[0].loads + counters.buffers[0].stores, 0U);
  EXPECT_EQ(counters.buffers[0].atomic_bytes, 96U);
  EXPECT_EQ(counters.buffers[0].narrow_atomic_bytes, 96U);
  EXPECT_EQ(counters.buffers[0].atomic_sectors, 3U);
  EXPECT_EQ(counters.atomics, 3U * 64 + 24);
  EXPECT_EQ(counters.shared_stores, 3U);
  EXPECT_EQ(counters.barriers, 6U);
}

TEST_P(Counted, large_local_arrays_are_part_of_a_threads_span_only) {
  const DeviceArray<int> out(32);
  const Counters few = pattern(1, "run_local_array", out.get(), 10);
  const Counters many = pattern(1, "run_local_array", out.get(), 110);
  EXPECT_EQ(many.span_accesses - few.span_accesses, 300U);  // two loads and a store each
  EXPECT_EQ(pattern(1, "run_local_variables", out.get(), 110).span_accesses, 1U)
      << "what is stored at the end";
  EXPECT_EQ(many.shared_requests, 0U);
  EXPECT_EQ(many.buffers[0].stores, 32U);
}

TEST_P(Counted, transposes_trade_sectors_for_wavefronts) {
  const CountedModule transpose = module("transpose");
  const std::vector<float> in(64 * 64);
  std::vector<float> out(64 * 64);
  const auto count = [&](int how) {
    return transpose.count("transpose", in.data(), out.data(), 64, 64, 8, how);
  };
  const Counters naive = count(0), tiled = count(1), padded = count(2);
  for (const Counters* counters : {&naive, &tiled, &padded}) {
    ASSERT_EQ(counters->buffers.size(), 2U);
    EXPECT_EQ(counters->buffers[0].load_requests, 128U);
    EXPECT_EQ(counters->buffers[0].load_sectors, 512U);
    EXPECT_EQ(counters->buffers[1].store_requests, 128U);
  }
  EXPECT_EQ(naive.buffers[1].store_sectors, 128U * 32);
  EXPECT_EQ(tiled.buffers[1].store_sectors, 512U);
  EXPECT_EQ(padded.buffers[1].store_sectors, 512U);
  EXPECT_EQ(naive.shared_requests, 0U);
  EXPECT_EQ(tiled.shared_load_wavefronts, 128U * 32);
  EXPECT_EQ(tiled.shared_wavefronts, 128U * 33);
  EXPECT_EQ(padded.shared_wavefronts, 256U);
  EXPECT_EQ(padded.shared_ideal_wavefronts, 256U);
}

TEST_P(Counted, a_tree_of_sums_reads_each_element_once) {
  const CountedModule reduction = module("reduction");
  const std::vector<int> in(4096, 1);
  const Counters counters = reduction.count("sum_array", in.data(), 4096, 4, 128, 0);
  ASSERT_EQ(counters.buffers.size(), 2U);
  EXPECT_EQ(counters.buffers[0].loads, 4096U);
  EXPECT_EQ(counters.buffers[0].load_sectors, 512U);
  EXPECT_EQ(counters.buffers[1].atomics, 4U);
  EXPECT_EQ(counters.shared_loads, 4U * (2 * 127 + 1));
  EXPECT_EQ(counters.shared_stores, 4U * (128 + 127));
  EXPECT_EQ(counters.barriers, 4U * 8);
  EXPECT_EQ(counters.shared_wavefronts, counters.shared_ideal_wavefronts);
}

TEST_P(Counted, sums_by_shuffles_hardly_touch_shared_memory) {
  const CountedModule reduction = module("reduction");
  const std::vector<int> in(4096, 1);
  const Counters counters = reduction.count("sum_array", in.data(), 4096, 4, 128, 1);
  EXPECT_EQ(counters.shared_loads, 16U);
  EXPECT_EQ(counters.shared_stores, 16U);
  EXPECT_EQ(counters.barriers, 4U);
  ASSERT_EQ(counters.buffers.size(), 2U);
  EXPECT_EQ(counters.buffers[0].load_requests, 128U);
}

TEST_P(Counted, a_tiled_matrix_product_reads_each_tile_once_per_block) {
  const CountedModule product = module("matrix_product");
  const std::vector<float> in(64 * 64);
  std::vector<float> out(64 * 64);
  const Counters counters = product.count("matrix_product", in.data(), in.data(), out.data(), 64, 64, 64, 16);
  ASSERT_EQ(counters.buffers.size(), 3U);
  EXPECT_EQ(counters.buffers[0].loads, 64U * 64 * 4);
  EXPECT_EQ(counters.buffers[1].loads, 64U * 64 * 4);
  EXPECT_EQ(counters.buffers[2].stores, 64U * 64);
  EXPECT_EQ(counters.shared_loads, 2U * 64 * 64 * 64);
  EXPECT_EQ(counters.shared_stores, 2U * 64 * 64 * 4);
  EXPECT_EQ(counters.shared_wavefronts, counters.shared_requests);
  EXPECT_EQ(counters.barriers, 16U * 4 * 2);
}

TEST_P(Counted, a_histogram_is_atomics) {
  const CountedModule histogram = module("histogram");
  std::vector<unsigned char> in(1000);
  std::iota(in.begin(), in.end(), 0);
  std::vector<unsigned> bins(256);
  const Counters counters = histogram.count("count_bytes", in.data(), 1000, bins.data(), 4, 64);
  EXPECT_EQ(std::accumulate(bins.begin(), bins.end(), 0U), 1000U);
  ASSERT_EQ(counters.buffers.size(), 2U);
  EXPECT_EQ(counters.buffers[0].loads, 1000U);
  EXPECT_EQ(counters.buffers[0].load_bytes, 1000U);
  EXPECT_GE(counters.buffers[1].atomics, 256U);
  EXPECT_EQ(counters.atomics, 1000 + counters.buffers[1].atomics);
  EXPECT_EQ(counters.shared_stores, 4U * 256);
}

TEST_P(Counted, asynchronous_copies_load_and_store) {
  const DeviceArray<int> in(32), out(32);
  const Counters counters = pattern(2, "run_async_copy", in.get(), out.get());
  EXPECT_EQ(counters.buffers[0].loads, 32U);
  EXPECT_EQ(counters.buffers[0].load_requests, 1U);
  EXPECT_EQ(counters.shared_stores, 32U);
  EXPECT_EQ(counters.shared_loads, 32U);
  EXPECT_EQ(counters.shared_wavefronts, 2U);
}

TEST_P(Counted, an_asynchronous_copy_is_a_load_and_a_store_of_its_thread) {
  std::vector<int> values(32 * 7);
  std::iota(values.begin(), values.end(), 1);
  const DeviceArray<int> in(values), out(values.size());
  EXPECT_EQ(pattern(2, "run_async_copies", in.get(), out.get()).span_accesses, 2U * 7 + 2 * 7);
  std::vector<int> copied(values.size());
  (void)cudaMemcpy(copied.data(), out.get(), copied.size() * sizeof(int), cudaMemcpyDeviceToHost);
  EXPECT_EQ(copied, values);
}

TEST_P(Counted, a_reduction_of_a_warp_is_one_access) {
  std::vector<int> values(32);
  std::iota(values.begin(), values.end(), 1);
  for (const char* name : {"run_reductions", "run_reductions_of_groups"}) {
    const DeviceArray<int> in(values), out(values.size());
    EXPECT_LE(pattern(2, name, in.get(), out.get()).span_accesses, 2U + 1 + 1) << name;
    std::vector<int> totals(values.size());
    (void)cudaMemcpy(totals.data(), out.get(), totals.size() * sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT_EQ(totals, std::vector<int>(32, 32 * 33 / 2)) << name;
  }
}

TEST_P(Counted, copies_on_the_device_load_and_store) {
  const CountedModule patterns = module("patterns");
  const DeviceArray<int> in(1024), out(1024);
  simt::host::reset_counters();
  int of_host[1024];
  cudaMemcpy(of_host, in.get(), sizeof of_host, cudaMemcpyDeviceToHost);
  EXPECT_TRUE(simt::host::counters().buffers.empty()) << "reads by host code are not traffic of a merge";
  cudaMemcpy(out.get(), in.get(), sizeof of_host, cudaMemcpyDeviceToDevice);
  Counters counters = simt::host::counters();
  ASSERT_EQ(counters.buffers.size(), 2U);
  EXPECT_EQ(counters.buffers[0].fetched_bytes, 4096U);
  EXPECT_EQ(counters.buffers[0].load_bytes, 4096U);
  EXPECT_EQ(counters.buffers[1].store_bytes, 4096U);
  EXPECT_EQ(counters.buffers[0].load_sectors, 128U) << "else a pass over an array costs no sectors";
  EXPECT_EQ(counters.buffers[1].store_sectors, 128U);
  EXPECT_EQ(counters.buffers[1].ideal_sectors, 128U);
  EXPECT_EQ(counters.buffers[1].store_requests, 0U);
  simt::host::reset_counters();
  cudaMemcpy2D(out.get(), 32, in.get(), 4, 4, 128, cudaMemcpyDeviceToDevice);  // a row to a column
  counters = simt::host::counters();
  EXPECT_EQ(counters.buffers[0].load_sectors, 16U);
  EXPECT_EQ(counters.buffers[1].store_sectors, 128U);
}

TEST_P(Counted, a_load_of_either_array_counts_where_it_goes) {
  const DeviceArray<int> A(32), B(32), out(32);
  const Counters counters = pattern(3, "run_either", A.get(), B.get(), out.get());
  EXPECT_EQ(counters.buffers[0].loads, 8U);
  EXPECT_EQ(counters.buffers[0].load_sectors, 1U);
  EXPECT_EQ(counters.buffers[1].loads, 24U);
  EXPECT_EQ(counters.buffers[1].load_sectors, 3U);
}

TEST_P(Counted, buffers_are_called_what_the_host_calls_them) {
  const CountedModule patterns = module("patterns");
  const DeviceArray<int> A(32), B(32);
  simt::host::name_allocation(A.get(), "A");
  {
    const DeviceArray<int> gone(32);
    simt::host::name_allocation(gone.get(), "C");
    patterns.count("run_either", A.get(), B.get(), gone.get());
  }
  const Counters counters = simt::host::counters();
  ASSERT_EQ(counters.buffers.size(), 3U);
  EXPECT_EQ(counters.buffers[0].name, "A");
  EXPECT_EQ(counters.buffers[1].name.rfind("buffer ", 0), 0U) << counters.buffers[1].name;
  EXPECT_EQ(counters.buffers[2].name, "C");
}

TEST_P(Counted, variables_of_the_device_are_global_memory) {
  const DeviceArray<int> out(32);
  const Counters counters = pattern(2, "run_look_up", out.get());
  EXPECT_EQ(counters.buffers[1].name, "the variables of the object");
  EXPECT_EQ(counters.buffers[1].loads, 32U);
}

TEST_P(Counted, counts_add_up_over_launches_until_they_are_reset) {
  const CountedModule patterns = module("patterns");
  const DeviceArray<int> out(96);
  const Counters once = patterns.count("run_if_else", out.get());
  const Module again(COUNTED_DIR "/" + GetParam() + "/patterns.so");  // attaching begins anew
  for (int i = 0; i < 3; ++i) again.call("run_if_else", out.get());
  const Counters thrice = simt::host::counters();
  EXPECT_EQ(thrice.buffers.at(0).stores, 3 * once.buffers.at(0).stores);
  EXPECT_EQ(thrice.span, 3 * once.span);
  EXPECT_EQ(thrice.span_accesses, 3 * once.span_accesses);
  simt::host::reset_counters();
  EXPECT_EQ(simt::host::counters().block_executions, 0U);
  EXPECT_TRUE(simt::host::counters().buffers.empty());
}

TEST_P(Counted, nothing_is_counted_unless_asked_for) {
  const CountedModule patterns = module("patterns");
  const DeviceArray<int> out(96);
  simt::host::set_counting(false);
  const Counters counters = patterns.count("run_if_else", out.get());
  EXPECT_TRUE(counters.buffers.empty());
  EXPECT_EQ(counters.block_executions, 0U);
}

}  // namespace
