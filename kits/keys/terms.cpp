#include "kits/keys/terms.hpp"

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

constexpr Term kTransportMetrics[] = {
    {"sent",
     "the most bytes that a rank sends to others, relative to the bytes of the largest A; all_gather sends "
     "to every other rank"},
    {"balance", "the most elements in a rank's C, or from one all_to_all, relative to the mean of all ranks"},
    {"exchanges", "collective calls of a rank"},
};

}  // namespace

std::span<const Generator> generators() { return kGenerators; }

std::span<const Term> list_lengths() { return kListLengths; }

std::span<const Term> list_orders() { return kListOrders; }

std::span<const Term> traffic_metrics() { return kTrafficMetrics; }

std::span<const Term> transport_metrics() { return kTransportMetrics; }

}  // namespace mergelab::judge
