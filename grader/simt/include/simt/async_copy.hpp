// A thread's asynchronous copies, which <cuda_pipeline.h> issues and the engine keeps until their wait.
#pragma once

#include <simt/call_site.hpp>

namespace simt {

struct AsyncCopy {
  void* to;
  unsigned long bytes;  // 4, 8 or 16
  alignas(16) unsigned char data[16];
};

/// Ends the run if a copy doesn't meet CUDA's requirements.
void check_copy(const void* to, const void* from, unsigned long bytes, CallSite site);
/// From here to its wait, a copy may write, and a race with it is possible. Its value and its traffic come
/// with the wait.
void begin_copy(void* to, unsigned long bytes);
/// Adds a copy to the uncommitted batch.
void issue_copy(const AsyncCopy& copy);
void commit_copies();
/// Takes the next copy that is not in the newest `newest` committed batches; false if there is none.
bool next_copy(unsigned long newest, AsyncCopy& copy);

}  // namespace simt
