// The limits of host code's memory and steps.
#include "checked.hpp"

namespace {

using HostCode = CheckedModule<"host">;

TEST_F(HostCode, has_its_variables_and_its_arguments) {
  std::vector<int> values(64, 1);
  simt::host::allow_host(values.data(), 64 * sizeof(int), "values", true);
  EXPECT_EQ(violations("run_sum", values.data(), 64), "");
  EXPECT_EQ(violations("run_pinned"), "");
}

TEST_F(HostCode, may_not_leave_its_arguments) {
  std::vector<int> values(64, 1);
  EXPECT_TRUE(
      holds(violations("run_sum", values.data(), 64), {"wild_pointer: not_its_own: host read at host.cu:"}));
  simt::host::allow_host(values.data(), 60 * sizeof(int), "values", true);
  EXPECT_TRUE(holds(violations("run_sum", values.data(), 64),
                    {"out_of_bounds: outside_array: host read values[60] of 60 by 4 bytes at host.cu:"}));
  EXPECT_TRUE(holds(violations("run_write", static_cast<int*>(nullptr), 3),
                    {"wild_pointer: null_pointer: host write at"}));
}

TEST_F(HostCode, may_not_write_what_it_may_only_read) {
  std::vector<int> values(64, 1);
  simt::host::allow_host(values.data(), 64 * sizeof(int), "values", true);
  EXPECT_TRUE(
      holds(violations("run_write", values.data(), 3), {"write_to_const: read_only: host write values at"}));
  simt::host::clear_host_arguments();
  simt::host::allow_host(values.data(), 64 * sizeof(int), "values", false);
  EXPECT_EQ(violations("run_write", values.data(), 3), "");
}

TEST_F(HostCode, reaches_device_memory_by_copies_only) {
  EXPECT_TRUE(holds(violations("run_sum", numbers(64, "A"), 64),
                    {"host_access: device_memory: host read A[0] at host.cu:"}));
  EXPECT_TRUE(holds(violations("run_write", numbers(64, "A"), 64), {"host_access: "}));
}

TEST_F(HostCode, is_seen_through_memcpy) {
  std::vector<int> to(64), from(64);
  simt::host::allow_host(from.data(), 64 * sizeof(int), "from", true);
  simt::host::allow_host(to.data(), 64 * sizeof(int), "to", false);
  EXPECT_EQ(violations("run_copy_memory", to.data(), from.data(), 64), "");
  EXPECT_TRUE(holds(violations("run_copy_memory", to.data(), from.data(), 65), {"out_of_bounds: ", "from"}));
  EXPECT_TRUE(holds(violations("run_copy_memory", to.data(), numbers(64, "A"), 64),
                    {"host_access: device_memory: host read A byte 0 at"}));
}

/// Calls as the worker makes them.
class CallOfAnObject : public HostCode {
 protected:
  std::vector<char> heap_ = std::vector<char>(sizeof(cudaDeviceProp), 'x');
};

constexpr int kWritingCalls = 14;

TEST_F(CallOfAnObject, has_the_api_write_only_where_it_may_itself) {
  const std::vector<char> before = heap_;
  static char ours[sizeof(cudaDeviceProp)];
  constexpr int kMemset = 1;  // CUDA itself refuses host memory
  for (int call = 0; call < kWritingCalls; ++call) {
    if (call == kMemset) {
      EXPECT_TRUE(holds(calling("run_api", call, heap_.data()), {"host_pointer: fill_of_host: "}));
      continue;
    }
    EXPECT_TRUE(holds(calling("run_api", call, heap_.data()),
                      {"wild_pointer: call_of_foreign_memory: write at host.cu:", "; word: cuda"}))
        << call;
    EXPECT_TRUE(holds(calling("run_api", call, ours), {"wild_pointer: ", "; word: cuda"})) << call;
  }
  EXPECT_EQ(heap_, before);
  simt::host::allow_host(heap_.data(), heap_.size(), "heap", false);
  for (int call = 0; call < kWritingCalls; ++call) {
    if (call == kMemset) continue;
    EXPECT_EQ(calling("run_api", call, heap_.data()), "") << call;
  }
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
      holds(calling("run_api", kWritingCalls, heap_.data()),
            {"wild_pointer: call_of_foreign_memory: read at host.cu:", "; word: cudaMemcpy; numbers: 4;"}));
  simt::host::allow_host(heap_.data(), heap_.size(), "heap", true);
  EXPECT_EQ(calling("run_api", kWritingCalls, heap_.data()), "");
  EXPECT_TRUE(
      holds(calling("run_api", 0, heap_.data()),
            {"wild_pointer: call_of_foreign_memory: write at host.cu:", "; word: cudaMemcpy; numbers: 4;"}));
}

TEST_F(CallOfAnObject, can_not_write_to_its_callers_variables) {
  int ours = 0;
  EXPECT_TRUE(holds(calling("run_write_at", &ours), {"wild_pointer: not_its_own: host write at"}));
  EXPECT_TRUE(holds(calling("run_api", 0, static_cast<void*>(&ours)),
                    {"wild_pointer: call_of_foreign_memory: write at host.cu:", "; word: cudaMemcpy;"}));
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
  EXPECT_TRUE(holds(violations("run_spin", 100000), {"step_limit: endless_loop: host at host.cu:",
                                                     "while (count < rounds)", "; advice: loop_ends\n"}));
}

TEST_F(HostCode, and_kernels_end_after_the_limit_of_steps) {
  simt::host::set_step_limit(500);
  EXPECT_TRUE(holds(violations("run_spin_kernel", zeros(2, "out"), 100000),
                    {"step_limit: endless_loop: thread 3 of block 0 at host.cu:", "for (volatile int i = 0;",
                     "; advice: loop_ends_for_all\n"}));
}

TEST_F(HostCode, is_named_where_it_calls_an_earlier_labs_function_or_kernel) {
  simt::host::set_step_limit(500);
  EXPECT_TRUE(holds(violations("run_earlier_function", zeros(32, "out"), 32, 100000),
                    {"step_limit: endless_loop: thread ", " at earlier_lab.cuh:", ", called at host.cu:",
                     "`__global__ void steps_of_an_earlier_lab"}));
  EXPECT_TRUE(holds(violations("run_earlier_kernel", zeros(32, "out"), 32, 100000),
                    {"step_limit: endless_loop: thread ", " at earlier_lab.cuh:", ", called at host.cu:",
                     "launch_steps(out, threads, rounds); }`"}));
  EXPECT_TRUE(
      holds(violations("run_earlier_kernel", zeros(31, "out"), 32, 3),
            {"out_of_bounds: outside_array: thread 31 of block 0 write out[31]",
             " at earlier_lab.cuh:", ", called at host.cu:", "launch_steps(out, threads, rounds); }`"}));
}

TEST_F(HostCode, and_kernels_go_on_past_the_limit_while_they_get_on) {
  simt::host::set_step_limit(100000);
  EXPECT_EQ(violations("run_get_on", zeros(64, "out"), 100), "");
  EXPECT_TRUE(
      holds(violations("run_get_on", zeros(64, "out"), 100000),
            {"too_slow: too_slow_after_barriers: thread ", " of block 0 at host.cu:", "; numbers: "}));
}

TEST_F(HostCode, that_gets_on_is_slow_at_the_end_of_its_time) {
  std::vector<int> out(64);
  simt::host::allow_host(out.data(), sizeof(int) * out.size(), "out", false);
  simt::host::set_step_limit(10000);
  EXPECT_EQ(violations("run_get_on_host", out.data(), 200), "");
  std::fill(out.begin(), out.end(), -1);
  EXPECT_TRUE(holds(violations("run_get_on_host", out.data(), 100000), {"too_slow: ", "host at host.cu:"}));
}

TEST_F(HostCode, and_kernels_that_make_the_same_changes_again_do_not_get_on) {
  simt::host::set_step_limit(10000);
  EXPECT_TRUE(holds(violations("run_repeat", zeros(1, "out"), 100000),
                    {"step_limit: endless_loop: thread ", " at host.cu:"}));
}

TEST_F(HostCode, launches_blocks_that_wait_for_others) {
  simt::host::set_step_limit(10000);
  for (const int is_volatile : {0, 1}) {
    EXPECT_EQ(violations("run_meet", zeros(1, "arrived"), 1, is_volatile), "");
    EXPECT_TRUE(holds(violations("run_meet", zeros(1, "arrived"), 3, is_volatile),
                      {"waits_for_block: thread 0 of block 0 arrived[0] at host.cu:",
                       "; numbers: 2; advice: second_launch"}));
  }
}

TEST_F(HostCode, launches_more_blocks_than_its_outputs_need) {
  simt::host::set_step_limit(2000);
  simt::host::set_outputs(10000);
  EXPECT_EQ(violations("run_spin_each", 3, 10, 10), "");
  EXPECT_TRUE(holds(violations("run_spin_each", 10000, 10, 10),
                    {"slow_launch: at host.cu:", "spin_each<<<blocks, 32>>>(rounds, last);",
                     "; numbers: 10000 32 10000 "}));
}

TEST_F(HostCode, that_launches_as_many_threads_as_outputs_is_too_slow_in_a_block) {
  for (const std::uint64_t outputs : {0, 320000}) {
    simt::host::set_step_limit(2000);
    simt::host::set_outputs(outputs);
    EXPECT_TRUE(holds(violations("run_spin_each", 10000, 10, 10),
                      {"too_slow: thread ", " at host.cu:", "; advice: memory_changes"}))
        << outputs;
  }
}

TEST_F(HostCode, launches_a_block_without_end_behind_many_that_end) {
  simt::host::set_step_limit(400000);
  simt::host::set_outputs(600);
  EXPECT_TRUE(holds(violations("run_spin_each", 600, 10, 100000000),
                    {"step_limit: endless_loop: thread ", " of block 599 at host.cu:"}));
}

TEST_F(HostCode, asks_for_the_errors_of_launches) {
  int* out = device(32, "out");
  module_.call<int>("run_launches", out, 32, 0, 1);
  EXPECT_EQ(listed(), "");
  module_.call<int>("run_launches", out, 32, 0, 0);
  EXPECT_TRUE(
      holds(listed(), {"unasked_error: at host.cu:", "`spin<<<1, threads, shared_bytes>>>(out, 3);`"}));
  simt::host::clear_violations();
  EXPECT_EQ(module_.call<int>("run_launches", out, 2048, 0, 1), cudaErrorInvalidConfiguration);
  EXPECT_EQ(listed(), "");
  EXPECT_EQ(simt::host::refused_launch().why, simt::Refusal::too_many_threads);
  EXPECT_EQ(simt::host::refused_launch().asked, 2048);
  module_.call<int>("run_launches", out, 1025, 0, 0);
  module_.call<int>("run_launches", out, 1026, 0, 0);
  EXPECT_TRUE(holds(listed(), {"invalid_launch: unasked_refusal: at host.cu:", "; numbers: 4 0 1025 1024;"}));
  EXPECT_EQ(simt::host::refused_launch().asked, 1025);
  const struct {
    int threads, shared_bytes;
    simt::Refusal why;
    const char* numbers;
  } bad[] = {{0, 0, simt::Refusal::no_threads, ";"},
             {-3, 0, simt::Refusal::no_threads, " 0 -3;"},
             {1025, 0, simt::Refusal::too_many_threads, " 0 1025 1024;"},
             {32, 50000, simt::Refusal::dynamic_shared, " 0 50000 49152;"}};
  for (const auto& [threads, shared_bytes, why, numbers] : bad) {
    simt::host::clear_violations();
    module_.call<int>("run_launches", out, threads, shared_bytes, 0);
    EXPECT_TRUE(holds(listed(), {"invalid_launch: unasked_refusal: at host.cu:", "`spin<<<",
                                 "; numbers: " + std::to_string(static_cast<int>(why)) + numbers}));
  }
}

}  // namespace
