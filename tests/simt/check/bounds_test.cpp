// Accesses outside of arrays, to freed memory, to inputs, and not aligned.
#include <csignal>
#include <vector>

#include "checked.hpp"

namespace {

class Bounds : public Checked {
 protected:
  Bounds() : Checked("bounds") {}
};

TEST_F(Bounds, of_device_memory_name_the_element_and_the_line) {
  const int* A = numbers(64, "A");
  EXPECT_EQ(violations("run_copy", A, device(64, "C"), 0, 64), "");
  EXPECT_TRUE(holds(
      violations("run_copy", A, device(64, "C"), 1, 64),
      {"out_of_bounds: thread 63 of block 0 reads A[64], but A has 64 elements of 4 bytes, at bounds.cu:",
       "`if (static_cast<int>(threadIdx.x) < count) C[threadIdx.x] = A[i];`"}));
  EXPECT_TRUE(holds(violations("run_copy", A, device(64, "C"), -1, 64),
                    {"out_of_bounds: thread 0 of block 0 reads A[-1], but A has 64 elements"}));
  EXPECT_TRUE(holds(violations("run_copy", A, device(60, "C"), 0, 64),
                    {"out_of_bounds: thread 60 of block 0 writes C[60], but C has 60 elements"}));
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
  EXPECT_TRUE(holds(violations("run_copy", A, C, 64, 64), {"reads A[64]", "; and 63 more threads\n"}));
  EXPECT_EQ(lines(violations("run_dynamic", tile_out, 1, 64)), 1U);
  EXPECT_EQ(last_of(tile_out, 16).second, 0x5a5a5a5a);
}

TEST_F(Bounds, of_device_memory_hold_for_far_indices) {
  EXPECT_TRUE(holds(violations("run_write_at", device(4, "C"), 1000), {"out_of_bounds: ", "writes C[1000]"}));
  EXPECT_TRUE(
      holds(violations("run_write_at", device(4, "C"), 1 << 30), {"out_of_bounds: ", "outside of every"}));
  EXPECT_TRUE(holds(violations("run_null"), {"out_of_bounds: ", "null pointer"}));
}

TEST_F(Bounds, of_device_memory_end_with_cudaFree) {
  int* C = zeros(16, "C");
  memory_.clear();
  EXPECT_TRUE(
      holds(violations("run_freed", C), {"use_after_free: thread 0 of block 0 writes C after cudaFree, at"}));
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
                      {"out_of_bounds: thread 0 of block 0 goes past the end of a variable, at "}))
        << run;
#endif
  }
}

TEST_F(Bounds, of_shared_arrays_hold_against_neighbours) {
  EXPECT_EQ(violations("run_fixed", device(16, "out"), 0), "");
  EXPECT_TRUE(
      holds(violations("run_fixed", device(16, "out"), 1),
            {"out_of_bounds: thread 15 of block 0 uses index 16 of an array of type 'int[16]', at bounds.cu:",
             "`out[threadIdx.x] = first[threadIdx.x + index];`"}));
}

TEST_F(Bounds, of_dynamic_arrays_are_what_the_launch_asked_for) {
  EXPECT_EQ(violations("run_dynamic", device(16, "out"), 0, 64), "");
  EXPECT_TRUE(
      holds(violations("run_dynamic", device(16, "out"), 1, 64),
            {"shared_size: thread 15 of block 0 reads tile[16], but tile has 16 elements of 4 bytes, at"}) ||
      holds(violations("run_dynamic", device(16, "out"), 1, 64),
            {"shared_size: thread 15 of block 0 reads the dynamic shared array[16], but"}));
  EXPECT_TRUE(holds(violations("run_dynamic", device(16, "out"), 0, 32),
                    {"shared_size: thread 8 of block 0 writes"}));
}

TEST_F(Bounds, of_spans_split_the_dynamic_array) {
  EXPECT_EQ(violations("run_parts", device(32, "out"), 14), "");
  EXPECT_TRUE(
      holds(violations("run_parts", device(32, "out"), 15),
            {"out_of_bounds: thread 14 of block 0 writes", "outside of every LAB_SPAN", "ends at byte 120"}));
}

TEST_F(Bounds, name_the_variable_that_the_memory_was_allocated_for) {
  for (const auto& [which, name] : {std::pair(0, "plain"), {1, "parts"}, {2, "cuts"}, {3, "memory"}}) {
    const std::string array = name;
    EXPECT_TRUE(holds(violations("run_allocated", which),
                      {"writes " + array + "[4], but " + array + " has 4 elements"}));
  }
}

TEST_F(Bounds, of_copies_are_those_of_the_allocation) {
  EXPECT_EQ(violations("run_copy_api", numbers(16, "A"), device(16, "C"), 16), "");
  EXPECT_TRUE(holds(violations("run_copy_api", numbers(16, "A"), device(8, "C"), 16),
                    {"out_of_bounds: cudaMemcpy writes 64 bytes from byte 0 of C, which has 32 bytes"}));
}

TEST_F(Bounds, are_aligned) {
  EXPECT_EQ(violations("run_vectors", numbers(20, "A"), device(16, "C"), 4), "");
  EXPECT_EQ(violations("run_wide", numbers(20, "A"), device(16, "C"), 2), "");
  EXPECT_TRUE(holds(violations("run_wide", numbers(20, "A"), device(16, "C"), 1),
                    {"misaligned: thread 0 of block 0 reads 8 bytes at once from A, byte 4"}));
  EXPECT_EQ(violations("run_sums", numbers(20, "A"), device(16, "C"), 4), "");
#if defined(__clang__)
  GTEST_SKIP() << "clang, which compiled the kernels, copies 16 bytes by memcpy or in parts";
#endif
  EXPECT_TRUE(holds(violations("run_vectors", numbers(20, "A"), device(16, "C"), 2),
                    {"misaligned: thread 0 of block 0 reads 16 bytes at once from A, byte 8"}));
  EXPECT_TRUE(holds(violations("run_sums", numbers(20, "A"), device(16, "C"), 1),
                    {"misaligned: thread 0 of block 0 reads 16 bytes at once from A, byte 4"}));
}

TEST_F(Bounds, inputs_are_not_written) {
  EXPECT_TRUE(holds(violations("run_write_input", numbers(32, "A", true), device(32, "C")),
                    {"write_to_const: thread 0 of block 0 writes A[0], which is an input, at bounds.cu:",
                     "; and 31 more threads\n"}));
  EXPECT_EQ(violations("run_write_input", numbers(32, "A"), device(32, "C")), "");
}

TEST_F(Bounds, host_memory_is_not_for_kernels) {
  std::vector<int> values(64);
  simt::host::allow_host(values.data(), 64 * sizeof(int), "values", false);
  EXPECT_TRUE(
      holds(violations("run_copy", values.data(), device(64, "C"), 0, 64),
            {"host_pointer: thread 0 of block 0 reads values, which is memory of the host, at bounds.cu:"}));
  EXPECT_TRUE(holds(violations("run_host_variable"), {"host_pointer: ", "a variable of host code"}));
}

TEST_F(Bounds, variables_of_the_object_are_watched_too) {
  EXPECT_EQ(violations("run_variables", device(32, "out"), 0), "");
  EXPECT_TRUE(holds(violations("run_variables", device(32, "out"), 1),
                    {"race: ", "writes device_counter at bounds.cu:", "`if (broken) device_counter"}));
}

TEST_F(Bounds, local_arrays_are_the_thread_s_own) {
  EXPECT_EQ(violations("run_local_array", device(32, "out")), "");
}

TEST_F(Bounds, of_device_memory_name_the_array_that_is_nearer) {
  int *first = device(4, "first"), *second = device(4, "second");
  for (const int at : {-1, 4}) {
    const std::string index = "[" + std::to_string(at) + "]";
    EXPECT_TRUE(holds(violations("run_write_at", first, at), {"writes first" + index + ", but first has"}));
    EXPECT_TRUE(
        holds(violations("run_write_at", second, at), {"writes second" + index + ", but second has"}));
  }
}

TEST_F(Bounds, of_a_function_are_its_returns) {
  EXPECT_EQ(violations("run_missing_return", nullptr, 1), "");
  EXPECT_TRUE(holds(violations("run_missing_return", nullptr, 0),
                    {"missing_return: host code comes to the end of a function without a return, at "
                     "bounds.cu:",
                     "`__host__ __device__ int one_way(int i) {`"}));
  EXPECT_TRUE(holds(violations("run_missing_return", device(1, "out"), 1),
                    {"missing_return: thread 0 of block 0 comes to the end of a function without a return"}));
}

class Uninitialised : public Checked {
 protected:
  Uninitialised() : Checked("uninitialised") {}
};

TEST_F(Uninitialised, shared_memory_has_no_value_even_after_another_block) {
  EXPECT_EQ(violations("run_read_shared", device(32, "out"), -1), "");
  EXPECT_TRUE(holds(violations("run_read_shared", device(32, "out"), 5),
                    {"uninitialised_read: thread 26 of block 0 reads values[5] (shared) at uninitialised.cu:",
                     "`out[threadIdx.x] = values[31 - threadIdx.x];`, which was never written"}));
}

TEST_F(Uninitialised, shared_memory_that_a_returned_thread_did_not_write_is_put_down_to_it) {
  simt::host::reset_launches();
  EXPECT_EQ(violations("run_returned_early", device(64, "out"), 64), "");
  EXPECT_FALSE(simt::host::returned_early().known);
  EXPECT_TRUE(holds(violations("run_returned_early", device(64, "out"), 40), {"reads values[63] (shared)"}));
  EXPECT_TRUE(simt::host::returned_early().known);
  EXPECT_EQ(simt::host::returned_early().thread, 40U);
  simt::host::reset_launches();
  EXPECT_FALSE(simt::host::returned_early().known);
  const auto hint = [] { return advice_of(simt::host::violations().front()); };
  EXPECT_TRUE(holds(hint(), {"thread 40 had returned before others came to a barrier: was it to load or "
                             "to store something?"}));
  EXPECT_TRUE(holds(violations("run_read_shared", device(32, "out"), 5), {"reads values[5] (shared)"}));
  EXPECT_EQ(hint().find("had returned"), std::string::npos);
}

TEST_F(Uninitialised, device_memory_has_no_value_at_first) {
  EXPECT_TRUE(holds(violations("run_read_global", device(32, "in"), device(32, "out")),
                    {"uninitialised_read: thread 0 of block 0 reads in[0] at", "; and 31 more threads"}));
  EXPECT_EQ(violations("run_read_global", zeros(32, "in"), device(32, "out")), "");
}

TEST_F(Uninitialised, device_memory_gets_its_values_from_kernels) {
  EXPECT_EQ(violations("run_written_by_kernel", device(32, "values"), device(32, "out"), 32), "");
  EXPECT_TRUE(holds(violations("run_written_by_kernel", device(32, "values"), device(32, "out"), 31),
                    {"uninitialised_read: thread 31 of block 0 reads values[31]"}));
}

TEST_F(Uninitialised, device_memory_gets_its_values_from_the_host) {
  EXPECT_EQ(violations("run_set_by_host", device(32, "values"), device(32, "out"), 32), "");
  EXPECT_TRUE(holds(violations("run_set_by_host", device(32, "values"), device(32, "out"), 30),
                    {"uninitialised_read: thread 30 of block 0 reads values[30]", "; and 1 more thread\n"}));
  int* marked = device(32, "in");
  simt::host::mark_written(marked, 32 * sizeof(int));
  EXPECT_EQ(violations("run_read_global", marked, device(32, "out")), "");
}

TEST_F(Uninitialised, asynchronous_copies_give_values_when_they_are_waited_for) {
  EXPECT_EQ(violations("run_copy_asynchronously", numbers(32, "in"), device(32, "out"), 0, 1), "");
  EXPECT_TRUE(holds(violations("run_copy_asynchronously", numbers(32, "in"), device(32, "out"), 0, 0),
                    {"uninitialised_read: thread 0 of block 0 reads values[0] (shared) at uninitialised.cu:",
                     "`out[threadIdx.x] = values[threadIdx.x];`", "and 31 more threads"}));
  EXPECT_TRUE(
      holds(violations("run_copy_asynchronously", numbers(32, "in"), device(32, "out"), 1, 1),
            {"out_of_bounds: thread 31 of block 0 reads in[32], but in has 32 elements of 4 bytes, at",
             "`__pipeline_memcpy_async("}));
}

TEST_F(Uninitialised, atomics_need_a_value_to_update) {
  EXPECT_EQ(violations("run_update", device(1, "value"), 1), "");
  EXPECT_TRUE(holds(violations("run_update", device(1, "value"), 0), {"uninitialised_read: ", "value[0]"}));
}

}  // namespace
