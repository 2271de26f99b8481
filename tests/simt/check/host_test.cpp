// The limits of host code's memory and steps.
#include <algorithm>

#include "checked.hpp"

namespace {

class HostCode : public Checked {
 protected:
  HostCode() : Checked("host") {}
};

TEST_F(HostCode, has_its_variables_and_its_arguments) {
  std::vector<int> values(64, 1);
  simt::host::allow_host(values.data(), 64 * sizeof(int), "values", true);
  EXPECT_EQ(violations("run_sum", values.data(), 64), "");
  EXPECT_EQ(violations("run_pinned"), "");
}

TEST_F(HostCode, may_not_leave_its_arguments) {
  std::vector<int> values(64, 1);
  EXPECT_TRUE(
      holds(violations("run_sum", values.data(), 64), {"wild_pointer: host code reads memory", "host.cu:"}));
  simt::host::allow_host(values.data(), 60 * sizeof(int), "values", true);
  EXPECT_TRUE(holds(
      violations("run_sum", values.data(), 64),
      {"out_of_bounds: host code reads values[60], but values has 60 elements of 4 bytes, at host.cu:"}));
  EXPECT_TRUE(
      holds(violations("run_write", static_cast<int*>(nullptr), 3), {"wild_pointer: ", "null pointer"}));
}

TEST_F(HostCode, may_not_write_what_it_may_only_read) {
  std::vector<int> values(64, 1);
  simt::host::allow_host(values.data(), 64 * sizeof(int), "values", true);
  EXPECT_TRUE(holds(violations("run_write", values.data(), 3), {"write_to_const: host code writes values"}));
  simt::host::clear_host_arguments();
  simt::host::allow_host(values.data(), 64 * sizeof(int), "values", false);
  EXPECT_EQ(violations("run_write", values.data(), 3), "");
}

TEST_F(HostCode, reaches_device_memory_by_copies_only) {
  EXPECT_TRUE(holds(violations("run_sum", numbers(64, "A"), 64),
                    {"host_access: host code reads A[0], which is memory of the device, at host.cu:"}));
  EXPECT_TRUE(holds(violations("run_write", numbers(64, "A"), 64), {"host_access: "}));
}

TEST_F(HostCode, is_seen_through_memcpy) {
  std::vector<int> to(64), from(64);
  simt::host::allow_host(from.data(), 64 * sizeof(int), "from", true);
  simt::host::allow_host(to.data(), 64 * sizeof(int), "to", false);
  EXPECT_EQ(violations("run_copy_memory", to.data(), from.data(), 64), "");
  EXPECT_TRUE(holds(violations("run_copy_memory", to.data(), from.data(), 65), {"out_of_bounds: ", "from"}));
  EXPECT_TRUE(holds(violations("run_copy_memory", to.data(), numbers(64, "A"), 64),
                    {"host_access: host code reads A"}));
}

/// A call of the object as the worker makes it.
class CallOfAnObject : public HostCode {
 protected:
  template <class... A>
  __attribute__((noinline)) std::string calling(const char* name, A... arguments) {
    simt::host::enter_object(__builtin_frame_address(0));
    std::string seen = violations(name, arguments...);
    simt::host::leave_object();
    return seen;
  }
  std::vector<char> heap_ = std::vector<char>(sizeof(cudaDeviceProp), 'x');
};

constexpr int kWritingCalls = 14;

TEST_F(CallOfAnObject, has_the_api_write_only_where_it_may_itself) {
  const std::vector<char> before = heap_;
  static char ours[sizeof(cudaDeviceProp)];
  for (int call = 0; call < kWritingCalls; ++call) {
    EXPECT_TRUE(
        holds(calling("run_api", call, heap_.data()), {"wild_pointer: cuda", " writes ", "not the caller's"}))
        << call;
    EXPECT_TRUE(holds(calling("run_api", call, ours), {"wild_pointer: cuda"})) << call;
  }
  EXPECT_EQ(heap_, before);
  simt::host::allow_host(heap_.data(), heap_.size(), "heap", false);
  for (int call = 0; call < kWritingCalls; ++call)
    EXPECT_EQ(calling("run_api", call, heap_.data()), "") << call;
  EXPECT_EQ(calling("run_own_api"), "");
}

TEST_F(CallOfAnObject, faults_at_device_memory_where_accesses_are_not_checked) {
  simt::host::set_checking(false);
  int* A = numbers(64, "A");
  EXPECT_EXIT(calling("run_sum", A, 64), testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(calling("run_write", A, 3), testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EQ(calling("run_fill", A, 64), "");  // a kernel, and a copy of what it wrote
  EXPECT_EQ(A[63], 63) << "its caller may touch it again";
}

TEST_F(CallOfAnObject, has_the_api_read_only_what_it_may_itself) {
  EXPECT_TRUE(
      holds(calling("run_api", kWritingCalls, heap_.data()), {"wild_pointer: cudaMemcpy reads 4 bytes"}));
  simt::host::allow_host(heap_.data(), heap_.size(), "heap", true);
  EXPECT_EQ(calling("run_api", kWritingCalls, heap_.data()), "");
  EXPECT_TRUE(holds(calling("run_api", 0, heap_.data()), {"wild_pointer: cudaMemcpy writes 4 bytes"}));
}

TEST_F(CallOfAnObject, can_not_write_to_its_callers_variables) {
  int ours = 0;
  EXPECT_TRUE(holds(calling("run_write_at", &ours), {"wild_pointer: host code writes"}));
  EXPECT_TRUE(holds(calling("run_api", 0, static_cast<void*>(&ours)), {"wild_pointer: cudaMemcpy writes"}));
  EXPECT_EQ(ours, 0);
}

TEST_F(CallOfAnObject, has_no_handles_but_those_that_it_was_given) {
  const std::vector<char> before = heap_;
  simt::host::allow_host(heap_.data(), heap_.size(), "heap", false);
  EXPECT_EQ(module_.call<int>("run_forged", static_cast<void*>(heap_.data())), 4);
  EXPECT_EQ(heap_, before);
}

TEST_F(HostCode, ends_after_the_limit_of_steps) {
  EXPECT_EQ(violations("run_spin", 1000), "");
  simt::host::set_step_limit(500);
  EXPECT_TRUE(holds(violations("run_spin", 100000), {"step_limit: host code is still at host.cu:",
                                                     "while (count < rounds)", ", an endless loop?"}));
}

TEST_F(HostCode, and_kernels_end_after_the_limit_of_steps) {
  simt::host::set_step_limit(500);
  EXPECT_TRUE(holds(violations("run_spin_kernel", zeros(2, "out"), 100000),
                    {"step_limit: thread 3 of block 0 is still at host.cu:", "for (volatile int i = 0;",
                     ", an endless loop?"}));
}

TEST_F(HostCode, is_named_where_it_calls_an_earlier_labs_function_or_kernel) {
  simt::host::set_step_limit(500);
  EXPECT_TRUE(holds(violations("run_earlier_function", zeros(32, "out"), 32, 100000),
                    {"step_limit: thread ", " is still at earlier_lab.cuh:", ", called at host.cu:",
                     "`__global__ void steps_of_an_earlier_lab", "`, an endless loop?"}));
  EXPECT_TRUE(holds(violations("run_earlier_kernel", zeros(32, "out"), 32, 100000),
                    {"step_limit: thread ", " is still at earlier_lab.cuh:", ", called at host.cu:",
                     "launch_steps(out, threads, rounds); }`, an endless loop?"}));
  EXPECT_TRUE(holds(violations("run_earlier_kernel", zeros(31, "out"), 32, 3),
                    {"out_of_bounds: thread 31 of block 0 writes out[31]", ", at earlier_lab.cuh:",
                     ", called at host.cu:", "launch_steps(out, threads, rounds); }`"}));
}

TEST_F(HostCode, and_kernels_go_on_past_the_limit_while_they_get_on) {
  simt::host::set_step_limit(100000);
  EXPECT_EQ(violations("run_get_on", zeros(64, "out"), 100), "");
  EXPECT_TRUE(
      holds(violations("run_get_on", zeros(64, "out"), 100000),
            {"too_slow: thread ", " of block 0 is still at host.cu:", ", after ", " barriers: too slow"}));
}

TEST_F(HostCode, that_gets_on_is_slow_at_the_end_of_its_time) {
  std::vector<int> out(64);
  simt::host::allow_host(out.data(), sizeof(int) * out.size(), "out", false);
  simt::host::set_step_limit(10000);
  EXPECT_EQ(violations("run_get_on_host", out.data(), 200), "");
  std::fill(out.begin(), out.end(), -1);
  EXPECT_TRUE(holds(violations("run_get_on_host", out.data(), 100000),
                    {"too_slow: host code is still at host.cu:", ": too slow"}));
}

TEST_F(HostCode, and_kernels_that_make_the_same_changes_again_do_not_get_on) {
  simt::host::set_step_limit(10000);
  EXPECT_TRUE(holds(violations("run_repeat", zeros(1, "out"), 100000),
                    {"step_limit: thread ", " is still at host.cu:", ", an endless loop?"}));
}

TEST_F(HostCode, launches_blocks_that_wait_for_others) {
  simt::host::set_step_limit(10000);
  for (const int is_volatile : {0, 1}) {
    EXPECT_EQ(violations("run_meet", zeros(1, "arrived"), 1, is_volatile), "");
    EXPECT_TRUE(holds(violations("run_meet", zeros(1, "arrived"), 3, is_volatile),
                      {"waits_for_block: thread 0 of block 0 waits at host.cu:",
                       "for a change of arrived[0], ", "and 2 blocks have not begun"}));
  }
}

TEST_F(HostCode, launches_more_blocks_than_its_outputs_need) {
  simt::host::set_step_limit(2000);
  simt::host::set_outputs(10000);
  EXPECT_EQ(violations("run_spin_each", 3, 10, 10), "");
  EXPECT_TRUE(holds(
      violations("run_spin_each", 10000, 10, 10),
      {"slow_launch: launched at host.cu:", "spin_each<<<blocks, 32>>>(rounds, last);",
       "` with 10,000 blocks of 32 threads for 10,000 outputs; ", " had ended when the limit was reached"}));
}

TEST_F(HostCode, that_launches_as_many_threads_as_outputs_is_too_slow_in_a_block) {
  for (const std::uint64_t outputs : {0, 320000}) {
    simt::host::set_step_limit(2000);
    simt::host::set_outputs(outputs);
    EXPECT_TRUE(holds(violations("run_spin_each", 10000, 10, 10),
                      {"too_slow: thread ", " is still at host.cu:", ": too slow"}))
        << outputs;
  }
}

TEST_F(HostCode, launches_a_block_without_end_behind_many_that_end) {
  simt::host::set_step_limit(400000);
  simt::host::set_outputs(600);
  EXPECT_TRUE(holds(violations("run_spin_each", 600, 10, 100000000),
                    {"step_limit: thread ", " of block 599 is still at host.cu:", ", an endless loop?"}));
}

TEST_F(HostCode, asks_for_the_errors_of_launches) {
  int* out = device(32, "out");
  module_.call<int>("run_launches", out, 32, 0, 1);
  EXPECT_EQ(listed(), "");
  module_.call<int>("run_launches", out, 32, 0, 0);
  EXPECT_TRUE(
      holds(listed(), {"unasked_error: cudaGetLastError() was not called after the launch at host.cu:",
                       "`spin<<<1, threads, shared_bytes>>>(out, 3);`"}));
  simt::host::clear_violations();
  EXPECT_EQ(module_.call<int>("run_launches", out, 2048, 0, 1), cudaErrorInvalidConfiguration);
  EXPECT_EQ(listed(), "");
  EXPECT_EQ(in_words(simt::host::refused_launch()), "its blocks have 2048 threads, and 1024 are the most");
  module_.call<int>("run_launches", out, 1025, 0, 0);
  module_.call<int>("run_launches", out, 1026, 0, 0);
  EXPECT_TRUE(holds(listed(), {"invalid_launch: the launch at host.cu:", " failed: its blocks have 1025 "}));
  EXPECT_EQ(in_words(simt::host::refused_launch()), "its blocks have 1025 threads, and 1024 are the most");
  const struct {
    int threads, shared_bytes;
    const char* why;
  } bad[] = {{0, 0, "its blocks have 0 threads"},
             {-3, 0, "its blocks have -3 threads"},
             {1025, 0, "its blocks have 1025 threads, and 1024 are the most"},
             {32, 50000, "it asks for 50000 bytes of dynamic shared memory and may have 49152"}};
  for (const auto& [threads, shared_bytes, why] : bad) {
    simt::host::clear_violations();
    module_.call<int>("run_launches", out, threads, shared_bytes, 0);
    EXPECT_TRUE(holds(listed(), {"invalid_launch: the launch at host.cu:", "`spin<<<", " failed: ", why}));
  }
}

}  // namespace
