// A block's barriers. Each call passes its source line: a barrier is divergent if the threads of a block wait
// at different lines. Not the program counter, since compilers duplicate calls.
#pragma once

#include <simt/call_site.hpp>

namespace simt {

/// Waits until every thread of the block that has not returned also waits.
void block_barrier(CallSite site);

/// A barrier's reduction of its threads' predicates.
struct BarrierVotes {
  int count;    // threads with a predicate that is not zero
  int threads;  // threads that took part
};
BarrierVotes block_vote(int predicate, CallSite site);

/// Whether cudaLaunchCooperativeKernel launched the kernel.
bool is_grid_cooperative();
/// Waits until every thread of the grid also waits. Traps in a kernel that was launched otherwise.
void grid_barrier(CallSite site);

/// Waits until every thread of the cluster that has not returned also waits.
void cluster_barrier(CallSite site);
/// The two halves of that.
void arrive_at_cluster(CallSite site);
void wait_for_cluster(CallSite site);
/// What has this address in the caller's shared memory, in that of the cluster's block `rank`.
void* cluster_shared(const volatile void* own, unsigned int rank, CallSite site);
/// The rank of the block in whose shared memory this is.
unsigned int cluster_rank_of(const volatile void* address);

/// Lets the other threads of the block run first.
void yield();

/// Called where a thread may wait for another one in a loop; lets others run if called repeatedly.
void may_spin();

enum class TrapReason : unsigned char { Trap, PartitionSize, GridSync };
/// Ends the kernel: the device becomes unusable.
[[noreturn]] void trap(TrapReason why, CallSite site);

/// A fence, for the checkers.
void fence(bool of_block);

}  // namespace simt

inline void __syncthreads(SIMT_SITE) { ::simt::block_barrier(site); }

inline int __syncthreads_count(int predicate, SIMT_SITE) { return ::simt::block_vote(predicate, site).count; }

inline int __syncthreads_and(int predicate, SIMT_SITE) {
  const ::simt::BarrierVotes votes = ::simt::block_vote(predicate, site);
  return votes.count == votes.threads;
}

inline int __syncthreads_or(int predicate, SIMT_SITE) {
  return ::simt::block_vote(predicate, site).count != 0;
}

inline void __trap(SIMT_SITE) { ::simt::trap(::simt::TrapReason::Trap, site); }

// One OS thread runs every CUDA thread: memory is always in order, and the compiler may not move accesses
// over these. A thread that waits for another one's flag has a fence or sleep in its loop.
namespace simt {
inline void pass_fence([[maybe_unused]] bool of_block) {
  __asm__ volatile("" ::: "memory");
#if defined(SIMT_INSTRUMENTED)
  fence(of_block);
#endif
  may_spin();
}
}  // namespace simt
inline void __threadfence_block() { ::simt::pass_fence(true); }
inline void __threadfence() { ::simt::pass_fence(false); }
inline void __threadfence_system() { ::simt::pass_fence(false); }
inline void __nanosleep(unsigned int) {
  __asm__ volatile("" ::: "memory");
  ::simt::yield();
}
