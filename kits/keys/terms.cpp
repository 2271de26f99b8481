#include "kits/keys/terms.hpp"

#include "model/kit.hpp"

namespace mergelab::judge {
namespace {

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
    {{"clustered", "no key twice; dense and sparse at every scale, so that nothing predicts a key's place"}},
    {{"shuffled", "not sorted: no key twice, in random order"}, false},
    {{"unsorted", "not sorted: keys over the whole range of int, in random order"}, false},
    {{"unsorted_clustered", "not sorted: as `clustered`, in random order"}, false},
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
    {"span", "the most memory accesses that one thread makes or waits for"},
    {"probes",
     "the most dependent loads and atomics of scattered elements of global memory that one warp makes, or "
     "waits for at barriers; launches add up"},
    {"threads", "threads of all launches per output"},
    {"launches", "kernels that the function launches"},
    {"shared_stores", "elements stored to shared memory per output, counting all 32 lanes of each wavefront"},
};

constexpr Term kTransportMetrics[] = {
    {"sent",
     "the most bytes that a rank sends to others, relative to the bytes of the largest A; all_gather sends "
     "to every other rank"},
    {"balance",
     "the most elements that a rank has in C, or that others send it by all_to_all, without samples of up to "
     "a quarter of an even share; relative to the mean of all ranks, which counts as 1 to 1.25 even shares"},
    {"exchanges", "collective calls of a rank"},
};

constexpr Term kSymptoms[] = {
    {"payload", "the keys are right but the origins are wrong: the merge is not stable"},
    {"first_tile_right", "the first wrong element is past the first tile of its section"},
    {"last_tile", "only the last tile of a section, or of C, is wrong"},
    {"lost_keys", "C does not hold the keys of A and B"},
    {"order", "C holds the keys of A and B in the wrong order"},
    {"several_launches", "more kernels, or more of their blocks, were launched than the lab allows"},
    {"shared_memory", "a block uses more shared memory than the lab allows"},
    {"split_not_stable", "co_rank: keys would be right, but ties come from B"},
    {"not_a_split", "co_rank: keys would be out of order"},
    {"out_of_range", "co_rank: i is not in its range"},
    {"comparisons", "more comparisons than the threshold"},
    {"tiled_loads", "the metric `tiled_loads` is past its threshold, by unneeded elements"},
    {"lane_loads", "the metric `lane_loads` is past its threshold"},
    {"search_reads", "the metric `search_reads` is past its threshold"},
    {"stores", "the metric `stores` is past its threshold, by unneeded elements"},
    {"sectors", "`loads`, `tiled_loads` or `stores` is past its threshold, by partly used sectors"},
    {"local_memory",
     "`loads`, `tiled_loads` or `stores` is past its threshold, by local memory: a thread's arrays need more "
     "than its registers"},
    {"wavefronts", "the metric `wavefronts` is past its threshold"},
    {"probes", "the metric `probes` is past its threshold"},
    {"shared_stores", "the metric `shared_stores` is past its threshold"},
    {"sent", "the metric `sent` is past its threshold"},
    {"balance", "the metric `balance` is past its threshold"},
    {"exchanges", "the metric `exchanges` is past its threshold"},
};

constexpr Term kClues[] = {
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
    {"other_index", "violation: the line does not index the array by a single variable other than k"},
    {"third_part", "violation: the element of shared memory is in the third tile"},
    {"no_parentheses", "the grid has as many blocks as m + n / section without parentheses"},
    {"unequal_lengths", "m and n differ in every problem of the case"},
    {"small_shared", "the launch requested less shared memory than three tiles"},
};

constexpr Yardstick kYardsticks[] = {
    {{"merge_comparisons", "max(0, m+n−1) comparisons"}, Measure::comparisons},
    {{"co_rank_comparisons", "4·⌈log₂(r+1)⌉+8 comparisons, r = min(k, m) − max(0, k−n)"},
     Measure::comparisons},
    {{"std_merge",
      "the CPU time of `std::merge` on the same input, interleaved with the student's, so that "
      "other load on the machine does not matter"},
     Measure::cpu_time},
    {{"std_search",
      "the CPU time of a plain search for the same co-ranks: any A with any B of the case's problems"},
     Measure::cpu_time},
    {{"counters",
      "no baseline: the CPU engine's counters, per output, block or tile; the metrics are listed below"},
     Measure::traffic},
    {{kDeviceYardstick, "on a GPU: the time of `cub::DeviceMerge`; the metric is `slowdown`"},
     Measure::device_time},
    {{kSortYardstick, "as `cub`, with the time of `cub::DeviceMergeSort`"}, Measure::device_time},
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

std::span<const Generator> generators() { return kGenerators; }

std::span<const Term> list_lengths() { return kListLengths; }

std::span<const Term> list_orders() { return kListOrders; }

std::span<const Term> traffic_metrics() { return kTrafficMetrics; }

std::span<const Term> transport_metrics() { return kTransportMetrics; }

}  // namespace mergelab::judge

namespace mergelab {

std::span<const Term> symptoms_of_kits() { return judge::kSymptoms; }

std::span<const Term> clues_of_kits() { return judge::kClues; }

std::span<const Yardstick> yardsticks_of_kits() { return judge::kYardsticks; }

std::span<const Term> question_kinds() { return judge::kQuestionKinds; }

}  // namespace mergelab
