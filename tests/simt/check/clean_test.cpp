// The kernels that test the engine keep CUDA's rules, and the checkers find nothing in them, except in those
// that break a rule on purpose.
#include "checked.hpp"

namespace {

class Clean : public CheckedModule<"races"> {
 protected:
  // Calls a function with arrays on the device, which hold zeros; what host code of it returns does not
  // matter.
  template <class... A>
  std::string run(const char* module, const char* name, A... arguments) {
    module_ = std::make_unique<Module>(ENGINE_DIR "/" + std::string(module) + ".so");
    return violations_in(*module_, name, arguments...);
  }
  void* zeros() { return Checked::zeros(1 << 14, "zeros"); }

 private:
  std::unique_ptr<Module> module_;
};
using CleanSlow = Clean;

TEST_F(CleanSlow, atomics) {
  EXPECT_EQ(run("atomics", "run_histogram", zeros(), 1000, zeros()), "");
  EXPECT_EQ(run("atomics", "run_others", zeros(), zeros(), zeros()), "");
  for (const char* name : {"run_int", "run_unsigned", "run_wide"}) {
    EXPECT_EQ(run("atomics_all", name, zeros(), true), "") << name;
    EXPECT_EQ(run("atomics_all", name, zeros(), false), "") << name;
  }
  for (const char* name : {"run_signed_wide", "run_floats", "run_doubles"})
    EXPECT_EQ(run("atomics_all", name, zeros()), "") << name;
  EXPECT_EQ(run("atomics_all", "run_counting", zeros(), zeros()), "");
  EXPECT_EQ(run("atomics_all", "run_halves", zeros(), zeros()), "");
}

TEST_F(CleanSlow, asynchronous_copies) {
  for (const char* name : {"run_reverse_4", "run_reverse_8", "run_reverse_16", "run_zero_filled"})
    EXPECT_EQ(run("async_copies", name, zeros(), zeros()), "") << name;
  EXPECT_EQ(run("async_copies", "run_double_buffered", zeros(), 5, zeros()), "");
}

TEST_F(CleanSlow, barriers_that_count) {
  for (const simt::Order::Kind kind :
       {simt::Order::Kind::Forward, simt::Order::Kind::Reverse, simt::Order::Kind::Random}) {
    simt::host::set_order({kind, 9});
    for (const char* name : {"run_by_one_thread", "run_by_each_thread", "run_in_stages", "run_to_global",
                             "run_phases", "run_completion", "run_asking"}) {
      EXPECT_EQ(run("async_barriers", name, zeros(), zeros()), "") << name;
    }
    EXPECT_EQ(run("async_barriers", "run_by_a_group", zeros(), zeros(), 250), "");
  }
}

TEST_F(CleanSlow, atomics_that_state_their_order) {
  EXPECT_EQ(run("ordered_atomics", "run_update", zeros(), zeros(), zeros(), zeros()), "");
  EXPECT_EQ(run("ordered_atomics", "run_flag", zeros()), "");
  EXPECT_EQ(run("ordered_atomics", "run_last_block", zeros(), zeros(), zeros()), "");
  EXPECT_EQ(run("ordered_atomics", "run_reduce", zeros()), "");
  EXPECT_EQ(run("ordered_atomics", "run_overlapping", zeros(), zeros()), "");
}

TEST_F(CleanSlow, barriers) {
  for (const char* name : {"run_leave_early", "run_leave_late", "run_predicates"})
    EXPECT_EQ(run("barriers", name, zeros()), "") << name;
  EXPECT_EQ(run("barriers", "run_order", zeros(), zeros()), "");
}

TEST_F(CleanSlow, launches) {
  EXPECT_EQ(run("basics", "run_add_2d", zeros(), zeros(), zeros(), 37, 11), "");
  for (const char* name :
       {"run_where", "run_template", "run_macro", "run_included", "run_pointer", "run_config"}) {
    EXPECT_EQ(run("basics", name, zeros()), "") << name;
  }
  EXPECT_EQ(run("basics", "run_deduced", zeros(), zeros()), "");
}

TEST_F(CleanSlow, groups) {
  for (const char* name : {"run_ranks", "run_exchanges", "run_apart", "run_whole_grid", "run_reductions"})
    EXPECT_EQ(run("groups", name, zeros()), "") << name;
  for (const int size : {1, 2, 8, 32})
    EXPECT_EQ(run("groups", "run_sum_by_groups", zeros(), zeros(), size), "") << size;
}

TEST_F(Clean, calls_of_kernels_and_of_host_code) {
  for (const char* name : {"test_clocks", "test_clocks_and_flags", "test_mask_in_a_lock", "test_roundings"})
    EXPECT_EQ(run("device_calls", name), "") << name;
  for (const char* name : {"test_launch_kernel", "test_registered_memory", "test_limits", "test_pools"})
    EXPECT_EQ(run("host_calls", name), "") << name;
  for (const char* name : {"test_nodes", "test_updates", "test_capture", "test_untyped_kernels"})
    EXPECT_EQ(run("graphs", name), "") << name;
  for (const char* name : {"test_types", "test_coalesced", "test_partitions", "test_wide_tiles"})
    EXPECT_EQ(run("partitions", name), "") << name;
}

TEST_F(Clean, copies_in_a_direction_that_their_memory_does_not_allow_are_told) {
  EXPECT_TRUE(holds(run("host_calls", "test_copy_directions"),
                    {"host_pointer: copy_to_host: ", "word: cudaMemcpyAsync",
                     "host_pointer: copy_from_host: ", "word: cudaMemcpy;",
                     "host_pointer: fill_of_host: ", "word: cudaMemset"}));
}

TEST_F(CleanSlow, threads_that_wait_for_each_other) {
  EXPECT_EQ(run("order", "run_blocks_arrive", zeros(), zeros(), 3, 2, 2), "");
  EXPECT_EQ(run("order", "run_threads_arrive", zeros(), zeros(), 64), "");
  for (int how = 0; how < 5; ++how) EXPECT_EQ(run("order", "run_chain", zeros(), 64, how), "") << how;
  EXPECT_EQ(run("order", "run_locked", zeros(), zeros(), 32), "");
  EXPECT_TRUE(holds(run("order", "run_no_barrier", zeros()), {"race: "}));
}

TEST_F(Clean, shared_memory) {
  EXPECT_EQ(run("shared", "run_reverse", zeros(), 64), "");
  EXPECT_EQ(run("shared", "run_alias", zeros()), "");
  EXPECT_EQ(run("shared", "run_template_arrays", zeros()), "");
  EXPECT_EQ(run("shared", "run_dynamic", 48 * 1024, 0), "");
  EXPECT_EQ(run("shared", "run_dynamic", 227 * 1024, 227 * 1024), "");
}

TEST_F(CleanSlow, the_surface_of_the_engine) {
  for (const char* name : {"vectors_made", "symbols", "attributes_agree", "kinds_of_memory"})
    EXPECT_EQ(run("surface", name), "") << name;
  EXPECT_EQ(run("surface", "run_copy_wide", zeros(), zeros(), 400), "");
  EXPECT_EQ(run("surface", "run_lambda", zeros(), 100, 7), "");
  EXPECT_EQ(run("surface", "run_intrinsics", zeros()), "");
  for (const char* name :
       {"round_trip", "bad_frees", "too_much_memory", "elapsed", "model_agrees", "arithmetic"}) {
    EXPECT_EQ(run("api", name), "") << name;
  }
}

TEST_F(CleanSlow, warps) {
  EXPECT_EQ(run("warps", "run_reduce", zeros(), zeros(), 3, 64), "");
  for (const char* name : {"run_kinds", "run_wide", "run_halves", "run_votes", "run_after_return"})
    EXPECT_EQ(run("warps", name, zeros()), "") << name;
}

}  // namespace
