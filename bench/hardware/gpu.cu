// Runs the cases of objects on a GPU under a profiler. It prints a case's name after its launches, which
// groups the profiler's lines, one per launch.
#include <dlfcn.h>

#include <cstdio>

#include "cases.hpp"

int main(int argc, char** argv) {
  for (int object = 1; object < argc; ++object) {
    void* module = dlopen(argv[object], RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) {
      std::fprintf(stderr, "error: %s\n", dlerror());
      return 2;
    }
    const auto run_cases = reinterpret_cast<bool (*)(int, char*)>(dlsym(module, "run_case"));
    char name[100];
    for (int i = 0; run_cases(i, name); ++i) {
      if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
        std::fprintf(stderr, "error: %s: %s\n", name, cudaGetErrorString(error));
        return 1;
      }
      std::printf("case %s\n", name);
      std::fflush(stdout);
    }
  }
  return 0;
}
