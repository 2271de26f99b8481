#include "model/terms.hpp"

#include "model/kit.hpp"

namespace mergelab {
namespace {

constexpr Yardstick kReference{
    {kReferenceYardstick,
     "of a lab without a kit: the time of the reference solution on the same inputs, in turns; of a "
     "host function CPU time, else time on a GPU; the metric is `time_ratio`"},
    Measure::cpu_time};

constexpr Term kAnyLabMetrics[] = {
    {"load_bytes", "bytes loaded from global memory: what several lanes of a request share counts once"},
    {"loads", "bytes loaded from global memory, by each thread"},
    {"store_bytes", "bytes stored to global memory, by atomics too"},
    {"load_sectors", "32-byte sectors of global memory that the loads of warps request"},
    {"store_sectors", "32-byte sectors of global memory that the stores of warps request"},
    {"atomics", "atomic operations by threads: of arrays only those on them, else of shared memory too"},
    {"shared_wavefronts", "wavefronts of accesses to shared memory"},
    {"bank_conflicts", "wavefronts of accesses to shared memory, beyond those without bank conflicts"},
    {"barriers", "waits of whole blocks"},
    {"span", "the most memory accesses that one thread makes or waits for; launches add up"},
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

constexpr Term kSymptoms[] = {
    {"unwritten", "an output still has its value from before the call"},
    {"outside", "something was written outside an array"},
    {"read_outside", "something was read outside an array"},
    {"input_changed", "an input was changed"},
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
    {"launch_error", "a launch, or another CUDA call, failed"},
    {"static_shared", "a launch failed: the kernel's `__shared__` arrays are larger than 48 KiB"},
    {"slow", "more time than the threshold, or the time ran out while the work progressed"},
    {"implausible", "a figure that can't be true"},
    {"stream", "a timed call did work outside the default stream"},
    {"unfinished", "the output was not complete when a timed call returned"},
    {"loads", "the metric `loads` is past its threshold, by unneeded elements"},
    {"barriers", "the metric `barriers` is past its threshold"},
    {"span", "the metric `span` is past its threshold"},
    {"threads", "the metric `threads` is past its threshold"},
    {"launches", "the metric `launches` is past its threshold"},
    {"collectives", "ranks: one makes a different collective call, or has returned"},
    {"counts_differ", "ranks: the receiver expects a different number or size of elements"},
    {"count_range", "ranks: a count is negative, or exceeds the limit of the transport"},
    {"returned", "ranks: the returned values can't be the numbers of keys in each C"},
    {"race", "violation: two threads used one element without synchronisation"},
    {"divergent_barrier", "violation: not all threads of a block reached the same barrier"},
    {"deadlock",
     "violation: a thread waits at a barrier whose phase can no longer end, or for a grid that can't come to "
     "it"},
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
    {"host_values",
     "violation: host code computed the result and copied it to the device ([rules.md](rules.md))"},
    {"assertion", "violation: an assertion in a kernel failed"},
    {"trap", "violation: a kernel called a trap"},
    {"missing_return", "violation: a function that must return a value ended without one"},
};

// Seen with one of the above.
constexpr Term kClues[] = {
    {"one_past", "violation: the access is one element past the end of its array"},
    {"before_start", "violation: the index is negative"},
    {"far_outside", "violation: the address is not near any array"},
    {"both_write", "violation: the racing threads are in one block, and both write"},
    {"one_reads", "violation: the racing threads are in one block, and one of them reads"},
    {"two_arrays", "violation: the two racing lines assign to elements of arrays with different names"},
    {"out_of_part",
     "violation: only one of the race's two arrays is the part of shared memory that has the element"},
    {"blocks_race", "violation: the racing threads are in two blocks"},
    {"kernel_before", "violation: one of the racing threads is in the previous kernel"},
    {"two_names", "violation: the kernel has two names for the element"},
    {"one_variable", "violation: the access is to a shared variable of one element"},
    {"not_loaded",
     "violation: an uninitialised read of element 0 of a part of shared memory that the kernel named"},
    {"in_a_part", "violation: the read is of a part of shared memory that the kernel named"},
    {"returned_early", "violation: a thread of the block returned before others reached a barrier"},
    {"block_per_output", "the launch has one block per output, each with several threads"},
    {"tiny_blocks",
     "32 blocks or more of fewer than 32 threads: each makes fewer than 32 outputs, or their number suits a "
     "block's threads"},
    {"out_of_time", "violation: the run continued after it until its time ran out"},
    {"no_outputs", "the case has no outputs"},
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

}  // namespace

std::span<const Yardstick> yardsticks() {
  static const std::vector<Yardstick> all = [] {
    std::vector<Yardstick> list(yardsticks_of_kits().begin(), yardsticks_of_kits().end());
    list.push_back(kReference);
    return list;
  }();
  return all;
}
std::span<const Term> any_lab_metrics() { return kAnyLabMetrics; }
std::span<const Term> array_generators() { return kArrayGenerators; }

std::span<const Term> symptoms() {
  static const std::vector<Term> all = [] {
    std::vector<Term> list;
    for (const std::span<const Term> part : {std::span<const Term>(kSymptoms), symptoms_of_kits(),
                                             std::span<const Term>(kClues), clues_of_kits()})
      list.insert(list.end(), part.begin(), part.end());
    return list;
  }();
  return all;
}

}  // namespace mergelab
