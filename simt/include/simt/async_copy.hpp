// A thread's asynchronous copies, which <cuda_pipeline.h> issues and the engine keeps until their wait.
#pragma once

#include <simt/call_site.hpp>

namespace simt {

/// What a copy moves. In registers: a temporary in memory would be an access of the thread.
using CopyData = unsigned int __attribute__((vector_size(16)));

/// Ends the run if a copy doesn't meet CUDA's requirements.
void check_copy(const void* to, const void* from, unsigned long bytes, CallSite site);
/// From here to its wait, a copy may write, and a race with it is possible. Its value and its traffic come
/// with the wait.
void begin_copy(void* to, unsigned long bytes);
/// Adds a copy of 4, 8 or 16 bytes to the uncommitted batch.
void issue_copy(void* to, unsigned long bytes, CopyData data);
void commit_copies();
/// Takes the next copy that is not in the newest `newest` committed batches. Returns its target; null if
/// there is none.
void* next_copy(unsigned long newest);
// Of the copy that was taken last.
unsigned long next_copy_bytes();
CopyData next_copy_data();

}  // namespace simt
