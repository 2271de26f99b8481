// The cost of counting. Usage: bench_counters KERNELS.so, which `simt-cc --instrument` makes of
// engine_kernels.cu. Prints the best of five runs of a tiled merge of 1M+1M; target: 1.0 s with checks and
// counters, and 40 M accesses/s.
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <simt/counters.hpp>
#include <simt/engine.hpp>
#include <simt/runtime_api.hpp>
#include <vector>

#include "best_seconds.hpp"

namespace {

constexpr int kLength = 1 << 20;
constexpr int kThreads = 128;
constexpr int kTile = 1024;

int* on_device(const std::vector<int>& values) {
  int* memory = nullptr;
  if (cudaMalloc(&memory, values.size() * sizeof(int)) != cudaSuccess) return nullptr;
  (void)cudaMemcpy(memory, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
  return memory;
}

double accesses(const simt::Counters& counters) {
  std::uint64_t sum = counters.shared_loads + counters.shared_stores + counters.atomics;
  for (const simt::BufferCounters& buffer : counters.buffers) sum += buffer.loads + buffer.stores;
  return static_cast<double>(sum);
}

}  // namespace

int main(int argc, char** argv) {
  void* module = argc == 2 ? dlopen(argv[1], RTLD_NOW) : nullptr;
  if (module == nullptr) {
    std::fprintf(stderr, "usage: bench_counters KERNELS.so\n%s\n", argc == 2 ? dlerror() : "");
    return 2;
  }
  simt::host::attach(module);
  using Merge = void (*)(const int*, int, const int*, int, int*, int, int);
  const auto merge = reinterpret_cast<Merge>(dlsym(module, "run_merge"));
  const std::vector<int> A = sorted(kLength, 1), B = sorted(kLength, 2);
  const int* const device_a = on_device(A);
  const int* const device_b = on_device(B);
  int* const device_c = on_device(std::vector<int>(2 * kLength));
  const auto run = [&] { merge(device_a, kLength, device_b, kLength, device_c, kThreads, kTile); };

  struct {
    const char* name;
    bool check, count;
  } const modes[] = {{"nothing", false, false},
                     {"checks", true, false},
                     {"counters", false, true},
                     {"checks and counters", true, true}};
  for (const auto& mode : modes) {
    simt::host::set_checking(mode.check);
    simt::host::set_counting(mode.count);
    const double seconds = best_seconds([&] {
      simt::host::reset_counters();
      run();
    });
    std::printf("tiled merge of 1M+1M, %-19s %.3f s", mode.name, seconds);
    if (mode.count) std::printf(", %.0f M accesses/s", accesses(simt::host::counters()) / seconds / 1e6);
    std::printf("\n");
  }
  simt::host::set_checking(false);
  simt::host::set_counting(false);
  std::vector<int> expected(2 * kLength), C(2 * kLength);
  std::merge(A.begin(), A.end(), B.begin(), B.end(), expected.begin());
  (void)cudaMemcpy(C.data(), device_c, C.size() * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%s\n", C == expected ? "right" : "WRONG");
  return C == expected ? 0 : 1;
}
