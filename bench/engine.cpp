// The speed of the CPU engine. Usage: bench_engine KERNELS.so [check], which simt-cc makes of
// engine_kernels.cu; `check` checks accesses, if simt-cc was given --instrument. Prints the best of five runs
// of each kernel; targets: 30 M thread-barriers/s at 128 threads a block, a tiled merge of 1M+1M within 0.15
// s.
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <simt/engine.hpp>
#include <simt/runtime_api.hpp>
#include <vector>

#include "best_seconds.hpp"

namespace {

template <class T>
T* on_device(std::size_t count) {
  void* memory = nullptr;
  if (simt::allocate(&memory, count * sizeof(T)) != cudaSuccess) std::abort();
  return static_cast<T*>(memory);
}

}  // namespace

int main(int argc, char** argv) {
  void* module = argc == 2 || argc == 3 ? dlopen(argv[1], RTLD_NOW) : nullptr;
  if (module == nullptr) {
    std::fprintf(stderr, "usage: bench_engine KERNELS.so [check]\n%s\n", argc >= 2 ? dlerror() : "");
    return 2;
  }
  simt::host::attach(module);
  simt::host::set_checking(argc == 3);
  const auto barriers = reinterpret_cast<void (*)(int, int)>(dlsym(module, "run_barriers"));
  const auto shuffles = reinterpret_cast<void (*)(int, int, int*)>(dlsym(module, "run_shuffles"));
  const auto blocks = reinterpret_cast<void (*)(int, int, int*)>(dlsym(module, "run_blocks"));
  using Merge = void (*)(const int*, int, const int*, int, int*, int, int);
  const auto merge = reinterpret_cast<Merge>(dlsym(module, "run_merge"));

  constexpr int kWaits = 4'000'000;
  int* out = on_device<int>(1024);
  for (const int threads : {32, 128, 256, 1024}) {
    const double seconds = best_seconds([&] { barriers(threads, kWaits / threads); });
    std::printf("barriers, %4d threads: %6.1f M/s\n", threads, kWaits / seconds / 1e6);
  }
  for (const int threads : {32, 128, 1024}) {
    const double seconds = best_seconds([&] { shuffles(threads, kWaits / threads, out); });
    std::printf("shuffles, %4d threads: %6.1f M/s\n", threads, kWaits / seconds / 1e6);
  }
  const double per_block = best_seconds([&] { blocks(10'000, 128, out); }) / 10'000;
  std::printf("empty block of 128 threads: %.2f us\n", per_block * 1e6);

  constexpr int kLength = 1 << 20;
  const std::vector<int> A = sorted(kLength, 1), B = sorted(kLength, 2);
  std::vector<int> expected(2 * kLength), C(2 * kLength);
  std::merge(A.begin(), A.end(), B.begin(), B.end(), expected.begin());
  int *device_A = on_device<int>(kLength), *device_B = on_device<int>(kLength);
  int* device_C = on_device<int>(2 * kLength);
  cudaMemcpy(device_A, A.data(), kLength * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(device_B, B.data(), kLength * sizeof(int), cudaMemcpyHostToDevice);
  const double seconds =
      best_seconds([&] { merge(device_A, kLength, device_B, kLength, device_C, 128, 1024); });
  cudaMemcpy(C.data(), device_C, 2 * kLength * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("tiled merge of 1M+1M: %.3f s, %s\n", seconds, C == expected ? "right" : "WRONG");
  for (const simt::Finding& found : simt::host::violations()) {
    std::printf("%s: %s\n", name(found.rule).data(), simt::host::text_of(found).c_str());
  }
  return C == expected ? 0 : 1;
}
