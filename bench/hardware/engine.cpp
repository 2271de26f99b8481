// Prints the engine's counters of each case of instrumented objects as CSV, for comparison with a profiler's
// for the same launches. compare.sh joins both.
#include <dlfcn.h>

#include <cstdio>
#include <simt/counters.hpp>
#include <simt/engine.hpp>

#include "columns.hpp"

namespace {

void print_cases(bool (*run_case)(int, char*), bool with_head) {
  char name[100];
  for (int i = 0; run_case(i, name); ++i) {
    const hardware::Columns columns = hardware::columns(simt::host::counters());
    simt::host::reset_counters();
    if (with_head && i == 0) {
      std::printf("case");
      for (const auto& [column, value] : columns) std::printf(",%s", column);
      std::printf("\n");
    }
    std::printf("\"%s\"", name);
    for (const auto& [column, value] : columns) std::printf(",%llu", static_cast<unsigned long long>(value));
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  for (int object = 1; object < argc; ++object) {
    void* module = dlopen(argv[object], RTLD_NOW);
    if (module == nullptr) {
      std::fprintf(stderr, "error: %s\n", dlerror());
      return 2;
    }
    simt::host::attach(module);
    simt::host::set_counting(true);
    print_cases(reinterpret_cast<bool (*)(int, char*)>(dlsym(module, "run_case")), object == 1);
  }
  return 0;
}
