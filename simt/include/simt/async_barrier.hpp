// Barriers that count arrivals and bytes (CUDA's mbarrier), and the bulk copies of sm_90's copy engine: the
// basis of <cuda/barrier> and <cuda/ptx>. A barrier's 8 bytes are opaque to kernels; the engine keeps its
// counts.
#pragma once

#include <simt/call_site.hpp>

namespace simt {

/// Makes a barrier of the 8 bytes; each phase needs so many arrivals.
void init_barrier(void* barrier, unsigned long arrivals, CallSite site);
/// Announces the bytes of copies.
void expect_bytes(void* barrier, unsigned long bytes, CallSite site);
/// Announces bytes and arrives; returns the number of this arrival's phase. `drops`: later phases need so
/// many arrivals fewer.
unsigned long long arrive_at_barrier(void* barrier, unsigned long arrivals, unsigned long bytes, bool drops,
                                     CallSite site);
/// Whether only so many arrivals are missing in the running phase. Then the caller may use what the others
/// did before theirs.
bool is_last_to_arrive(const void* barrier, unsigned long arrivals, CallSite site);

/// By a phase's number, or by the parity of it.
enum class PhaseName : unsigned char { Number, Parity };
/// Waits for the end of the phase. Without `insists`, returns false if no thread of the block can run before
/// this one does something else.
bool wait_for_phase(const void* barrier, unsigned long long phase, PhaseName name, bool insists,
                    CallSite site);

/// Starts a copy to shared memory that arrives on the barrier. `granule`: both addresses and the size must be
/// multiples of it, or the run ends.
void copy_to_shared(void* to, const void* from, unsigned long bytes, unsigned long granule, void* barrier,
                    CallSite site);
/// Starts a copy from shared to global memory, in the running thread's uncommitted group.
void copy_to_global(void* to, const void* from, unsigned long bytes, CallSite site);
void commit_bulk_copies(CallSite site);
/// Waits for all of the running thread's groups except the newest `newest`; `reads`: until they have read
/// their sources.
void wait_for_bulk_copies(unsigned long newest, bool reads, CallSite site);
/// Orders the threads' earlier accesses before later copies.
void fence_before_copies();
bool is_in_shared_memory(const void* address);
/// Where shared memory begins: PTX's addresses of it count from there.
unsigned long shared_memory();

inline void fence_for_copies() {
  __asm__ volatile("" ::: "memory");
  fence_before_copies();
}

}  // namespace simt
