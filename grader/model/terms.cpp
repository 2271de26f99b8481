#include "model/terms.hpp"

#include <array>

namespace mergelab {
namespace {

constexpr std::array kYardsticks{
    Yardstick{{"merge_comparisons", "max(0, m+n−1) comparisons"}, Measure::comparisons},
    Yardstick{{"co_rank_comparisons", "4·⌈log₂(r+1)⌉+8 comparisons, r = min(k, m) − max(0, k−n)"},
              Measure::comparisons,
              Kit::co_rank},
    Yardstick{{"std_merge",
               "the CPU time of `std::merge` on the same input, interleaved with the student's, so that "
               "other load on the machine does not matter"},
              Measure::cpu_time},
    Yardstick{
        {"std_search",
         "the CPU time of a plain search for the same co-ranks: any A with any B of the case's problems"},
        Measure::cpu_time,
        Kit::co_rank},
    Yardstick{
        {"counters",
         "no baseline: the CPU engine's counters, per output, block or tile; the metrics are listed below"},
        Measure::traffic,
        std::nullopt},
    Yardstick{{kDeviceYardstick, "on a GPU: the time of `cub::DeviceMerge`; the metric is `slowdown`"},
              Measure::device_time},
    Yardstick{{kSortYardstick, "as `cub`, with the time of `cub::DeviceMergeSort`"},
              Measure::device_time,
              Kit::sort},
    Yardstick{
        {kReferenceYardstick,
         "of a lab without a kit: the time of the reference solution on the same inputs, in turns; of a "
         "host function CPU time, else time on a GPU; the metric is `time_ratio`"},
        Measure::cpu_time,
        std::nullopt},
};

constexpr Term kTrafficMetrics[] = {
    {"loads",
     "elements loaded from global memory per output: all elements in the 32-byte sectors that a warp "
     "instruction requests"},
    {"tiled_loads",
     "`loads`, relative to 2 − tile/section: the loads of a merge that keeps nothing from one tile to the "
     "next"},
    {"lane_loads", "loads that threads make from global memory per output"},
    {"search_reads",
     "elements loaded by warp instructions of at most four, per block that the lab asks for and per halving "
     "of the shorter input"},
    {"stores", "elements stored to global memory per output, in whole sectors as `loads`"},
    {"wavefronts",
     "wavefronts of stores to shared memory, relative to those without bank conflicts; six per output count"},
    {"barriers",
     "waits of whole blocks per tile of the sections, plus one per section; a thread that waits in its own "
     "loop makes its block wait"},
    {"span", "the most memory accesses that one thread makes"},
    {"probes",
     "the most dependent loads and atomics of one warp to scattered elements of global memory; launches add "
     "up"},
    {"threads", "threads of all launches per output"},
    {"launches", "kernels that the function launches"},
    {"shared_stores", "elements stored to shared memory per output, counting all 32 lanes of each wavefront"},
};

constexpr Term kAnyLabMetrics[] = {
    {"load_bytes", "bytes loaded from global memory: what several lanes of a request share counts once"},
    {"loads", "bytes loaded from global memory, by each thread"},
    {"store_bytes", "bytes stored to global memory"},
    {"load_sectors", "32-byte sectors of global memory that the loads of warps request"},
    {"store_sectors", "32-byte sectors of global memory that the stores of warps request"},
    {"atomics", "atomic operations by threads: of arrays only those on them, else of shared memory too"},
    {"shared_wavefronts", "wavefronts of accesses to shared memory"},
    {"bank_conflicts", "wavefronts of accesses to shared memory, beyond those without bank conflicts"},
    {"barriers", "waits of whole blocks"},
    {"span", "the most memory accesses that one thread makes; launches add up"},
    {"launches", "kernels that the function launches"},
    {"threads", "threads of all launches"},
    {"idle_lanes", "the share of the lanes of warps that are idle, of all basic blocks that run"},
};

constexpr Term kArrayGenerators[] = {
    {"uniform", "drawn between `low` and `high`: by default -1 and 1, of integers all values of the type"},
    {"integers", "whole numbers from `low` to `high`, by default 0 to 9"},
    {"zeros", "0"},
    {"ones", "1"},
    {"index", "each element's index"},
    {"powers", "powers of two of either sign; of integers not negative"},
    {"special",
     "NaN, infinities, denormals, -0 and the greatest numbers among ordinary ones; of integers the least, "
     "the "
     "greatest and their neighbours"},
    {"sorted", "as `uniform`, in order"},
    {"reversed", "as `uniform`, from the greatest down"},
    {"permutation", "each index once, in random order"},
    {"few", "`distinct` different numbers, from 0 on, drawn at random"},
    {"literal", "the list given"},
    {"file", "the array in the `.npy` file that `file` names, in the lab's folder"},
};

constexpr Term kTransportMetrics[] = {
    {"sent",
     "the most bytes that a rank sends to others, relative to the bytes of the largest A; all_gather sends "
     "to every other rank"},
    {"balance", "the most elements in a rank's C, or from one all_to_all, relative to the mean of all ranks"},
    {"exchanges", "collective calls of a rank"},
};

constexpr Generator kGenerators[] = {
    {{"distinct", "no key twice; each key is in a random array"}},
    {{"uniform", "keys over the whole range of int"}},
    {{"few", "`distinct` different keys, drawn at random"}},
    {{"all_equal", "one key"}},
    {{"equal_runs", "every key `run` times in each array"}},
    {{"a_first", "all of A before all of B"}},
    {{"b_first", "all of B before all of A"}},
    {{"runs", "A and B take turns for `run` elements"}},
    {{"staircase", "A and B take turns for 1, 1, 2, 2, 3, 3, … elements"}},
    {{"alternating", "A and B take turns"}},
    {{"extremes", "INT_MIN, INT_MAX and their neighbours among ordinary keys"}},
    {{"same", "B repeats A"}},
    {{"exhaustive", "all pairs of sorted arrays over `distinct` keys, of at most `m` and `n` elements"}},
    {{"literal", "the arrays given"}},
    {{"spread", "as `uniform`, but generated in linear time, for many millions of keys"}},
    {{"uneven",
      "no key twice; dense and sparse stretches of 128 keys, so that k does not predict the split"}},
    {{"skewed",
      "no key twice; most are small, and each sixteenth of an array spans twice the range of the last"}},
    {{"shuffled", "not sorted: no key twice, in random order"}, false},
    {{"unsorted", "not sorted: keys over the whole range of int, in random order"}, false},
    {{"unsorted_few", "not sorted: `distinct` different keys, in random order"}, false},
    {{"unsorted_extremes", "not sorted: as `extremes`, in random order"}, false},
    {{"reversed", "not sorted: no key twice, from the greatest down"}, false},
    {{"organ_pipe", "not sorted: keys that rise and then fall, so each appears twice"}, false},
    {{"sawtooth", "not sorted: the same `run` rising keys, repeated"}, false},
    {{"one_displaced", "sorted except for one element in another place"}, false},
};

constexpr Term kListLengths[] = {
    {"equal", "equally long, to within one element"},
    {"random", "of any length, including 0"},
    {"halving", "each half as long as the one before; the last ones are empty"},
    {"long", "one in the middle has all keys except one for each other list"},
    {"alone", "one in the middle has all keys, and the others are empty"},
};

constexpr Term kListOrders[] = {
    {"mixed", "each key is in a random list"},
    {"turns", "the lists take turns until they are full"},
    {"forward", "all of list 0 before all of list 1, and so on"},
    {"backward", "the last list has the smallest keys, and list 0 the greatest"},
};

constexpr Term kSymptoms[] = {
    {"unwritten", "an element of C, or a rank, still has its value from before the call"},
    {"payload", "the keys are right but the origins are wrong: the merge is not stable"},
    {"first_tile_right", "the first wrong element is past the first tile of its section"},
    {"last_tile", "only the last tile of a section, or of C, is wrong"},
    {"lost_keys", "C does not hold the keys of A and B"},
    {"order", "C holds the keys of A and B in the wrong order"},
    {"outside", "something was written outside C"},
    {"read_outside", "something was read outside A or B"},
    {"input_changed", "A or B was changed"},
    {"fault", "the program was ended by a signal, or a kernel by the GPU"},
    {"stack_overflow", "the stack overflowed"},
    {"exited", "the program exited before it returned a result"},
    {"endless", "the time ran out"},
    {"memory", "the memory ran out"},
    {"output", "too much was printed"},
    {"no_launch", "no kernel was launched"},
    {"wrong_grid",
     "the number of blocks differs from the one that the lab asks for; or the time ran out with at least one "
     "block per output"},
    {"several_launches", "more kernels, or more of their blocks, were launched than the lab allows"},
    {"shared_memory", "a block uses more shared memory than the lab allows"},
    {"launch_error", "a launch, or another CUDA call, failed"},
    {"static_shared", "a launch failed: the kernel's `__shared__` arrays are larger than 48 KiB"},
    {"split_not_stable", "co_rank: keys would be right, but ties come from B"},
    {"not_a_split", "co_rank: keys would be out of order"},
    {"out_of_range", "co_rank: i is not in its range"},
    {"comparisons", "more comparisons than the threshold"},
    {"slow", "more time than the threshold, or the time ran out while the work progressed"},
    {"implausible", "a figure that can't be true"},
    {"stream", "a timed call did work outside the default stream"},
    {"unfinished", "the output was not complete when a timed call returned"},
    {"loads", "the metric `loads` is past its threshold, by unneeded elements"},
    {"tiled_loads", "the metric `tiled_loads` is past its threshold, by unneeded elements"},
    {"lane_loads", "the metric `lane_loads` is past its threshold"},
    {"search_reads", "the metric `search_reads` is past its threshold"},
    {"stores", "the metric `stores` is past its threshold, by unneeded elements"},
    {"sectors", "`loads`, `tiled_loads` or `stores` is past its threshold, by partly used sectors"},
    {"local_memory",
     "`loads`, `tiled_loads` or `stores` is past its threshold, by local memory: a thread's arrays need more "
     "than its registers"},
    {"wavefronts", "the metric `wavefronts` is past its threshold"},
    {"barriers", "the metric `barriers` is past its threshold"},
    {"span", "the metric `span` is past its threshold"},
    {"probes", "the metric `probes` is past its threshold"},
    {"threads", "the metric `threads` is past its threshold"},
    {"launches", "the metric `launches` is past its threshold"},
    {"shared_stores", "the metric `shared_stores` is past its threshold"},
    {"sent", "the metric `sent` is past its threshold"},
    {"balance", "the metric `balance` is past its threshold"},
    {"exchanges", "the metric `exchanges` is past its threshold"},
    {"collectives", "ranks: one makes a different collective call, or has returned"},
    {"counts_differ", "ranks: the receiver expects a different number or size of elements"},
    {"count_range", "ranks: a count is negative, or exceeds the limit of the transport"},
    {"returned", "ranks: the returned values can't be the numbers of keys in each C"},
    {"race", "violation: two threads used one element without synchronisation"},
    {"divergent_barrier", "violation: not all threads of a block reached the same barrier"},
    {"deadlock", "violation: a thread waits for a phase of a barrier that can no longer end"},
    {"waits_for_block", "violation: a thread waits for a write by a block that has not started"},
    {"out_of_bounds", "violation: an access outside an array"},
    {"use_after_free", "violation: an access to freed memory"},
    {"uninitialised_read", "violation: an uninitialised read"},
    {"misaligned", "violation: an address is not a multiple of the size of the access"},
    {"write_to_const", "violation: an input or a constant was written"},
    {"shared_size", "violation: an access outside the shared memory that the launch requested"},
    {"host_access", "violation: host code used device memory"},
    {"host_pointer", "violation: a kernel used host memory"},
    {"wild_pointer", "violation: host code used an address outside every allocation"},
    {"warp_mask", "violation: the lanes that a mask names did not all make the same call with that mask"},
    {"invalid_launch", "violation: a launch was refused, and its error was not checked"},
    {"not_in_a_kernel", "violation: host code called a function that only kernels may call"},
    {"launch_in_a_kernel", "violation: a kernel launched a kernel, or called a host function"},
    {"integer_for_pointer", "violation: a launch passed an integer where the kernel takes a pointer"},
    {"async_copy", "violation: CUDA does not allow this asynchronous copy, or this barrier for copies"},
    {"host_values", "violation: host code merged and copied the result to the device ([rules.md](rules.md))"},
    {"assertion", "violation: an assertion in a kernel failed"},
    {"trap", "violation: a kernel called a trap"},
    {"missing_return", "violation: a function that must return a value ended without one"},
    // Seen with one of the above.
    {"repeated", "C: the first wrong element is a repeated one: it is smaller than the right one"},
    {"repeats_first", "C: the first wrong element is A[0] or B[0] again"},
    {"skipped", "C: the first wrong element belongs further on: the right one was skipped"},
    {"holes", "C: the first wrong element was never written, but a later one was"},
    {"later_section",
     "C: the first wrong element is in the first tile of its section, and earlier sections are right"},
    {"later_tile", "C: the first tile of the section is right, and a later one is not"},
    {"third_tile", "C: the first two tiles of the section are right, and a later one is not"},
    {"past_2_to_24", "C: all elements are right up to 2^24, the last integer up to which a float is exact"},
    {"runs_left", "C: sorted runs of one length follow one another and were not merged"},
    {"one_too_small", "co_rank: each wrong i is one less than the right one"},
    {"one_too_large", "co_rank: each wrong i is one more than the right one"},
    {"counts_b", "co_rank: each i is the correct j"},
    {"at_an_end", "co_rank: each i is the least or the greatest possible for its k"},
    {"end_missed", "co_rank: each wrong i is next to the greatest or the least possible one"},
    {"one_past", "violation: the access is one element past the end of its array"},
    {"before_start", "violation: the index is negative"},
    {"other_index", "violation: the line does not index the array by a single variable other than k"},
    {"far_outside", "violation: the address is not near any array"},
    {"both_write", "violation: the racing threads are in one block, and both write"},
    {"one_reads", "violation: the racing threads are in one block, and one of them reads"},
    {"two_arrays", "violation: the two racing lines assign to elements of arrays with different names"},
    {"out_of_tile", "violation: only one of the race's two arrays is the tile of the element"},
    {"blocks_race", "violation: the racing threads are in two blocks"},
    {"kernel_before", "violation: one of the racing threads is in the previous kernel"},
    {"two_names", "violation: the kernel has two names for the element"},
    {"one_variable", "violation: the access is to a shared variable of one element"},
    {"third_part", "violation: the element of shared memory is in the third tile"},
    {"not_loaded", "violation: an uninitialised read of element 0 of one of the kernel's own tiles"},
    {"in_a_tile", "violation: the read is of an element of one of the kernel's own tiles"},
    {"returned_early", "violation: a thread of the block returned before others reached a barrier"},
    {"no_parentheses", "the grid has as many blocks as m + n / section without parentheses"},
    {"block_per_output", "the launch has one block per output, each with several threads"},
    {"tiny_blocks",
     "32 blocks or more of fewer than 32 threads: each makes fewer than 32 outputs, or their number suits a "
     "block's threads"},
    {"out_of_time", "violation: the run continued after it until its time ran out"},
    {"no_outputs", "the case has m + n = 0"},
    {"unequal_lengths", "m and n differ in every problem of the case"},
    {"small_shared", "the launch requested less shared memory than three tiles"},
    {"type_not_built", "the lab was built, but not for the element type of the item"},
    {"later_case", "the first case of the item passed"},
    {"wrong_values", "of a lab without a kit: an output, or what is returned, holds wrong values"},
    {"transposed",
     "of a lab without a kit: the first wrong element has the value of row and column exchanged"},
    {"all_wrong", "of a lab without a kit: all elements are wrong"},
    {"one_row", "of a lab without a kit: one row is wrong, and nothing else"},
    {"one_column", "of a lab without a kit: one column is wrong, and nothing else"},
    {"from_on", "of a lab without a kit: all elements from one on are wrong, and none before it"},
    {"every_kth", "of a lab without a kit: the wrong elements lie equally far apart, to the end"},
};

constexpr Term kQuestionKinds[] = {
    {"comparisons", "how many comparisons the merge of two small arrays makes"},
    {"origin", "which element of A or of B becomes C[k]"},
    {"split", "how many of the first k outputs come from A, and how many from B"},
    {"search_range", "the least and the greatest possible i for k"},
    {"candidate", "whether an i is the co-rank of k, too small or too large"},
    {"share", "which parts of A and B a thread merges"},
    {"grid", "the blocks of a launch, and its idle threads"},
    {"section", "which parts of A and B become a block's section"},
    {"tiles", "how much of A and of B a round loads"},
    {"consumed", "how much of A and of B is in C after a round"},
    {"tile_share", "where in the tiles a thread's share begins"},
    {"refill", "how many new elements of A and of B a circular buffer loads in a round"},
    {"ring_start", "the slots in which circular tiles start after a round"},
    {"sectors", "how many sectors of 32 bytes a warp's load takes; the CPU engine counts them"},
    {"turns", "how many turns a warp's access to shared memory takes; the CPU engine counts them"},
    {"race", "which two lines of a kernel race, if any; the CPU engine watches it"},
};

}  // namespace

std::span<const Yardstick> yardsticks() { return kYardsticks; }
std::span<const Term> traffic_metrics() { return kTrafficMetrics; }
std::span<const Term> any_lab_metrics() { return kAnyLabMetrics; }
std::span<const Term> array_generators() { return kArrayGenerators; }
std::span<const Term> transport_metrics() { return kTransportMetrics; }
std::span<const Generator> generators() { return kGenerators; }
std::span<const Term> list_lengths() { return kListLengths; }
std::span<const Term> list_orders() { return kListOrders; }
std::span<const Term> symptoms() { return kSymptoms; }
std::span<const Term> question_kinds() { return kQuestionKinds; }

}  // namespace mergelab
