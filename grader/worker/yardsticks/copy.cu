// The baseline that nothing can pass: as many bytes read and written, in one copy for each input.
#include <cuda_runtime.h>

#include "worker/call.h"
#include "worker/yardsticks/module.inc"

extern "C" void mergelab_call(const MergelabCall* call) {
  const MergelabArray& out = array_of(call, false, 0);
  size_t copied = 0;
  for (int i = 0; i < call->argument_count; ++i) {
    const MergelabArray& in = call->arrays[i];
    if (!in.is_input || copied + in.bytes > out.bytes) continue;
    cudaMemcpyAsync(static_cast<char*>(out.data) + copied, in.data, in.bytes, cudaMemcpyDeviceToDevice);
    copied += in.bytes;
  }
}
