// Kernels of the engine's own libraries, whose work is checked as a program's.
#pragma once

#include <cuda_runtime.h>

namespace simt {

/// Each of `threads` threads of a kernel calls a copy of the function with its number. Without threads no
/// kernel starts.
template <class Function>
[[gnu::noinline]] cudaError_t for_each_thread(cudaStream_t stream, size_t threads, const Function& function) {
  constexpr unsigned kBlock = 256;
  struct Kernel {
    Function function;
    size_t threads;
    static void run(void* self) {
      const Kernel* const kernel = static_cast<const Kernel*>(self);
      const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
      if (i >= kernel->threads) return;
      Function copy(kernel->function);
      copy(i);
    }
  } kernel{function, threads};
  if (threads == 0) return cudaSuccess;
  const unsigned block = threads < kBlock ? unsigned(threads) : kBlock;
  const LaunchConfig config(unsigned((threads + block - 1) / block), block, 0, stream);
  const cudaError_t error = launch(config, nullptr, &Kernel::run, &kernel, sizeof kernel);
  (void)cudaPeekAtLastError();  // the caller gets the error here
  return error;
}

}  // namespace simt
