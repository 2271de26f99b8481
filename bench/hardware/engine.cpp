// Prints, for each case of instrumented objects of cases.cu, the counters that a profiler has too: requests
// and sectors of loads, then of stores, then wavefronts of shared loads and stores.
#include <dlfcn.h>

#include <cstdio>
#include <simt/counters.hpp>
#include <simt/engine.hpp>

int main(int argc, char** argv) {
  for (int object = 1; object < argc; ++object) {
    void* module = dlopen(argv[object], RTLD_NOW);
    if (module == nullptr) {
      std::fprintf(stderr, "%s\n", dlerror());
      return 2;
    }
    simt::attach(module);
    simt::set_counting(true);
    const auto run_case = reinterpret_cast<bool (*)(int, char*)>(dlsym(module, "run_case"));
    char name[100];
    for (int i = 0; run_case(i, name); ++i) {
      const simt::Counters counters = simt::counters();
      simt::reset_counters();
      simt::BufferCounters sum;
      for (const simt::BufferCounters& buffer : counters.buffers) {
        sum.load_requests += buffer.load_requests;
        sum.load_sectors += buffer.load_sectors;
        sum.store_requests += buffer.store_requests;
        sum.store_sectors += buffer.store_sectors;
      }
      std::printf("%s,%lu,%lu,%lu,%lu,%lu,%lu\n", name, static_cast<unsigned long>(sum.load_requests),
                  static_cast<unsigned long>(sum.load_sectors),
                  static_cast<unsigned long>(sum.store_requests),
                  static_cast<unsigned long>(sum.store_sectors),
                  static_cast<unsigned long>(counters.shared_load_wavefronts),
                  static_cast<unsigned long>(counters.shared_wavefronts - counters.shared_load_wavefronts));
    }
  }
  return 0;
}
