// The heap of host code that may use only its own memory.
#include <sys/resource.h>

#include <fstream>
#include <set>

#include "checked.hpp"

namespace {

using Heap = CheckedModule<"heap">;

TEST_F(Heap, serves_every_way_to_allocate) {
  EXPECT_EQ(violations("run_all_ways", 100), "");
  EXPECT_EQ(module_.call<int>("run_all_ways", 100), 2 + 3 + 99 + 5 + 100);
}

TEST_F(Heap, takes_copies_from_the_device) {
  EXPECT_EQ(violations("run_copies", numbers(64, "A"), 64), "");
  EXPECT_EQ(module_.call<int>("run_copies", numbers(64, "A"), 64), 63);
}

TEST_F(Heap, has_bounds) {
  EXPECT_EQ(violations("run_at", 10, 9), "");
  EXPECT_TRUE(holds(violations("run_at", 10, 10),
                    {"out_of_bounds: outside_array: host write heap[10] of 10 by 4 bytes at heap.cu:"}));
  EXPECT_TRUE(holds(violations("run_at", 10, -1), {"out_of_bounds: outside_array: host write heap[-1]"}));
  EXPECT_TRUE(holds(violations("run_at", 10, 100'000'000), {"wild_pointer: not_its_own: host write at"}));
}

TEST_F(Heap, knows_what_was_freed) {
  EXPECT_TRUE(holds(violations("run_freed", 10), {"use_after_free: heap_after_free: host read", "heap.cu:"}));
  EXPECT_TRUE(holds(violations("run_frees_twice"), {"use_after_free: freed_twice: host", "heap.cu:"}));
}

TEST_F(Heap, frees_only_its_own) {
  int ours = 0;
  EXPECT_TRUE(holds(violations("run_frees", static_cast<void*>(&ours)),
                    {"wild_pointer: free_of_foreign: host", "heap.cu:", "; advice: free_by_owner\n"}));
  EXPECT_TRUE(holds(violations("run_frees", static_cast<void*>(numbers(4, "A"))),
                    {"wild_pointer: free_of_foreign: host"}));
}

TEST_F(Heap, is_not_for_kernels) {
  EXPECT_TRUE(holds(violations("run_kernel_with_heap"), {"host_pointer: host_memory: thread 0 of block 0"}));
}

TEST_F(Heap, is_the_devices_in_kernels) {
  int* out = device(32, "out");
  EXPECT_EQ(violations("run_kernel_that_allocates", out), "");
  EXPECT_EQ(out[31], 7);
}

TEST_F(Heap, of_kernels_shows_host_code_nothing) {
  const int none = module_.call<int>("run_kernel_allocates", 0);
  for (const int bytes : {64, 5000, 1'000'000})
    EXPECT_EQ(module_.call<int>("run_kernel_allocates", bytes), none) << bytes;
}

TEST_F(Heap, lies_where_it_lies_whatever_kernels_do) {
  (void)module_.call<long>("run_kernel_uses_memory", 0);
  const long none = module_.call<long>("run_kernel_uses_memory", 0);
  for (const int kernels : {1, 0, 5})
    EXPECT_EQ(module_.call<long>("run_kernel_uses_memory", kernels), none) << kernels;
}

TEST_F(Heap, ends_the_run_when_the_system_has_no_more) {
  rlimit before{};
  getrlimit(RLIMIT_AS, &before);
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlimit low = {pages * 4096 + (rlim_t{1} << 28), before.rlim_max};
  for (const bool of_device : {false, true}) {
    setrlimit(RLIMIT_AS, &low);
    const std::string found = violations("run_takes_all", of_device);
    setrlimit(RLIMIT_AS, &before);
    EXPECT_TRUE(holds(found, {"no_memory: no_memory_left: host", "heap.cu:"})) << found;
  }
}

TEST_F(Heap, of_kernels_tells_a_thread_nothing_of_others) {
  constexpr int kThreads = 64;
  char** const where = device<char*>(kThreads, "where");
  EXPECT_EQ(violations("run_allocates_in_turns", std::size_t{1000}, where, kThreads), "");
  std::set<std::ptrdiff_t> distances;
  for (int thread = 1; thread < kThreads; ++thread) distances.insert(where[thread] - where[thread - 1]);
  EXPECT_EQ(distances.size(), kThreads - 1);
  // Nobody learns that others have taken all that there is.
  std::string found;
  for (int launch = 0; launch < 16 && found.empty(); ++launch)
    found = violations("run_allocates_in_turns", std::size_t{64} << 30, device<char*>(1024, "all"), 1024);
  EXPECT_TRUE(holds(found, {"no_memory: kernel_heap_full: thread"}));
}

TEST_F(Heap, is_not_resized_and_freed_by_kernels) {
  EXPECT_TRUE(holds(violations("run_resize_in_kernel"), {"launch_in_a_kernel: kernel_calls_host:"}));
  EXPECT_TRUE(holds(violations("run_free_in_kernel", static_cast<void*>(numbers(4, "A"))),
                    {"wild_pointer: free_of_foreign: thread 0 of block 0 read at heap.cu:"}));
}

TEST_F(Heap, is_resized_as_whole_blocks) {
  EXPECT_EQ(violations("run_resize_from", 0), "");
  for (const int offset : {1, 50, 100, 110, -8})
    EXPECT_TRUE(holds(violations("run_resize_from", offset), {"wild_pointer: free_of_foreign: host"}))
        << offset;
}

TEST_F(Heap, is_not_the_devices_once_it_is_freed) {
  EXPECT_TRUE(holds(violations("run_registered"), {"use_after_free: heap_after_free: host read"}));
}

TEST_F(Heap, shows_progress_of_a_slow_loop) {
  simt::host::set_step_limit(500);
  EXPECT_TRUE(holds(violations("run_slow", 100'000), {"too_slow: host at heap.cu:"}));
}

TEST_F(Heap, takes_part_in_what_the_api_may_touch) {
  int* A = numbers(64, "A");
  simt::host::enter_object(__builtin_frame_address(0));
  const std::string inside = violations("run_copies", A, 64);
  const std::string outside = violations("run_copies_too_much", A, 64);
  simt::host::leave_object();
  EXPECT_EQ(inside, "");
  EXPECT_TRUE(holds(outside, {"out_of_bounds: call_outside_array: write heap at heap.cu:",
                              "; word: cudaMemcpy; numbers: 256 0 252"}));
}

}  // namespace
