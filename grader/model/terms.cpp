#include "model/terms.hpp"

#include <array>

namespace mergelab {
namespace {

constexpr std::array kYardsticks{
    Yardstick{{"merge_comparisons", "max(0, m+n−1) comparisons"}, Measure::comparisons},
    Yardstick{{"co_rank_comparisons", "4·⌈log₂(r+1)⌉+8 comparisons, r = min(k, m) − max(0, k−n)"},
              Measure::comparisons,
              Output::ranks},
    Yardstick{{"std_merge",
               "the CPU time of `std::merge` on the same input, interleaved with the student's, "
               "so that it does not matter what else the machine does"},
              Measure::cpu_time},
    Yardstick{{"std_search",
               "the CPU time of a plain search for the same ranks: each of any A with any B of the case's "
               "problems"},
              Measure::cpu_time,
              Output::ranks},
    Yardstick{{"counters",
               "nothing: the CPU engine's counters, per output, block or tile; the "
               "metrics are those below"},
              Measure::traffic,
              std::nullopt},
    Yardstick{
        {kDeviceYardstick,
         "on a GPU: the time of `cub::DeviceMerge`; the metric is `slowdown`, the submission's time over "
         "the reference solution's in the same run, or its time in those of CUB over `reference` "
         "([timing.md](timing.md))"},
        Measure::device_time},
    Yardstick{{kSortYardstick, "as `cub`, with the time of `cub::DeviceMergeSort`"},
              Measure::device_time,
              Output::sort},
};

constexpr Term kTrafficMetrics[] = {
    {"loads",
     "elements loaded from global memory per output: all those of the 32-byte sectors that a warp "
     "instruction asks for"},
    {"tiled_loads",
     "`loads`, relative to 2 − tile/section: what a merge loads that keeps nothing from one tile to the "
     "next"},
    {"lane_loads", "loads that threads make from global memory per output"},
    {"search_reads",
     "elements loaded at most four at a time, per block that the lab asks for and per halving of the "
     "shorter input"},
    {"stores", "elements stored to global memory per output, in whole sectors as `loads`"},
    {"wavefronts",
     "turns that shared memory takes for stores, relative to those without bank conflicts, of which six per "
     "output count"},
    {"barriers",
     "waits of whole blocks per tile of the sections, and one for each section; a thread that waits in a "
     "loop "
     "of its own makes its block wait"},
    {"span", "the most memory accesses that one thread makes"},
    {"probes",
     "the most loads and atomics of one warp, one after the other, for elements of global memory that lie "
     "apart: they fill less than half of their sectors, or each has its own. A small bulk copy (1,024 bytes) "
     "is one; launches add up"},
    {"threads", "threads of all launches per output"},
    {"launches", "kernels that the function launches"},
    {"shared_stores",
     "elements stored to shared memory per output: all 32 that a turn of a warp has room for"},
};

constexpr Term kTransportMetrics[] = {
    {"sent",
     "bytes that a rank sends to others, the most of any rank, relative to the bytes of the largest A; "
     "all_gather sends to every other rank"},
    {"balance", "the most elements that a rank's C holds, relative to the mean of all ranks"},
    {"exchanges", "collective calls of a rank"},
};

constexpr Generator kGenerators[] = {
    {{"distinct", "no key twice; it is random which array a key lands in"}},
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
    {{"spread", "as `uniform`, but made in linear time: for many millions"}},
    {{"uneven",
      "no key twice; dense and sparse stretches of 128 keys, so that k says little about where it splits"}},
    {{"skewed",
      "no key twice; most are small, and each sixteenth of an array spans twice the range of the last"}},
    {{"shuffled", "not sorted: no key twice, in random order"}, false},
    {{"unsorted", "not sorted: keys over the whole range of int, in random order"}, false},
    {{"unsorted_few", "not sorted: `distinct` different keys, in random order"}, false},
    {{"unsorted_extremes", "not sorted: as `extremes`, in random order"}, false},
    {{"reversed", "not sorted: no key twice, from the greatest down"}, false},
    {{"organ_pipe", "not sorted: keys that rise and then fall, each of them twice"}, false},
    {{"sawtooth", "not sorted: the same `run` rising keys again and again"}, false},
    {{"one_displaced", "sorted, but for one element, which stands somewhere else"}, false},
};

constexpr Term kListLengths[] = {
    {"equal", "as long as each other, but for one element"},
    {"random", "of any length, of 0 as well"},
    {"halving", "each half as long as the one before; the last ones are empty"},
    {"long", "one in the middle has all keys but one for each other list"},
    {"alone", "one in the middle has all keys, and the others are empty"},
};

constexpr Term kListOrders[] = {
    {"mixed", "it is random which list a key lands in"},
    {"turns", "the lists take turns, as long as they have room"},
    {"forward", "all of list 0 before all of list 1, and so on"},
    {"backward", "the last list has the smallest keys, and list 0 the greatest"},
};

constexpr Term kSymptoms[] = {
    {"unwritten", "an element of C, or a rank, still holds what was there before the call"},
    {"payload", "the keys are right and the origins wrong: the merge is not stable"},
    {"first_tile_right", "the first wrong element lies past the first tile of its section"},
    {"last_tile", "only the last tile of a section, or of C, is wrong"},
    {"lost_keys", "C does not hold the keys of A and B"},
    {"order", "C holds the keys of A and B in a wrong order"},
    {"outside", "something was written outside C"},
    {"read_outside", "something was read outside A or B"},
    {"input_changed", "A or B is not what it was"},
    {"fault", "the program was ended by a signal, or a kernel by the GPU"},
    {"stack_overflow", "the stack was used up"},
    {"exited", "the program ended itself before it answered"},
    {"endless", "the time ran out"},
    {"memory", "the memory ran out"},
    {"output", "too much was printed"},
    {"no_launch", "no kernel was launched"},
    {"wrong_grid",
     "the grid has another number of blocks than the lab asks for; or as many blocks as outputs, or more, "
     "and "
     "the time ran out"},
    {"several_launches", "more kernels, or more of their blocks, were launched than the lab allows"},
    {"shared_memory", "a block uses more shared memory than the lab allows"},
    {"launch_error", "a launch, or another call of CUDA, failed"},
    {"static_shared", "a launch failed: the kernel's `__shared__` arrays are larger than 48 KiB"},
    {"split_not_stable", "co_rank: keys would be right, but ties come from B"},
    {"not_a_split", "co_rank: keys would be out of order"},
    {"out_of_range", "co_rank: i is not in its range"},
    {"comparisons", "more comparisons than the threshold"},
    {"slow", "more time than the threshold, or than there is, though the work gets on"},
    {"implausible", "a figure that can't be true"},
    {"stream", "a timed call did work outside of the default stream"},
    {"unfinished", "the output was not complete when a timed call had returned"},
    {"loads", "the metric `loads` is past its threshold, by elements that are not needed"},
    {"tiled_loads", "the metric `tiled_loads` is past its threshold, by elements that are not needed"},
    {"lane_loads", "the metric `lane_loads` is past its threshold"},
    {"search_reads", "the metric `search_reads` is past its threshold"},
    {"stores", "the metric `stores` is past its threshold, by elements that are not needed"},
    {"sectors", "`loads`, `tiled_loads` or `stores` is past its threshold, by sectors that are used in part"},
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
    {"collectives", "ranks: one makes another collective call than the others, or has returned"},
    {"counts_differ", "ranks: one sends another number of elements, or larger ones, than the other expects"},
    {"count_range", "ranks: a count is negative, or more elements than the transport takes"},
    {"returned", "ranks: what they return can't be how many keys each C holds"},
    {"race", "violation: two threads used one element, and nothing orders them"},
    {"divergent_barrier", "violation: not all threads of a block reached the same barrier"},
    {"deadlock", "violation: a thread waits for a phase of a barrier that can't end any more"},
    {"waits_for_block", "violation: a thread waits for what a block is to write that has not begun"},
    {"out_of_bounds", "violation: an access outside of an array"},
    {"use_after_free", "violation: an access to memory that was freed"},
    {"uninitialised_read", "violation: something was read that nobody had written"},
    {"misaligned", "violation: an address is no multiple of the size that is read or written there"},
    {"write_to_const", "violation: an input or a constant was written"},
    {"shared_size", "violation: an access outside of the shared memory that the launch asked for"},
    {"host_access", "violation: host code used memory of the device"},
    {"host_pointer", "violation: a kernel used memory of the host"},
    {"wild_pointer", "violation: host code used an address that belongs to nothing"},
    {"warp_mask", "violation: the lanes that a mask names did not come to the same call with it"},
    {"invalid_launch", "violation: a launch was refused, and nobody asked for its error"},
    {"not_in_a_kernel", "violation: host code called what only kernels may call"},
    {"launch_in_a_kernel", "violation: a kernel launched a kernel, or called a function that is the host's"},
    {"integer_for_pointer", "violation: a launch passed an integer where the kernel takes a pointer"},
    {"async_copy", "violation: an asynchronous copy, or a barrier for copies, that CUDA does not allow"},
    {"host_values", "violation: host code did the merge and gave it to the device ([rules.md](rules.md))"},
    {"assertion", "violation: an assertion in a kernel failed"},
    {"trap", "violation: a kernel ended itself by a trap"},
    {"missing_return", "violation: a function that has to return a value ended without one"},
    // Seen with one of the above.
    {"repeated", "C: the first wrong element is one that C had before: it is smaller than the right one"},
    {"repeats_first", "C: the first wrong element is A[0] or B[0] once more"},
    {"skipped", "C: the first wrong element belongs further on: the right one was left out"},
    {"holes", "C: the first wrong element was never written, and one behind it was"},
    {"later_section",
     "C: the first wrong element lies in the first tile of its section, and earlier sections are right"},
    {"later_tile", "C: the first tile of the section is right, and a later one is not"},
    {"third_tile", "C: the first two tiles of the section are right, and a later one is not"},
    {"past_2_to_24", "C: all is right up to the 2^24th element, and no float counts further"},
    {"runs_left", "C: sorted runs of one length stand side by side, which were not merged"},
    {"one_too_small", "co_rank: each wrong i is less by one than the right one"},
    {"one_too_large", "co_rank: each wrong i is more by one than the right one"},
    {"counts_b", "co_rank: each i is the right j"},
    {"at_an_end", "co_rank: each i is the least or the greatest that is possible for its k"},
    {"end_missed", "co_rank: each wrong i is beside the greatest that is possible, or beside the least"},
    {"one_past", "violation: the element that was used is the one right behind its array"},
    {"before_start", "violation: the index that was used is negative"},
    {"other_index", "violation: the line takes no element of the array by a single variable, but for k"},
    {"far_outside", "violation: the address that was used lies near no array"},
    {"both_write", "violation: the threads of the race are of one block, and both write"},
    {"one_reads", "violation: the threads of the race are of one block, and one of them reads"},
    {"two_arrays", "violation: the two lines of the race assign to elements of arrays with different names"},
    {"out_of_tile",
     "violation: one of the race's two arrays is the tile of the element, and the other is not"},
    {"blocks_race", "violation: the threads of the race are of two blocks"},
    {"kernel_before", "violation: one thread of the race is of the kernel before"},
    {"two_names", "violation: two names of the kernel's stand for the element"},
    {"one_variable", "violation: what was used is a shared variable of one element"},
    {"third_part", "violation: the element of shared memory lies in the third tile"},
    {"not_loaded",
     "violation: element 0 of one of the kernel's own tiles was read, and nobody had written it"},
    {"in_a_tile", "violation: what was read is an element of one of the kernel's own tiles"},
    {"returned_early", "violation: a thread of the block had returned before others came to a barrier"},
    {"no_parentheses", "the grid has as many blocks as m + n / section without parentheses"},
    {"block_per_output", "the launch has as many blocks, of several threads each, as there are outputs"},
    {"tiny_blocks", "the launch has 32 blocks or more, and for each fewer than 32 threads and outputs"},
    {"out_of_time", "violation: the run went on after it, until its time ran out"},
    {"no_outputs", "the case has m + n = 0"},
    {"unequal_lengths", "m and n differ in all arrays of the case"},
    {"small_shared", "the launch asked for less shared memory than three tiles"},
    {"type_not_built", "the lab was built, but not for the type of element that the item needs"},
    {"later_case", "the first case of the item had passed"},
};

constexpr Term kQuestionKinds[] = {
    {"comparisons", "how many comparisons the merge of two small arrays makes"},
    {"origin", "which element of A or of B becomes C[k]"},
    {"split", "how many of the first k outputs come from A, and how many from B"},
    {"search_range", "the least and the greatest i that are possible for k"},
    {"candidate", "whether an i is the co-rank of k, too small or too large"},
    {"share", "which parts of A and B a thread merges"},
    {"grid", "the blocks of a launch, and its threads that have nothing to do"},
    {"section", "which parts of A and B become a block's section"},
    {"tiles", "how much of A and of B a round loads"},
    {"consumed", "how much of A and of B is in C after a round"},
    {"tile_share", "where in the tiles a thread's share begins"},
    {"refill", "how many new elements of A and of B a circular buffer loads in a round"},
    {"ring_start", "in which slots circular tiles begin after a round"},
    {"sectors", "how many sectors of 32 bytes a warp's load takes; the CPU engine counts them"},
    {"turns", "how many turns a warp's access of shared memory takes; the CPU engine counts them"},
    {"race", "which two lines of a kernel race, if any; the CPU engine watches it"},
};

}  // namespace

std::span<const Yardstick> yardsticks() { return kYardsticks; }
std::span<const Term> traffic_metrics() { return kTrafficMetrics; }
std::span<const Term> transport_metrics() { return kTransportMetrics; }
std::span<const Generator> generators() { return kGenerators; }
std::span<const Term> list_lengths() { return kListLengths; }
std::span<const Term> list_orders() { return kListOrders; }
std::span<const Term> symptoms() { return kSymptoms; }
std::span<const Term> question_kinds() { return kQuestionKinds; }

}  // namespace mergelab
