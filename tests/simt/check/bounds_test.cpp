// Accesses outside of arrays, to freed memory, to inputs, and not aligned.
#include <csignal>

#include <dlfcn.h>

#include "checked.hpp"

namespace {

using Bounds = CheckedModule<"bounds">;

TEST_F(Bounds, of_device_memory_name_the_element_and_the_line) {
  const int* A = numbers(64, "A");
  EXPECT_EQ(violations("run_copy", A, device(64, "C"), 0, 64), "");
  EXPECT_TRUE(
      holds(violations("run_copy", A, device(64, "C"), 1, 64),
            {"out_of_bounds: outside_array: thread 63 of block 0 read A[64] of 64 by 4 bytes at bounds.cu:",
             "`if (static_cast<int>(threadIdx.x) < count) C[threadIdx.x] = A[i];`"}));
  EXPECT_TRUE(holds(violations("run_copy", A, device(64, "C"), -1, 64),
                    {"out_of_bounds: outside_array: thread 0 of block 0 read A[-1] of 64 by 4 bytes"}));
  EXPECT_TRUE(holds(violations("run_copy", A, device(60, "C"), 0, 64),
                    {"out_of_bounds: outside_array: thread 60 of block 0 write C[60] of 60 by 4 bytes"}));
}

TEST_F(Bounds, reads_beside_an_array_get_what_nobody_takes_for_data_and_go_on) {
  const int* A = numbers(64, "A");
  int *C = device(64, "C"), *tile_out = device(16, "out");
  const auto last_of = [](const int* array, int count) {
    std::vector<int> values(static_cast<std::size_t>(count));
    cudaMemcpy(values.data(), array, values.size() * sizeof(int), cudaMemcpyDeviceToHost);
    return std::pair(values[values.size() - 2], values.back());
  };
  for (int run = 0; run < 2; ++run) {  // the second time it is there already
    EXPECT_EQ(lines(violations("run_copy", A, C, 1, 64)), 1U);
    EXPECT_EQ(last_of(C, 64), std::pair(63, 0x5a5a5a5a));
  }
  EXPECT_TRUE(holds(violations("run_copy", A, C, 64, 64), {"read A[64]", "; more: 63\n"}));
  EXPECT_EQ(lines(violations("run_dynamic", tile_out, 1, 64)), 1U);
  EXPECT_EQ(last_of(tile_out, 16).second, 0x5a5a5a5a);
}

TEST_F(Bounds, of_device_memory_hold_for_far_indices) {
  EXPECT_TRUE(holds(violations("run_write_at", device(4, "C"), 1000),
                    {"out_of_bounds: outside_array: ", "write C[1000]"}));
  EXPECT_TRUE(holds(violations("run_write_at", device(4, "C"), 1 << 30),
                    {"out_of_bounds: far_outside: ", " write at"}));
  EXPECT_TRUE(holds(violations("run_null"), {"out_of_bounds: null_pointer: "}));
}

TEST_F(Bounds, of_device_memory_end_with_cudaFree) {
  int* C = zeros(16, "C");
  memory_.clear();
  EXPECT_TRUE(
      holds(violations("run_freed", C), {"use_after_free: after_free: thread 0 of block 0 write C at"}));
}

TEST_F(Bounds, of_constants_hold_for_indices_that_lead_to_device_memory) {
  const int* A = numbers(4, "A");
  int* C = device(1, "C");
  std::vector<const char*> runs{"run_past_constants"};
#if !defined(__clang__) || __clang_major__ >= 19  // as in bounds.cu
  runs.push_back("run_past_flexible");
#endif
  for (const char* run : runs) {
    const int* nowhere = nullptr;
    EXPECT_EQ(violations(run, nowhere, C), "") << run;
#if defined(__clang__)  // which ends a program where it sees this
    EXPECT_EXIT(violations(run, A, C), testing::KilledBySignal(SIGILL), "") << run;
#else
    EXPECT_TRUE(holds(violations(run, A, C),
                      {"out_of_bounds: past_variable: thread 0 of block 0 ", " at bounds.cu:"}))
        << run;
#endif
  }
}

TEST_F(Bounds, of_shared_arrays_hold_against_neighbours) {
  EXPECT_EQ(violations("run_fixed", device(16, "out"), 0), "");
  EXPECT_TRUE(holds(violations("run_fixed", device(16, "out"), 1),
                    {"out_of_bounds: array_index: thread 15 of block 0 ", " at bounds.cu:",
                     "`out[threadIdx.x] = first[threadIdx.x + index];`; word: 'int[16]'; numbers: 16;"}));
}

TEST_F(Bounds, of_shared_memory_are_the_kernels_own_variables) {
  EXPECT_EQ(violations("run_has_foreign", numbers(64, "out")), "");
  EXPECT_EQ(violations("run_reaches_foreign", 3), "");
  int reached = 0;
  for (int distance = -2000; distance < 2000; distance += 60) {
    const std::string found = violations("run_reaches_foreign", distance);
    if (found.find("out_of_bounds: foreign_shared: thread 0 of block 0 write foreign[") != std::string::npos)
      ++reached;
  }
  EXPECT_GE(reached, 1);
}

TEST_F(Bounds, of_dynamic_arrays_are_what_the_launch_asked_for) {
  EXPECT_EQ(violations("run_dynamic", device(16, "out"), 0, 64), "");
  EXPECT_TRUE(holds(violations("run_dynamic", device(16, "out"), 1, 64),
                    {"shared_size: outside_dynamic_shared: thread 15 of block 0 read ",
                     "[16] of 16 by 4 bytes at ", "; numbers: 64; advice: dynamic_shared_bytes"}));
  EXPECT_TRUE(holds(violations("run_dynamic", device(16, "out"), 0, 32),
                    {"shared_size: outside_dynamic_shared: thread 8 of block 0 write"}));
}

TEST_F(Bounds, of_spans_split_the_dynamic_array) {
  EXPECT_EQ(violations("run_parts", device(32, "out"), 14), "");
  EXPECT_TRUE(holds(violations("run_parts", device(32, "out"), 15),
                    {"out_of_bounds: outside_spans_behind: thread 14 of block 0 write", "; numbers: 120 "}));
}

TEST_F(Bounds, name_the_variable_that_the_memory_was_allocated_for) {
  for (const auto& [which, name] : {std::pair(0, "plain"), {1, "parts"}, {2, "cuts"}, {3, "memory"}}) {
    const std::string array = name;
    EXPECT_TRUE(holds(violations("run_allocated", which),
                      {"outside_array: ", " write " + array + "[4] of 4 by 4 bytes"}));
  }
}

TEST_F(Bounds, of_structs_are_broken_where_they_are_copied) {
  EXPECT_EQ(violations("run_copy_triple", numbers(12, "in"), 3, device(3, "out")), "");
  EXPECT_TRUE(holds(violations("run_copy_triple", numbers(12, "in"), 4, device(3, "out")),
                    {" at bounds.cu:", "`Triple triple = in[at];`"}));
  EXPECT_TRUE(holds(violations("run_copy_triple", numbers(12, "in"), 3, device(2, "out")),
                    {" at bounds.cu:", "`out[0] = triple;`"}));
}

TEST_F(Bounds, of_copies_are_those_of_the_allocation) {
  EXPECT_EQ(violations("run_copy_api", numbers(16, "A"), device(16, "C"), 16), "");
  EXPECT_TRUE(holds(violations("run_copy_api", numbers(16, "A"), device(8, "C"), 16),
                    {"out_of_bounds: call_outside_array: write C at bounds.cu:",
                     "; word: cudaMemcpy; numbers: 64 0 32\n"}));
}

TEST_F(Bounds, are_aligned) {
  EXPECT_EQ(violations("run_vectors", numbers(20, "A"), device(16, "C"), 4), "");
  EXPECT_EQ(violations("run_wide", numbers(20, "A"), device(16, "C"), 2), "");
  EXPECT_TRUE(holds(violations("run_wide", numbers(20, "A"), device(16, "C"), 1),
                    {"misaligned: thread 0 of block 0 read A byte 4 at", "; numbers: 8;"}));
  EXPECT_EQ(violations("run_sums", numbers(20, "A"), device(16, "C"), 4), "");
  EXPECT_EQ(violations("run_words", numbers(20, "A"), device(20, "C"), 2), "") << "no vectors";
#if defined(__clang__)
  GTEST_SKIP() << "clang, which compiled the kernels, copies 16 bytes by memcpy or in parts";
#endif
  EXPECT_TRUE(holds(violations("run_vectors", numbers(20, "A"), device(16, "C"), 2),
                    {"misaligned: thread 0 of block 0 read A byte 8 at", "; numbers: 16;"}));
  EXPECT_TRUE(holds(violations("run_words", numbers(20, "A"), device(20, "C"), 1),
                    {"misaligned: thread 0 of block 0 ", " C byte 4 at", "; numbers: 8;"}));
  EXPECT_TRUE(holds(violations("run_sums", numbers(20, "A"), device(16, "C"), 1),
                    {"misaligned: thread 0 of block 0 read A byte 4 at", "; numbers: 16;"}));
}

TEST_F(Bounds, inputs_are_not_written) {
  EXPECT_TRUE(holds(violations("run_write_input", numbers(32, "A", true), device(32, "C")),
                    {"write_to_const: input: thread 0 of block 0 write A[0] at bounds.cu:", "; more: 31\n"}));
  EXPECT_EQ(violations("run_write_input", numbers(32, "A"), device(32, "C")), "");
}

TEST_F(Bounds, host_memory_is_not_for_kernels) {
  std::vector<int> values(64);
  simt::host::allow_host(values.data(), 64 * sizeof(int), "values", false);
  EXPECT_TRUE(holds(violations("run_copy", values.data(), device(64, "C"), 0, 64),
                    {"host_pointer: named_host_memory: thread 0 of block 0 read values at bounds.cu:"}));
  EXPECT_TRUE(holds(violations("run_host_variable"), {"host_pointer: host_variable: "}));
}

TEST_F(Bounds, variables_of_the_object_are_watched_too) {
  EXPECT_EQ(violations("run_variables", device(32, "out"), 0), "");
  EXPECT_TRUE(holds(violations("run_variables", device(32, "out"), 1),
                    {"race: ", "write device_counter at bounds.cu:", "`if (broken) device_counter"}));
}

TEST_F(Bounds, local_arrays_are_the_thread_s_own) {
  EXPECT_EQ(violations("run_local_array", device(32, "out")), "");
}

TEST_F(Bounds, of_device_memory_name_the_array_that_is_nearer) {
  int *first = device(4, "first"), *second = device(4, "second");
  for (const int at : {-1, 4}) {
    const std::string index = "[" + std::to_string(at) + "]";
    EXPECT_TRUE(holds(violations("run_write_at", first, at),
                      {"outside_array: ", " write first" + index + " of 4 by"}));
    EXPECT_TRUE(holds(violations("run_write_at", second, at),
                      {"outside_array: ", " write second" + index + " of 4 by"}));
  }
}

TEST_F(Bounds, of_a_function_are_its_returns) {
  EXPECT_EQ(violations("run_missing_return", nullptr, 1), "");
  EXPECT_TRUE(holds(violations("run_missing_return", nullptr, 0),
                    {"missing_return: host at bounds.cu:", "`__host__ __device__ int one_way(int i) {`"}));
  EXPECT_TRUE(holds(violations("run_missing_return", device(1, "out"), 1),
                    {"missing_return: thread 0 of block 0 at "}));
}

TEST_F(Bounds, of_calls_are_the_beginnings_of_functions) {
  EXPECT_EQ(violations("run_call", zeros(1, "in"), device(2, "out"), 0), "");
  for (const int offset : {1, 3, 5})
    EXPECT_TRUE(holds(violations("run_call", zeros(1, "in"), device(2, "out"), offset),
                      {"wild_pointer: not_a_function: thread 0 of block 0 read at bounds.cu:"}))
        << offset;
  for (int way = 0; way < 4; ++way)
    EXPECT_TRUE(holds(calling("run_call_by_others", way, 3),
                      {"wild_pointer: not_a_function: host read at bounds.cu:"}))
        << way;
}

TEST_F(Bounds, of_calls_leave_libraries_to_who_names_their_functions) {
  const auto address = [](const char* name) {
    return reinterpret_cast<unsigned long>(dlsym(RTLD_DEFAULT, name));
  };
  const auto call = [&](int which) {
    return violations("run_call_of_library", which, address("__cxa_get_exception_ptr"),
                      address("_ZNKSt11logic_error4whatEv"), device<double>(1, "out"));
  };
  EXPECT_EQ(call(0), "");
  for (const int which : {1, 2})
    EXPECT_TRUE(holds(call(which), {"wild_pointer: not_a_function: thread 0 of block 0"})) << which;
  EXPECT_EQ(calling("run_catch_by_value"), "");
}

// They tell what kernels have done.
TEST_F(Bounds, of_host_code_leave_the_engines_variables_to_it) {
  const int own = 5;
  simt::host::allow_host(&own, sizeof own, "own", true);
  EXPECT_EQ(calling("run_look_at", &own), "");
  const auto* const engines = static_cast<const int*>(dlsym(RTLD_DEFAULT, "simt_steps_left"));
  EXPECT_TRUE(holds(calling("run_look_at", engines), {"not_its_own: host read at bounds.cu:"}));
}

// What a kernel sets, host code could ask for.
TEST_F(Bounds, of_kernels_are_calls_of_what_only_host_code_may_call) {
  for (const int which : {0, 1, 2, 3})
    EXPECT_TRUE(holds(violations("run_call_of_host", which),
                      {"launch_in_a_kernel: kernel_calls_host: thread 0 of block 0"}))
        << which;
}

#if defined(__x86_64__)
// Between an array and a return address are at most what the compiler adds, and six registers.
TEST_F(Bounds, of_local_arrays_end_before_what_a_function_returns_to) {
  constexpr int kEnd = 24;
  int changed = 0;
  for (int word = 2; word < kEnd; ++word) {
    const std::string told = violations("run_store", 0, word, zeros(1, "out"));
    changed += static_cast<int>(
        holds(told, {"out_of_bounds: frame_changed: thread 0 of block 0 read at bounds.cu:", "`}`"}));
  }
  EXPECT_GE(changed, 2) << "the return address, and a register that keeps a value";
  EXPECT_TRUE(holds(violations("run_store", 0, 400, zeros(1, "out")), {"thread 0 of block 0 write"}));
}

TEST_F(Bounds, of_the_stack_end_where_the_engine_has_its_own_frames) {
  for (const int way : {1, 2}) {
    EXPECT_EQ(violations("run_store", way, 0, zeros(1, "out")), "");
    for (const int words : {-8, -16, -32, -100})
      EXPECT_TRUE(holds(violations("run_store", way, words, zeros(1, "out")),
                        {"out_of_bounds: outside_local_variables: thread 0 of block 0 "}))
          << way << " " << words;
    EXPECT_TRUE(holds(calling("run_store_by_host", way, -32), {"not_its_own: host "})) << way;
  }
  EXPECT_EQ(calling("run_get_device", 0), "");
  // The frame's own words, and from the call's return address on the engine's.
  bool is_refused = false;
  for (int words = -1; words > -200; --words) {
    const std::string told = calling("run_get_device", words);
    is_refused = is_refused || !told.empty();
    EXPECT_EQ(is_refused, holds(told, {"call_of_foreign_memory"})) << words;
  }
  EXPECT_TRUE(is_refused);
}

TEST_F(Bounds, of_the_stack_hold_for_arrays_of_computed_size) {
  EXPECT_EQ(violations("run_computed_sizes", 20, 256L, device(2, "out")), "");
  EXPECT_EXIT(violations("run_computed_sizes", 1, 1L << 24, device(2, "out")),
              testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(violations("run_large_frame", 5, device(1, "out")), testing::KilledBySignal(SIGSEGV), "");
}
#endif

using Uninitialised = CheckedModule<"uninitialised">;

TEST_F(Uninitialised, shared_memory_has_no_value_even_after_another_block) {
  EXPECT_EQ(violations("run_read_shared", device(32, "out"), -1), "");
  EXPECT_TRUE(holds(violations("run_read_shared", device(32, "out"), 5),
                    {"uninitialised_read: thread 26 of block 0 read values[5] (shared) at uninitialised.cu:",
                     "`out[threadIdx.x] = values[31 - threadIdx.x];`; advice: write_shared_first"}));
}

TEST_F(Uninitialised, shared_memory_that_a_returned_thread_did_not_write_is_put_down_to_it) {
  simt::host::reset_launches();
  EXPECT_EQ(violations("run_returned_early", device(64, "out"), 64), "");
  EXPECT_FALSE(simt::host::returned_early().known);
  EXPECT_TRUE(holds(violations("run_returned_early", device(64, "out"), 40),
                    {"read values[63] (shared)", "; returned: thread 40;"}));
  EXPECT_TRUE(simt::host::returned_early().known);
  EXPECT_EQ(simt::host::returned_early().thread, 40U);
  simt::host::reset_launches();
  EXPECT_FALSE(simt::host::returned_early().known);
  EXPECT_TRUE(holds(violations("run_read_shared", device(32, "out"), 5), {"read values[5] (shared)"}));
  EXPECT_EQ(simt::host::violations().front().returned.kind, simt::finding::Agent::Kind::none);
}

#if defined(__x86_64__)
// Functions that are called through pointers of other types take what is there.
TEST_F(Uninitialised, registers_have_no_value_of_other_threads_or_the_device) {
  std::vector<double> left(65, 7);
  auto* const out = device<double>(left.size(), "out");
  for (const int kind : {0, 1}) {
    for (const int wait : {0, 1}) {
      EXPECT_EQ(violations("run_pass_on", out, kind, wait), "");
      cudaMemcpy(left.data(), out, left.size() * sizeof(double), cudaMemcpyDeviceToHost);
      for (const std::size_t first : {0U, 1U, 31U, 64U}) EXPECT_NE(left[first], 7) << kind << wait << first;
      EXPECT_TRUE(wait == 0 || left[33] != 7) << kind;
    }
  }
  auto* const values = device<double>(2, "values");
  cudaMemcpy(values, std::vector<double>{7, 7}.data(), 2 * sizeof(double), cudaMemcpyHostToDevice);
  EXPECT_EQ(violations("run_copy_on_device", device<double>(2, "to"), values, out), "");
  cudaMemcpy(left.data(), out, sizeof(double), cudaMemcpyDeviceToHost);
  EXPECT_NE(left[0], 7);
}
#endif

TEST_F(Uninitialised, device_memory_has_no_value_at_first) {
  EXPECT_TRUE(holds(violations("run_read_global", device(32, "in"), device(32, "out")),
                    {"uninitialised_read: thread 0 of block 0 read in[0] at", "; more: 31\n"}));
  EXPECT_EQ(violations("run_read_global", zeros(32, "in"), device(32, "out")), "");
}

TEST_F(Uninitialised, device_memory_gets_its_values_from_kernels) {
  EXPECT_EQ(violations("run_written_by_kernel", device(32, "values"), device(32, "out"), 32), "");
  EXPECT_TRUE(holds(violations("run_written_by_kernel", device(32, "values"), device(32, "out"), 31),
                    {"uninitialised_read: thread 31 of block 0 read values[31]"}));
}

TEST_F(Uninitialised, device_memory_gets_its_values_from_the_host) {
  EXPECT_EQ(violations("run_set_by_host", device(32, "values"), device(32, "out"), 32), "");
  EXPECT_TRUE(holds(violations("run_set_by_host", device(32, "values"), device(32, "out"), 30),
                    {"uninitialised_read: thread 30 of block 0 read values[30]", "; more: 1\n"}));
  int* marked = device(32, "in");
  simt::host::mark_written(marked, 32 * sizeof(int));
  EXPECT_EQ(violations("run_read_global", marked, device(32, "out")), "");
}

TEST_F(Uninitialised, asynchronous_copies_give_values_when_they_are_waited_for) {
  EXPECT_EQ(violations("run_copy_asynchronously", numbers(32, "in"), device(32, "out"), 0, 1), "");
  EXPECT_TRUE(holds(violations("run_copy_asynchronously", numbers(32, "in"), device(32, "out"), 0, 0),
                    {"uninitialised_read: thread 0 of block 0 read values[0] (shared) at uninitialised.cu:",
                     "`out[threadIdx.x] = values[threadIdx.x];`", "; more: 31\n"}));
  EXPECT_TRUE(holds(violations("run_copy_asynchronously", numbers(32, "in"), device(32, "out"), 1, 1),
                    {"out_of_bounds: outside_array: thread 31 of block 0 read in[32] of 32 by 4 bytes at",
                     "`__pipeline_memcpy_async("}));
}

TEST_F(Uninitialised, parts_of_a_struct_may_be_copied) {
  constexpr int kLine = 10;  // in ints
  const auto found = [&](int how) {
    return violations("run_copy_structs", device(64, "padded"), device(64 * kLine, "lines"), how);
  };
  EXPECT_EQ(found(0), "");
  EXPECT_TRUE(holds(found(1), {"uninitialised_read: thread 0 of block 0 read lines byte 1280 ", "more: 31"}));
  EXPECT_TRUE(holds(found(2), {"uninitialised_read: thread 0 of block 0 read lines[3] ", "more: 31"}));
}

TEST_F(Uninitialised, atomics_need_a_value_to_update) {
  EXPECT_EQ(violations("run_update", device(1, "value"), 1), "");
  EXPECT_TRUE(holds(violations("run_update", device(1, "value"), 0), {"uninitialised_read: ", "value[0]"}));
}

}  // namespace
