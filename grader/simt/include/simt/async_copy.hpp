// A thread's asynchronous copies, which <cuda_pipeline.h> issues and the engine keeps until they are waited
// for.
#pragma once

namespace simt {

struct AsyncCopy {
  void* to;
  unsigned long bytes;  // 4, 8 or 16
  alignas(16) unsigned char data[16];
};

/// Checks what CUDA asks of a copy, and returns a new one of the batch that is not yet committed; the caller
/// fills in the data.
AsyncCopy& issue_copy(void* to, const void* from, unsigned long bytes, const char* file, int line);
void commit_copies();
/// The next copy that is not among the newest `newest` committed batches; null when there is none.
const AsyncCopy* next_copy(unsigned long newest);

}  // namespace simt
