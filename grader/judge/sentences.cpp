// The table of sentences: of the engine (simt/), and at its end of the worker.
#include "judge/sentences.hpp"

#include <map>

namespace mergelab::judge {
namespace {

// Long sentences go on in the next line.
// NOLINTBEGIN(bugprone-suspicious-missing-comma)

using Forms = std::vector<std::string_view>;

const std::map<std::string_view, Forms>& grammar() {
  static const std::map<std::string_view, Forms> forms{
      {"thread", {"thread {n}", "thread ({n},{n})", "thread ({n},{n},{n})"}},
      {"other",
       {"{thread}", "another thread", "a bulk copy of {thread}", "an asynchronous copy of {thread}"}},
      {"block",
       {"block {n}", "block ({n},{n})", "block ({n},{n},{n})", "the same block", "another block",
        "the kernel before"}},
      {"who", {"{thread} of {block}", "host code"}},
      {"bytes", {"{n} bytes", "{n} byte"}},
      {"elements", {"{n} element", "{n} elements"}},
      {"does", {"reads", "writes", "updates (atomically)"}},
      {"did", {"read", "wrote to", "accessed"}},
      {"name",
       {"{word}", "{word}.{word}", "{buffer}", "the dynamic shared array", "the variables of the object",
        "the call", "stdout", "stderr", "std::cout"}},
      {"place", {"{name}[{n}]", "{name}, byte {n}", "{name}"}},
      {"places", {"{place}", "{place} and {place}", "{place} and {place} and {place}"}},
      {"memory",
       {"{place} (shared)", "{places} (shared, {place})",
        "{places} (shared, {place}, past the end of {name})", "{place}", "shared memory, byte {n}",
        "memory"}},
      {"what",
       {"{place}, but {name} has {elements} of {bytes}",
        "{place}, but {name} has {elements} of {bytes}, past the end of {name}",
        "{bytes} at byte {n} of {name}, which has {bytes}",
        "{bytes} at once from {memory}, whose address is not a multiple of {n}", "through a null pointer",
        "{memory}, which is memory of the host", "{memory}, which is memory of the device",
        "{memory}, which is an input", "{name}, which it may only read", "a variable of host code",
        "{name} after cudaFree", "memory of the host", "memory that lies outside of every allocation",
        "past the end of shared memory", "a constant of its own object", "memory of the device, near {name}",
        "memory that is not its own", "{memory}"}},
      {"by", {"a launch at {line}", "{call} at {line}", "a launch", "{call}", ""}},
      {"called", {"", ", called at {line}"}},
      {"at", {"", ", at {line}"}},
      {"have", {"block has", "blocks have"}},
      {"wait", {"", " for its block", " for its tile", " for its warp"}},
      {"blocks", {"{n} block", "{n} blocks"}},
      {"threads", {"{n} thread", "{n} threads"}},
      {"outputs", {"{n} output", "{n} outputs"}},
      {"trap",
       {"calls __trap()", "calls tiled_partition with a size that is not 1, 2, 4, 8, 16 or 32",
        "calls sync() of its grid, whose blocks wait for each other only where cudaLaunchCooperativeKernel "
        "launched them"}},
      {"of kernels",
       {"__syncthreads()", "a barrier of a block", "an operation of a warp",
        "__activemask() or an operation of a tile"}},
      {"copy",
       {"copies {n} bytes; only 4, 8 and 16 are possible",
        "copies {n} bytes, but its target is not aligned to {n} bytes",
        "copies {n} bytes, but its source is not aligned to {n} bytes",
        "copies {n} bytes, which is not a multiple of {n}", "copies to what is not shared memory",
        "copies from what is not shared memory", "copies from shared memory to shared memory"}},
      {"counting", {"a barrier outside of shared memory", "{memory}"}},
      {"use", {"arrives at", "waits for", "announces bytes to", "starts a copy that arrives on"}},
      {"arrivals", {"{n} of {n} arrivals", "{n} of {n} arrival"}},
      {"lacks",
       {"lacks {arrivals}", "lacks {bytes}", "lacks {arrivals} and {bytes}",
        "got {bytes} that nobody announced", "lacks {arrivals}, and got {bytes} that nobody announced"}},
      {"awaited", {"its block", "its tile", "its warp", "{counting}"}},
      {"expression",
       {"kernel launch", "cudaMemcpy to the device", "cudaMemcpy from the device", "starting the device",
        "cudaMalloc", "cudaMemset", "cudaDeviceSynchronize", "cudaSetDeviceFlags", "all_to_all"}},
      {"more", {"", "; and {n} more thread", "; and {n} more threads"}},
      {"violation",
       {"{who} {does} {memory} at {line}{called}, and {other} of {block} {does} it at {line}; nothing orders "
        "the two",
        "{who} reads {memory} at {line}{called}, which was never written",
        "{who} {does} {what}, at {line}{called}",
        "{who} {does} {memory} at {line}, outside of every LAB_SPAN",
        "{who} {does} {memory} at {line}, outside of every LAB_SPAN; the nearest one before it ends at byte "
        "{n}, the access is at byte {n}",
        "{who} is still at {line}{called}, an endless loop?",
        "{who} is still at {line}{called}: too slow",
        "{who} is still at {line}{called}, after {n} barriers: too slow",
        "launched at {line} with {blocks} of {threads} for {outputs}; {n} had ended when the limit was "
        "reached",
        "{who} waits at {line}{called} for a change of {memory}, and {n} {have} not begun",
        "{who} writes to memory with %n of printf, at {line}",
        "{who} calls {call} with a FILE that is neither stdout nor stderr, at {line}",
        "{who} uses a stream that is neither std::cout, std::cerr nor std::clog, at {line}",
        "{who} prints its arguments by their numbers, %1$, at {line}",
        "{who} prints with a length %w, at {line}",
        "{who} uses letters that are not std::cout's, at {line}",
        "{call} {does} {memory}, which is memory of the device",
        "there is no memory to watch {name}",
        "host code got {n} bytes from the device (most by {by}) and then gave it {n} bytes (last by {by}); "
        "at "
        "most {n} may go back in this call",
        "there is no memory to check accesses to {name}, which has {bytes}",
        "{call} {does} {bytes} of memory that is not the caller's",
        "{call} {does} {bytes} through a null pointer",
        "{call} {does} {bytes} from byte {n} of {name}, which has {bytes}",
        "{call} writes {name}, which is an input",
        "{call} is given a null pointer, not memory of the device's",
        "{call} is given memory that is not the device's",
        "{thread} waits at {line} with mask {hex}",
        "{thread} waits at {line} with mask {hex}, {thread} with mask {hex}",
        "{thread} waits{wait} at {line}, {thread}{wait} at {line}",
        "the mask of a warp operation leaves out {thread}, which calls it at {line}",
        "{of kernels} is called by host code at {line}",
        "an asynchronous copy (__pipeline_...) is called by host code",
        "{who} {trap} at {line}",
        "{who} uses index {n} of an array of type {type}, at {line}",
        "{who} goes past the end of a variable, at {line}",
        "{who} comes to the end of a function without a return, at {line}",
        "{who}: assertion {quoted} failed, at {line}",
        "a launch passes the integer {n} where the kernel takes a pointer",
        "a kernel launches a kernel; the CPU engine runs one at a time",
        "a kernel calls a function that host code calls",
        "__pipeline_memcpy_async at {line} in {who} {copy}",
        "the bulk copy at {line} in {who} {copy}",
        "{who} starts a bulk copy at {line}{called}, and its block ends before anybody has waited for it",
        "{who} copies {memory} at {line}, and {thread} of {block} writes it at {line}; no fence for copies "
        "stands between the two",
        "an operation of a barrier, or a bulk copy, is called by host code at {line}",
        "{thread} {use} {counting} at {line}, which no thread of its block has initialised",
        "{thread} initialises {counting} at {line} for {n} arrivals; 1 to 1048575 are possible",
        "{thread} arrives at {counting} at {line}: it counts for {n}, and {n} were missing in this phase",
        "{thread} announces bytes to {counting} at {line}: {n} are then on their way, and 1048575 are the "
        "most",
        "{thread} waits at {line} for {counting}, which {lacks}",
        "{thread} waits at {line} for {counting}, which {lacks}; {thread} waits at {line} for {awaited}"}},
      {"fault",
       {"{did} {place}, but {name} is an input{at}", "{did} {place}, but {name} has {elements}{at}",
        "host code {does} {place}, which is memory of the device{at}", "null pointer written{at}",
        "null pointer read{at}", "{did} address {hex}, which belongs to no array{at}",
        "stack overflow (endless recursion, or a local array that is too large){at}",
        "integer division by zero (SIGFPE){at}",
        "an illegal instruction: is a return statement missing, or does an index leave its array? "
        "(SIGILL){at}",
        "the program aborted itself (SIGABRT)", "assertion {quoted} failed, at {line}", "memory ran out",
        "a kernel used an address that is not its own ({error})",
        "a kernel used an address that its access does not fit ({error})",
        "an assertion in a kernel failed ({error})", "the device ended a kernel that ran too long ({error})",
        "{expression}: {error}: {error text}"}},
      {"exit",
       {"called exit({n})", "called exit({n}), after {error} ({error text})", "called exit({n}) at {line}",
        "called exit({n}) at {line}; no CUDA call had failed before",
        "called exit({n}) at {line}, after {error} ({error text})",
        "called exit({n}) at {line}, after {error} ({error text}): {violation}"}},
      {"hint",
       {"two threads write one element: do their shares overlap, or is a __syncthreads() missing?",
        "the block's threads share this one variable: let one thread write it, or is a __syncthreads() "
        "missing between two writes?",
        "{thread} had returned before others came to a barrier: was it to load or to store something?",
        "it was asked for k = {n}, with m = {n} and n = {n}",
        "is a __syncthreads() missing between these lines, or in the loop around them?",
        "is a __syncthreads() missing between these lines, or in the loop around them? The lanes of a warp "
        "need not run in step.",
        "two blocks write one element: do their shares overlap, or is an index wrong?",
        "blocks run in any order: let no block read what another one writes, or use atomics",
        "shared memory has no value until a thread of the block writes it",
        "cudaMalloc gives memory without values: copy to it, fill it with cudaMemset, or write it",
        "a vector access needs an address that is a multiple of its size",
        "copy the data to memory from cudaMalloc, and give the kernel that pointer",
        "an index is far out of range, or the pointer is not one of the device",
        "the launch asked for {bytes} of dynamic shared memory, its third argument",
        "host code reaches it by cudaMemcpy only",
        "an index is far out of range, or the pointer is not one of host code's own",
        "host code has its variables and its arguments, and memory from cudaMalloc and cudaMallocHost",
        "does each loop around this line end?",
        "does each loop around this line end for every thread?",
        "memory still changes, so this need not be an endless loop: what is done again and again?",
        "how many blocks do the outputs need? A launch names the blocks first, and the threads of a block "
        "second",
        "blocks run in any order, and one may begin after another has ended: what has to wait for all blocks "
        "belongs into a second launch",
        "is an index too large for its part of the array, or the part too small?",
        "every thread of the block that has not returned must reach the same barrier; threads that have "
        "returned do not count",
        "every lane that a mask names must come to the same call with the same mask",
        "CUDA's printf has no %n; what it would count is known without it",
        "the indices of an array of N elements are 0 to N - 1",
        "host code has no other streams",
        "host code has no other files",
        "host code has no other locale",
        "CUDA's printf takes them in their order",
        "write the type's own letter",
        "the values of C have to come from A and B through kernels alone: host code may copy values back to "
        "look at them, and give kernels lengths and parameters, but it may not merge",
        "an assertion that fails ends the kernel, and the device can't be used any more",
        "a trap ends the kernel, and the device can't be used any more",
        "every way through this function has to end in a return",
        "the kernel before may still run: cudaGridDependencySynchronize() waits for its end",
        "until a wait has ended it, a bulk copy reads and writes at any time: is a wait for its barrier or "
        "its "
        "group missing, or made by another thread with no barrier after it?",
        "until its thread has waited for it by __pipeline_wait_prior, an asynchronous copy writes at any "
        "time: is the wait missing, does it leave out this copy's batch, or is its place used again too "
        "early?",
        "the copy engine sees what threads wrote after a fence alone: cuda::ptx::fence_proxy_async, by each "
        "thread that wrote, before the barrier after which the copy starts",
        "wait for the phase of the barrier that the copy arrives in",
        "commit the copy to a group, and let the thread that started it wait for that",
        "the copy engine moves granules of 16 bytes between global and shared memory; both ends and the size "
        "have to be multiples of 16",
        "a phase of a barrier ends when as many threads have arrived as its initialisation says, and when "
        "all "
        "bytes that were announced have come, and no others"}},
      {"sentence",
       {"{violation}{more}", "this ended the run: {violation}{more}", "before that, {violation}{more}",
        "{fault}", "{exit}", "{hint}"}},
  };
  return forms;
}

// NOLINTEND(bugprone-suspicious-missing-comma)

}  // namespace

const std::vector<std::string_view>* sentence_forms(std::string_view name) {
  const auto found = grammar().find(name);
  return found == grammar().end() ? nullptr : &found->second;
}

}  // namespace mergelab::judge
